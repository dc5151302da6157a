import type { FastifyPluginAsync } from 'fastify';
import { addTicket } from '../backups/add-download.ts';
import type { Downloads } from '../backups/backups.service.ts';

type Options = { exports: Downloads };

/** Registered behind the session. */
export const exportAdminRoutes: FastifyPluginAsync<Options> = async (app, { exports }) => {
  addTicket(app, {
    downloads: exports,
    path: '/export-tickets',
    downloadPath: '/exports',
    summary: 'Create a download link for an export',
  });
};
