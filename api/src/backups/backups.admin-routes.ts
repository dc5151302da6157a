import type { FastifyPluginAsync } from 'fastify';
import { addTicket } from './add-download.ts';
import type { BackupsService } from './backups.service.ts';

type Options = { backups: BackupsService };

/** Registered behind the session. */
export const backupAdminRoutes: FastifyPluginAsync<Options> = async (app, { backups }) => {
  addTicket(app, {
    downloads: backups,
    path: '/backup-tickets',
    downloadPath: '/backups',
    summary: 'Create a download link for a backup',
  });
};
