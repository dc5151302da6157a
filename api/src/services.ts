import type { ResponseCache } from '@longhand/response-cache';
import type { FastifyBaseLogger, FastifyInstance, FastifyServerFactory } from 'fastify';
import { type Alerts, createAlerts } from './alerts/alerts.ts';
import { createAccountService } from './auth/account.service.ts';
import { type AuthService, createAuthService } from './auth/auth.service.ts';
import { automaticBackupJob } from './backups/automatic-backups.ts';
import {
  sendBackupInChildProcess,
  streamBackupFromChildProcess,
  writeBackupInChildProcess,
} from './backups/backup-child-process.ts';
import { createBackupsService, createDownloads } from './backups/backups.service.ts';
import { readBlogNumber } from './backups/elsewhere/blog-number.ts';
import { backupElsewhereJob } from './backups/elsewhere/elsewhere-job.ts';
import { backupJobOf } from './backups/make-backup.ts';
import { createBackupMonitor } from './backups/monitor/backup-monitor.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database/tables.ts';
import { createDiskSpace } from './disk-space/disk-space.service.ts';
import { streamExportFromChildProcess } from './exports/export-child-process.ts';
import { exportJobOf } from './exports/export-job.ts';
import { keepReserve } from './files/keep-reserve.ts';
import { openFileStore } from './files/open-store.ts';
import type { Reserve } from './files/reserve.ts';
import { createFirstSteps } from './first-steps/first-steps.service.ts';
import type { RequestLogging } from './http/logging.ts';
import { createAddUpload } from './images/add-upload.ts';
import { memoryForImages } from './images/image-memory.ts';
import { createImageStore } from './images/image-store.ts';
import { createImageWorker, type ImageWorker } from './images/image-worker.ts';
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
import { createPostsService } from './posts/posts.service.ts';
import { createPreviewLinksService } from './posts/preview-links/preview-links.service.ts';
import { createPublicCache } from './posts/public-lists/public-cache.ts';
import { createPostRenderer } from './posts/rendering/post-renderer.ts';
import type { Renderer } from './posts/rendering/render.ts';
import { createRenderWorker } from './posts/rendering/render-in-worker.ts';
import { createUploadReferences } from './posts/uploads/upload-references.ts';
import { createWorkingCopiesService } from './posts/working-copies/working-copies.service.ts';
import { createRedirectsService } from './redirects/redirects.service.ts';
import { createSiteService } from './site/site.service.ts';
import { createSitePictures } from './site/site-pictures.ts';
import { drawInChildProcess } from './social/draw-in-child-process.ts';
import { createSocialPictures, type Draw } from './social/social-pictures.ts';
import { createWriteLimit } from './writes/write-limit.ts';

export type ApiOptions = {
  config: Config;
  db: Database;
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
  /** For a full disk; only where the database is in the data folder. */
  reserve?: Reserve | undefined;
  /** For commands that only read: a server does the scheduled work. */
  withoutJobs?: boolean;
};

function renderInWorker(app: FastifyInstance): Renderer {
  const worker = createRenderWorker();
  app.addHook('onClose', worker.close);
  return worker;
}

function createDownloadedBackups({ config, db, logger }: ApiOptions, clock: Clock) {
  const job = backupJobOf(config);
  return createBackupsService(db, clock, (signal) =>
    streamBackupFromChildProcess(job, {
      signal,
      onError: (err) => logger.error({ err }, 'a backup download was interrupted'),
      onWarnings: (warnings) => logger.warn({ warnings }, 'a downloaded backup lacks images'),
    }),
  );
}

function createBackupJobs({ config, db, logger }: ApiOptions, clock: Clock, alerts: Alerts) {
  const job = backupJobOf(config);
  const { elsewhere } = config.backups;
  const backupMonitor = createBackupMonitor({ db, config, clock, alerts });
  const options = { db, config, clock, log: logger, watch: backupMonitor.watch };
  const automaticBackup = automaticBackupJob({
    ...options,
    write: (file, signal) => writeBackupInChildProcess({ ...job, file }, signal),
  });
  const backupElsewhere =
    elsewhere &&
    backupElsewhereJob({
      ...options,
      async send(signal) {
        const blog = await readBlogNumber(db, config.site.url);
        return sendBackupInChildProcess({ ...job, elsewhere, blog }, signal);
      },
    });
  return { backupMonitor, automaticBackup, backupElsewhere };
}

