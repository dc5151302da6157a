import { z } from 'zod';

export const backupTicket = z.object({ url: z.string() }).meta({
  id: 'BackupTicket',
  description: 'Where a backup can be downloaded, once, within a minute, without a token.',
});

export type BackupTicket = z.infer<typeof backupTicket>;
