import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { removeBackupLeftovers } from './backups/automatic-backups.ts';
import { DAY_MS, HOUR_MS } from './clock.ts';
import { trimCache } from './files/open-store.ts';
import type { Job } from './jobs/job.ts';
import { createScheduler, type Scheduler } from './jobs/scheduler.ts';
import { readMailbox } from './newsletter/bounces/read-mailbox.ts';
import { sendMailings } from './newsletter/mailings/send-mailings.ts';
import { mailSiteOf } from './newsletter/post-mail/mail-site.ts';
import { sendConfirmations } from './newsletter/subscribers/confirmation-mails.ts';
import type { Services } from './services.ts';
import { deliverWebhooks } from './webhooks/deliver-webhooks.ts';

declare module 'fastify' {
  interface FastifyInstance {
    scheduler: Scheduler;
  }
}

const BOUNCES_EVERY_MS = 5 * 60_000;

function hourly(scope: Job['scope'], runs: Readonly<Record<string, () => Promise<number>>>): Job[] {
  return Object.entries(runs).map(([name, run]) => ({ name, scope, run, everyMs: HOUR_MS }));
}

function publishScheduledPosts({ posts, cache, mailings }: Services, log: FastifyBaseLogger): Job {
  return {
    name: 'publish-scheduled-posts',
    scope: 'rows',
    isDue: posts.isScheduledPostDue,
    retryAfterMs: 5_000,
    async run(signal) {
      const published = await posts.publishScheduled(
        signal,
        (err, id) =>
          log.error(
            { err, post: id },
            'a scheduled post could not be published; it will be retried',
          ),
        mailings.prepareScheduled,
      );
      // Other processes see the posts within half a second.
      if (published > 0) await cache.invalidate();
      return published;
    },
  };
}

/** Has work to do after a change of the site's language. */
function recountReadingMinutes({ posts, cache }: Services): Job {
  return {
    name: 'recount-reading-minutes',
    scope: 'blog',
    isDue: posts.isRecountDue,
    retryAfterMs: HOUR_MS,
    run: (signal) => posts.recountReadingMinutes(signal, cache.invalidate),
  };
}

/** A kill loses at most ten seconds of views: the scheduler looks every second, and writing takes a moment. */
const WRITE_VIEWS_MS = 8_000;
const WATCH_BACKUPS_MS = 60_000;
const WATCH_DISK_MS = 5_000;

function listBackupJobs({ automaticBackup, remoteBackup, backupMonitor }: Services): Job[] {
  return [
    automaticBackup,
    ...(remoteBackup ? [remoteBackup] : []),
    {
      name: 'watch-backups',
      scope: 'process',
      everyMs: WATCH_BACKUPS_MS,
      run: backupMonitor.check,
    },
  ];
}

/** Only runs where the owner has asked for it. */
function thinVersions({ site, posts, pages }: Services): Job {
  return {
    name: 'thin-versions',
    scope: 'blog',
    everyMs: DAY_MS,
    async run() {
      const { thin_versions, time_zone } = await site.readValuesQuietly();
      if (!thin_versions) return 0;
      return (await posts.thinVersions(time_zone)) + (await pages.thinVersions(time_zone));
    },
  };
}

/** Empty while mail is not set up. */
function mailJobs({ db, clock, config, mailer, site }: Services, log: FastifyBaseLogger): Job[] {
  if (!mailer || !config.mail) return [];
  const readSite = async () => mailSiteOf(config, await site.readValuesQuietly());
  const parts = { db, clock, log, mailer, readSite };
  return [
    sendConfirmations({ ...parts, ...config.mail }),
    sendMailings({ ...parts, ...config.mail }),
  ];
}

/** Empty unless the owner has set up a mailbox for bounces. */
function readBounces({ config: { imap }, bounces }: Services): Job[] {
  if (!imap) return [];
  return [
    {
      name: 'read-bounced-mails',
      scope: 'blog',
      everyMs: BOUNCES_EVERY_MS,
      run: (signal) => readMailbox(imap, bounces, signal),
    },
  ];
}

function listJobs(services: Services, log: FastifyBaseLogger): Job[] {
  const { auth, writes, posts, pages, images, files, backups, uploads, socialPictures, config } =
    services;
  return [
    publishScheduledPosts(services, log),
    recountReadingMinutes(services),
    ...mailJobs(services, log),
    deliverWebhooks(services),
    ...hourly('blog', {
      'delete-ended-sessions': auth.deleteExpired,
      'delete-old-write-counts': writes.deleteExpired,
      'purge-trash': async () => (await posts.purgeTrash()) + (await pages.purgeTrash()),
      'delete-old-idempotency-keys': posts.deleteExpiredKeys,
      'delete-old-download-tickets': backups.deleteExpired,
      'delete-expired-preview-links': services.previewLinks.deleteExpired,
      'delete-unconfirmed-subscribers': services.signups.deleteExpired,
      'delete-old-events': services.events.deleteOld,
      'delete-old-webhook-deliveries': services.webhooks.deleteOldDeliveries,
      'delete-unreferenced-uploads': uploads.tidy,
      'delete-old-social-pictures': () => socialPictures.removeLeftovers(posts.findPictured),
    }),
    ...hourly('process', {
      'delete-unfinished-uploads': images.removeLeftovers,
      'delete-unfinished-backups': () => removeBackupLeftovers(config.dataDir),
      'delete-old-import-files': services.imports.tidy,
      'trim-file-cache': () => trimCache(files),
    }),
    thinVersions(services),
    { name: 'write-views', scope: 'rows', everyMs: WRITE_VIEWS_MS, run: services.views.write },
    ...readBounces(services),
    ...listBackupJobs(services),
    {
      name: 'watch-disk',
      scope: 'process',
      everyMs: WATCH_DISK_MS,
      run: services.diskSpace.check,
    },
  ];
}

/** The scheduler starts with the app. Closing waits for running jobs. */
export function scheduleJobs(app: FastifyInstance, services: Services): void {
  const { db, clock } = services;
  const scheduler = createScheduler({ db, clock, log: app.log, jobs: listJobs(services, app.log) });
  app.decorate('scheduler', scheduler);
  app.addHook('onReady', async () => scheduler.start());
  app.addHook('onClose', scheduler.close);
}
