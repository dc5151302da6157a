import { automaticBackups } from '@longhand/contract/backups';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { BEARER, failures } from '../http/responses.ts';
import { addTicket } from './add-download.ts';
import type { BackupsService } from './backups.service.ts';
import type { BackupHealth } from './monitor/backup-health.ts';
import type { BackupMonitor } from './monitor/backup-monitor.ts';

type Options = { backups: BackupsService; monitor: BackupMonitor };

function toResponse({ status, where, good, failure }: BackupHealth) {
  return {
    ...{ status, where },
    last_good_at: good?.at ?? null,
    last_good_bytes: good?.bytes ?? null,
    failed_since: failure?.since ?? null,
    reason: failure?.reason ?? null,
  };
}

/** Registered behind the session. */
export const backupAdminRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { backups, monitor },
) => {
  addTicket(app, {
    downloads: backups,
    path: '/backup-tickets',
    downloadPath: '/backups',
    summary: 'Create a download link for a backup',
  });

  app.get(
    '/backups',
    {
      schema: {
        tags: ['Administration'],
        summary: 'How the automatic backups went',
        security: BEARER,
        response: { 200: automaticBackups, ...failures(401) },
      },
    },
    async () => ({ backups: (await monitor.read()).map(toResponse) }),
  );
};
