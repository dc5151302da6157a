import type { FastifyInstance } from 'fastify';
import { removeBackupLeftovers } from './backups/automatic-backups.ts';
import { HOUR_MS } from './clock.ts';
import { trimCache } from './files/trim-cache.ts';
import type { Job } from './jobs/job.ts';
import { createScheduler, type Scheduler } from './jobs/scheduler.ts';
import type { Services } from './services.ts';

declare module 'fastify' {
  interface FastifyInstance {
    scheduler: Scheduler;
  }
}

function hourly(scope: Job['scope'], runs: Readonly<Record<string, () => Promise<number>>>): Job[] {
  return Object.entries(runs).map(([name, run]) => ({ name, scope, run, everyMs: HOUR_MS }));
}

function listJobs(services: Services): Job[] {
  const { auth, writes, posts, images, files, backups, uploads, socialPictures, config } = services;
  return [
    ...hourly('blog', {
      'delete-ended-sessions': auth.deleteExpired,
      'delete-old-write-counts': writes.deleteExpired,
      'purge-trash': posts.purgeTrash,
      'delete-old-idempotency-keys': posts.deleteExpiredKeys,
      'delete-old-download-tickets': backups.deleteExpired,
      'delete-expired-preview-links': services.previewLinks.deleteExpired,
      'delete-unreferenced-uploads': uploads.tidy,
      'delete-old-social-pictures': () => socialPictures.removeLeftovers(posts.findPublic),
    }),
    ...hourly('process', {
      'delete-unfinished-uploads': images.removeLeftovers,
      'delete-unfinished-backups': () => removeBackupLeftovers(config.dataDir),
      'trim-file-cache': () => trimCache(files),
    }),
    services.automaticBackup,
  ];
}

/** The scheduler starts with the app; closing waits for running jobs. */
export function scheduleJobs(app: FastifyInstance, services: Services): void {
  const { db, clock } = services;
  const scheduler = createScheduler({ db, clock, log: app.log, jobs: listJobs(services) });
  app.decorate('scheduler', scheduler);
  app.addHook('onReady', async () => scheduler.start());
  app.addHook('onClose', scheduler.close);
}
