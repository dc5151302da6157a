import type { FastifyPluginAsync } from 'fastify';
import type { Clock } from '../clock.ts';
import { addDownload } from './add-download.ts';
import type { BackupsService } from './backups.service.ts';
import { backupFileName } from './make-backup.ts';

type Options = { backups: BackupsService; clock: Clock };

export const backupRoutes: FastifyPluginAsync<Options> = async (app, { backups, clock }) => {
  addDownload(app, {
    downloads: backups,
    path: '/backups',
    summary: 'Download a backup',
    description: 'One archive with everything except the settings.',
    type: 'application/gzip',
    fileName: () => backupFileName(clock()),
  });
};
