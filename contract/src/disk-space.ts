import { z } from 'zod';

/** Files that the blog does without: they are made again, or there are newer ones. */
export const REMOVABLE_FILES = ['resized-pictures', 'old-backups'] as const;

export const removableFiles = z.enum(REMOVABLE_FILES);

export type RemovableFilesName = z.infer<typeof removableFiles>;

export const diskSpace = z
  .object({
    status: z.enum(['ok', 'full']),
    removable: z.array(
      z.object({ name: removableFiles, files: z.int().min(1), bytes: z.int().min(0) }),
    ),
  })
  .meta({
    id: 'DiskSpace',
    description:
      'Whether the disk of the data folder is full. While it is, `removable` has what can be deleted without loss.',
  });

export type DiskSpace = z.infer<typeof diskSpace>;
