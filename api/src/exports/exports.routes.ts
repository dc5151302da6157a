import type { FastifyPluginAsync } from 'fastify';
import { addDownload } from '../backups/add-download.ts';
import type { Downloads } from '../backups/backups.service.ts';
import type { Clock } from '../clock.ts';
import { fileTimestamp } from '../database/database-file.ts';

type Options = { exports: Downloads; clock: Clock };

export const exportRoutes: FastifyPluginAsync<Options> = async (app, { exports, clock }) => {
  addDownload(app, {
    downloads: exports,
    path: '/exports',
    summary: 'Download an export',
    description: 'A zip with every post, page, picture, redirect and setting in plain files.',
    type: 'application/zip',
    fileName: () => `longhand-export-${fileTimestamp(clock())}.zip`,
  });
};
