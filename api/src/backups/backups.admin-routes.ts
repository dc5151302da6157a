import { automaticBackups } from '@longhand/contract/storage';
import type { Routes } from '../http/responses.ts';
import type { BackupHealth } from './monitor/backup-health.ts';
import type { BackupMonitor } from './monitor/backup-monitor.ts';

type Options = { monitor: BackupMonitor };

function toResponse({ status, where, good, failure }: BackupHealth) {
  return {
    status,
    where,
    last_good_at: good?.at ?? null,
    last_good_bytes: good?.bytes ?? null,
    failed_since: failure?.since ?? null,
    reason: failure?.reason ?? null,
  };
}

export const backupAdminRoutes: Routes<Options> = async (app, { monitor }) => {
  app.route({
    method: 'GET',
    url: '/backups',
    schema: {
      summary: 'How the automatic backups went',
      response: { 200: automaticBackups },
    },
    handler: async () => ({ backups: (await monitor.read()).map(toResponse) }),
  });
};
