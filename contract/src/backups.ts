import { z } from 'zod';

export const backupTicket = z.object({ url: z.string() }).meta({
  id: 'BackupTicket',
  description: 'Where a backup can be downloaded, once, within a minute, without a token.',
});

export type BackupTicket = z.infer<typeof backupTicket>;

export const automaticBackups = z
  .object({
    backups: z.array(
      z.object({
        /** `none`: there is none yet, and none has failed. */
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
