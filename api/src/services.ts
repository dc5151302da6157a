import type { ResponseCache } from '@longhand/response-cache';
import type { FastifyBaseLogger, FastifyInstance, FastifyServerFactory } from 'fastify';
import { type Alerts, createAlerts } from './alerts/alerts.ts';
import { createAccountService } from './auth/account.service.ts';
import { type AuthService, createAuthService } from './auth/auth.service.ts';
import { automaticBackupJob } from './backups/automatic-backups.ts';
import {
  backupInChildProcess,
  streamBackupFromChildProcess,
} from './backups/backup-child-process.ts';
import { createBackupDownloads } from './backups/backups.service.ts';
import { backupJobOf } from './backups/make-backup.ts';
import { createBackupMonitor } from './backups/monitor/backup-monitor.ts';
import { remoteBackupJob } from './backups/remote/remote-backup-job.ts';
import { readBlogNumber } from './backups/remote/stored-backups.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Context } from './context.ts';
import { fileTimestamp } from './database/location.ts';
import { createDiskSpace } from './disk-space/disk-space.service.ts';
import { createDownloads } from './downloads/downloads.service.ts';
import { createEventsService } from './events/events.service.ts';
import { exportJobOf, streamExportFromChildProcess } from './exports/export-job.ts';
import { keepReserve, openFileStore } from './files/open-store.ts';
import type { Reserve } from './files/reserve.ts';
import { createFirstSteps } from './first-steps/first-steps.service.ts';
import type { RequestLogging } from './http/logging.ts';
import { createAddUpload } from './images/add-upload.ts';
import { createImageStore } from './images/image-store.ts';
import { createImageWorker, type ImageWorker, memoryForImages } from './images/image-worker.ts';
import { createUploadsService } from './images/uploads.service.ts';
import { runInChildProcess } from './imports/runs/import-child-process.ts';
import { createImportRuns } from './imports/runs/import-runs.service.ts';
import { createMailer } from './mail/mailer.ts';
import type { Metrics } from './metrics/metrics.ts';
import { createBounces } from './newsletter/bounces/bounces.service.ts';
import { createMailingsService } from './newsletter/mailings/mailings.service.ts';
import { mailSiteOf } from './newsletter/post-mail/mail-site.ts';
import { createSignups } from './newsletter/subscribers/signups.service.ts';
import { createSubscribersService } from './newsletter/subscribers/subscribers.service.ts';
import { createPagesService } from './pages/pages.service.ts';
import { createPostRenderer } from './posts/post-renderer.ts';
import { createPostsService } from './posts/posts.service.ts';
import { createPreviewLinksService } from './posts/preview-links/preview-links.service.ts';
import { createPublicCache } from './posts/public-lists/public-cache.ts';
import { createUploadReferences } from './posts/uploads/upload-references.ts';
import { createWorkingCopiesService } from './posts/working-copies/working-copies.service.ts';
import { createRedirectsService } from './redirects/redirects.service.ts';
import type { Renderer } from './rendering/render.ts';
import { createRenderWorker } from './rendering/render-in-worker.ts';
import { createSiteService } from './site/site.service.ts';
import { createSitePictures } from './site/site-pictures.ts';
import { createSocialPictures, type Draw, drawInChildProcess } from './social/social-pictures.ts';
import { createStatisticsService } from './statistics/statistics.service.ts';
import { createViewCounter } from './statistics/views.service.ts';
import { createWebhooksService } from './webhooks/webhooks.service.ts';
import { createWriteLimit } from './writes/write-limit.ts';

export type ApiOptions = Pick<Context, 'db' | 'config'> & {
  logger: FastifyBaseLogger;
  clock?: Clock;
  draw?: Draw;
  renderer?: Renderer;
  imageWorker?: ImageWorker;
  cache?: ResponseCache;
  auth?: AuthService;
  requestLogging?: RequestLogging;
  serverFactory?: FastifyServerFactory;
  metrics?: Metrics | undefined;
  /** Frees space on a full disk. Only set if the database is in the data folder. */
  reserve?: Reserve | undefined;
  /** Set by commands that only read: a server does the scheduled work. */
  withoutJobs?: boolean;
};

function renderInWorker(app: FastifyInstance): Renderer {
  const worker = createRenderWorker();
  app.addHook('onClose', worker.close);
  return worker;
}

function createDownloadedBackups({ db, clock, config, log }: Context) {
  const job = backupJobOf(config);
  return createBackupDownloads(db, clock, (signal) =>
    streamBackupFromChildProcess(job, {
      signal,
      onError: (err) => log.error({ err }, 'a backup download was interrupted'),
      onResult({ warnings }) {
        if (warnings.length > 0) log.warn({ warnings }, 'a downloaded backup lacks images');
      },
    }),
  );
}