function createExports({ config, db, logger }: ApiOptions, clock: Clock) {
  return createDownloads(db, clock, {
    what: 'export',
    make: (signal) =>
      streamExportFromChildProcess(exportJobOf(config), {
        signal,
        onError: (err) => logger.error({ err }, 'the download of an export was interrupted'),
        onWarnings: () => {},
      }),
  });
}

function createImports(
  app: FastifyInstance,
  { config, db, logger }: ApiOptions,
  clock: Clock,
  cache: ResponseCache,
) {
  const imports = createImportRuns({
    ...{ db, clock, config, log: logger, run: runInChildProcess, onDone: cache.invalidate },
  });
  app.addHook('onClose', imports.close);
  return imports;
}

/** What routes and jobs use. What must be closed is closed with the app. */
export function createServices(app: FastifyInstance, options: ApiOptions) {
  const { config, db, logger, clock = systemClock, draw, reserve } = options;
  const renderer = options.renderer ?? renderInWorker(app);
  const readSiteLanguage = async () => (await site.readValues()).language;
  const posts = createPostsService(db, clock, renderer, readSiteLanguage);
  const files = keepReserve(openFileStore(config), reserve);
  const alerts = createAlerts({
    ...{ db, clock, log: logger, url: config.alertUrl, siteUrl: config.site.url },
  });
  const images = createImageStore(files);
  const maxBytes = () => memoryForImages(config.workers);
  const worker = options.imageWorker ?? createImageWorker({ log: logger, maxBytes });
  app.addHook('onClose', worker.end);
  const references = createUploadReferences(db);
  const uploads = createUploadsService({ db, images, references, clock });
  const pages = createPagesService({ db, clock, renderer, readSite: () => site.readValues() });
  const site = createSiteService({
    ...{ db, config, log: logger, posts, listPlacedPages: pages.listPlaced },
    pictures: createSitePictures({ images, worker }),
  });
  const accounts = createAccountService(db, config.admin);
  const cache = options.cache ?? createPublicCache(db, logger);
  /** Null while mail is not set up. */
  const mailer = config.mail && createMailer(config.mail);
  return {
    ...{ config, db, clock, posts, pages, site, files, images, worker },
    ...{ cache, accounts, reserve },
    mailer,
    mailings: createMailingsService({
      ...{ db, clock, log: logger, mailer, posts },
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
    redirects: createRedirectsService({ db, clock, siteUrl: config.site.url }),
    firstSteps: createFirstSteps({ db, config, clock, posts, pages, site, accounts }),
    workingCopies: createWorkingCopiesService(db, clock, {
      renderer,
      onError: (err) => logger.error({ err }, 'a working copy was stored without its search text'),
    }),
    previewLinks: createPreviewLinksService({
      ...{ db, clock, siteUrl: config.site.url },
      renderStored: createPostRenderer(db, renderer, readSiteLanguage).renderStored,
    }),
    uploads,
    addUpload: createAddUpload({ images, worker, uploads }),
    socialPictures: createSocialPictures({
      ...{ siteUrl: config.site.url, readLook: site.readValues, images },
      draw: draw ?? ((job) => worker.runAlone(() => drawInChildProcess(job, maxBytes()))),
    }),
    backups: createDownloadedBackups(options, clock),
    ...createBackupJobs(options, clock, alerts),
    diskSpace: createDiskSpace({
      ...{ dataDir: config.dataDir, files, clock, reserve, alerts, log: logger },
    }),
    exports: createExports(options, clock),
    imports: createImports(app, options, clock, cache),
  };
}

export type Services = ReturnType<typeof createServices>;
