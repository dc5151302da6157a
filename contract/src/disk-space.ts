import { z } from 'zod';

/** Of files that the blog does without: they are made again, or there are newer ones. */
export const removableFilesName = z.enum(['resized-pictures', 'old-backups']);

export type RemovableFilesName = z.infer<typeof removableFilesName>;

export const diskSpace = z
  .object({
    status: z.enum(['ok', 'full']),
    removable: z.array(
      z.object({ name: removableFilesName, files: z.int().min(1), bytes: z.int().min(0) }),
    ),
  })
  .meta({
    id: 'DiskSpace',
    description:
      'Whether the disk of the data folder is full. While it is, `removable` has what can be deleted without loss.',
  });

export type DiskSpace = z.infer<typeof diskSpace>;
