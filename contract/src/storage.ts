import { z } from 'zod';

/** The blog can do without these files: they are made again, or there are newer ones. */
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

export const backupTicket = z.object({ url: z.string() }).meta({
  id: 'BackupTicket',
  description: 'Where a backup can be downloaded, once, within a minute, without a token.',
});

export type BackupTicket = z.infer<typeof backupTicket>;

export const automaticBackups = z
  .object({
    backups: z.array(
      z.object({
        /** `none` if there is no backup yet, and none has failed. */
        status: z.enum(['ok', 'failed', 'overdue', 'none']),
        where: z.string(),
        last_good_at: z.string().nullable(),
        last_good_bytes: z.int().nullable(),
        failed_since: z.string().nullable(),
        reason: z.string().nullable(),
      }),
    ),
  })
  .meta({
    id: 'AutomaticBackups',
    description: 'How the backups went that the server makes by itself, one entry per place.',
  });

export type AutomaticBackups = z.infer<typeof automaticBackups>;