function createBackupJobs(context: Context, alerts: Alerts) {
  const { db, config } = context;
  const job = backupJobOf(config);
  const { remote } = config.backups;
  const backupMonitor = createBackupMonitor({ ...context, alerts });
  const { watch } = backupMonitor;
  const automaticBackup = automaticBackupJob({
    ...context,
    watch,
    write: (file, signal) => backupInChildProcess({ ...job, file }, signal),
  });
  const remoteBackup =
    remote &&
    remoteBackupJob({
      ...context,
      watch,
      async send(signal) {
        const blog = await readBlogNumber(db, config.site.url);
        return backupInChildProcess({ ...job, remote, blog }, signal);
      },
    });
  return { backupMonitor, automaticBackup, remoteBackup };
}

function createExports({ db, clock, config, log }: Context) {
  return createDownloads(db, clock, {
    what: 'export',
    description: 'A zip with every post, page, picture, redirect and setting in plain files.',
    type: 'application/zip',
    fileName: (now) => `longhand-export-${fileTimestamp(now)}.zip`,
    make: (signal) =>
      streamExportFromChildProcess(exportJobOf(config), {
        signal,
        onError: (err) => log.error({ err }, 'the download of an export was interrupted'),
      }),
  });
}

/** Routes and jobs use these. What must be closed is closed with the app. */
export function createServices(app: FastifyInstance, options: ApiOptions) {
  const { config, db, logger: log, clock = systemClock, draw, reserve } = options;
  const context = { db, clock, config, log };
  const siteUrl = config.site.url;
  const renderer = options.renderer ?? renderInWorker(app);
  const readSiteLanguage = async () => (await site.readValues()).language;
  const posts = createPostsService(db, clock, renderer, readSiteLanguage);
  const files = keepReserve(openFileStore(config), reserve);
  const alerts = createAlerts({ ...context, url: config.alertUrl, siteUrl, reserve });
  const images = createImageStore(files);
  const maxBytes = () => memoryForImages(config.workers);
  const worker = options.imageWorker ?? createImageWorker({ log, maxBytes });
  app.addHook('onClose', worker.end);
  const references = createUploadReferences(db);
  const uploads = createUploadsService({ db, images, references, clock });
  const pages = createPagesService({ ...context, renderer, readSite: () => site.readValues() });
  const site = createSiteService({
    ...context,
    posts,
    listPlacedPages: pages.listPlaced,
    pictures: createSitePictures({ images, worker }),
  });
  const accounts = createAccountService(db, config.admin);
  const cache = options.cache ?? createPublicCache(db, log);
  /** Null while mail is not set up. */
  const mailer = config.mail && createMailer(config.mail);
  const imports = createImportRuns({
    ...context,
    store: files,
    run: runInChildProcess,
    onDone: cache.invalidate,
  });
  app.addHook('onClose', imports.close);
  const views = createViewCounter({ ...context, cache, posts, pages, site });
  app.addHook('onClose', views.close);
  return {
    ...context,
    posts,
    pages,
    site,
    files,
    images,
    worker,
    cache,
    accounts,
    reserve,
    mailer,
    uploads,
    imports,
    mailings: createMailingsService({
      ...context,
      mailer,
      posts,
      readSite: async () => mailSiteOf(config, await site.readValues()),
    }),
    signups: createSignups({ db, clock, isMailSetUp: config.mail !== null }),
    subscribers: createSubscribersService({ db, clock, from: config.mail?.from ?? null }),
    auth: options.auth ?? createAuthService(db, clock),
    writes: createWriteLimit(db, clock, {
      writes: config.writesPerMinute,
      uploads: config.uploadsPerMinute,
    }),
    bounces: createBounces({ db, clock }),
    redirects: createRedirectsService({ db, clock, siteUrl }),
    firstSteps: createFirstSteps({ ...context, posts, pages, site, accounts }),
    workingCopies: createWorkingCopiesService(db, clock, {
      renderer,
      onError: (err) => log.error({ err }, 'a working copy was stored without its search text'),
    }),
    previewLinks: createPreviewLinksService({
      db,
      clock,
      siteUrl,
      renderer: createPostRenderer(db, renderer, readSiteLanguage),
      onCorrupt: ({ message }) => log.error(message),
    }),
    addUpload: createAddUpload({ images, worker, uploads }),
    socialPictures: createSocialPictures({
      siteUrl,
      readLook: site.readValues,
      images,
      draw: draw ?? ((job) => worker.runAlone(() => drawInChildProcess(job, maxBytes()))),
    }),
    events: createEventsService({
      ...context,
      readTimeZone: async () => (await site.readValues()).time_zone,
    }),
    webhooks: createWebhooksService(context),
    backups: createDownloadedBackups(context),
    ...createBackupJobs(context, alerts),
    diskSpace: createDiskSpace({ ...context, dataDir: config.dataDir, files, reserve, alerts }),
    exports: createExports(context),
    views,
    statistics: createStatisticsService(context, views),
  };
}

export type Services = ReturnType<typeof createServices>;
