import { compressPayload, type ResponseCache, securityHeaders } from '@longhand/response-cache';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { authRoutes, sessionRoutes } from './auth/auth.routes.ts';
import { type AuthService, createAuthService } from './auth/auth.service.ts';
import { keepBackingUp, removeBackupLeftovers } from './backups/automatic-backups.ts';
import {
  streamBackupFromChildProcess,
  writeBackupInChildProcess,
} from './backups/backup-child-process.ts';
import { backupAdminRoutes } from './backups/backups.admin-routes.ts';
import { backupRoutes } from './backups/backups.routes.ts';
import { createBackupsService } from './backups/backups.service.ts';
import { backupJobOf } from './backups/make-backup.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database/tables.ts';
import {
  collectDocumentation,
  serveDocumentationPage,
  serveOpenApi,
} from './documentation/documentation.ts';
import { openFileStore } from './files/open-store.ts';
import { trimCache } from './files/trim-cache.ts';
import { healthRoutes } from './health/health.routes.ts';
import { keepHouse } from './housekeeping.ts';
import { limitBodyTime } from './http/body-time.ts';
import { boundedServer, requireHost } from './http/bounded-server.ts';
import { releaseConnectionsOnClose } from './http/closing.ts';
import { answerErrorsWithProblems, keepAddresses } from './http/errors.ts';
import { setHeaders } from './http/headers.ts';
import { readJsonBodies } from './http/json.ts';
import { createAccessLog, loggedRequests, logRequests } from './http/logging.ts';
import { collectMethods } from './http/methods.ts';
import { requireSession } from './http/session.ts';
import { validatorCompiler } from './http/validation.ts';
import { memoryForImages } from './images/image-memory.ts';
import { createImageStore } from './images/image-store.ts';
import { createImageWorker } from './images/image-worker.ts';
import { imageAdminRoutes } from './images/images.admin-routes.ts';
import { imageRoutes } from './images/images.routes.ts';
import { createUploadsService } from './images/uploads.service.ts';
import { postListRoutes } from './posts/post-list.routes.ts';
import { postVersionRoutes } from './posts/post-versions.admin-routes.ts';
import { adminPostRoutes } from './posts/posts.admin-routes.ts';
import { publicPostRoutes } from './posts/posts.routes.ts';
import { createPostsService } from './posts/posts.service.ts';
import { previewRoutes } from './posts/preview.admin-routes.ts';
import { createPublicCache } from './posts/public-cache.ts';
import type { RenderPost } from './posts/rendering/render.ts';
import { createRenderWorker } from './posts/rendering/render-in-worker.ts';
import { trashRoutes } from './posts/trash.admin-routes.ts';
import { createUploadReferences } from './posts/upload-references.ts';
import { drawInChildProcess } from './social/draw-in-child-process.ts';
import { socialRoutes } from './social/social.routes.ts';
import { createSocialPictures, type Draw } from './social/social-pictures.ts';
import { createWriteLimit } from './writes/write-limit.ts';

const BODY_LIMIT = 4 * 1024 * 1024;

export type ApiParts = {
  config: Config;
  db: Database;
  logger: FastifyBaseLogger;
  clock?: Clock;
  draw?: Draw;
  renderPost?: RenderPost;
  kept?: ResponseCache;
  auth?: AuthService;
};

function renderInWorker(app: FastifyInstance): RenderPost {
  const worker = createRenderWorker();
  app.addHook('onClose', worker.close);
  return worker.renderPost;
}

/** The whole API, ready for requests but without a listener. */
export async function buildApi({
  config,
  db,
  logger,
  clock = systemClock,
  draw,
  renderPost,
  kept = createPublicCache(db, logger),
  auth = createAuthService(db, clock),
}: ApiParts) {
  const safety = securityHeaders(config.site.url);
  const app: FastifyInstance = Fastify({
    ...loggedRequests(config, logger),
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: 5_000 },
    ...boundedServer(safety),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.removeContentTypeParser('text/plain');
  readJsonBodies(app);

  // Added first, so that it runs last: what else closes may still need the database.
  app.addHook('onClose', () => db.destroy());

  const writes = createWriteLimit(db, clock, {
    writes: config.writesPerMinute,
    uploads: config.uploadsPerMinute,
  });
  const posts = createPostsService(db, clock, renderPost ?? renderInWorker(app));
  const files = openFileStore(config);
  const images = createImageStore(files);
  const maxBytes = () => memoryForImages(config.workers);
  const worker = createImageWorker({ log: logger, maxBytes });
  app.addHook('onClose', worker.end);
  const references = createUploadReferences(db);
  const uploads = createUploadsService({ db, images, references, clock });
  const pictures = createSocialPictures(
    config,
    images,
    draw ?? ((order) => worker.runAlone(() => drawInChildProcess(order, maxBytes()))),
  );
  const backupJob = backupJobOf(config);
  const backups = createBackupsService(db, clock, (signal) =>
    streamBackupFromChildProcess(backupJob, {
      signal,
      onError: (err) => logger.error({ err }, 'a download of a backup broke off'),
      onWarnings: (warnings) => logger.warn({ warnings }, 'a downloaded backup lacks pictures'),
    }),
  );

  answerErrorsWithProblems(app);
  logRequests(app, createAccessLog(config, logger));
  releaseConnectionsOnClose(app);
  await setHeaders(app, { safety, webOrigins: config.webOrigins });
  requireHost(app);
  limitBodyTime(app);
  await collectDocumentation(app, { siteName: config.site.name, siteUrl: config.site.url });
  const refuseOtherMethods = collectMethods(app);

  await app.register(healthRoutes, { db });
  await app.register(imageRoutes, { images, worker });
  await app.register(socialRoutes, { posts, pictures });
  await app.register(postListRoutes, { prefix: '/api', db, kept });
  await app.register(publicPostRoutes, {
    prefix: '/api',
    db,
    authenticate: auth.authenticate,
    kept,
  });
  await app.register(backupRoutes, { prefix: '/api', backups, clock });
  await app.register(authRoutes, {
    prefix: '/api',
    auth,
    administrator: config.admin.username,
  });
  await app.register(
    async (admin) => {
      admin.addHook('onRequest', requireSession(auth.authenticate));
      admin.addHook('onRequest', writes.refuseIfSpent);
      admin.addHook('onRequest', async (_request, reply) => {
        reply.header('cache-control', 'no-store');
      });
      admin.addHook('onSend', async ({ method }, { statusCode }) => {
        // Before the answer: whoever reads it finds everything else changed already. Where it says
        // that the database is away, nothing is promised, and what is kept is all that there is.
        if (method !== 'GET' && statusCode < 500) await kept.refresh();
      });
      admin.addHook('onSend', compressPayload);
      await admin.register(adminPostRoutes, { db, posts });
      await admin.register(postVersionRoutes, { db });
      await admin.register(previewRoutes, { posts });
      await admin.register(trashRoutes, { db, posts });
      await admin.register(backupAdminRoutes, { backups });
      await admin.register(sessionRoutes, { auth });
      await admin.register(imageAdminRoutes, { uploads, images, worker });
    },
    { prefix: '/api/admin' },
  );
  serveOpenApi(app);
  keepAddresses(app, '/api');
  keepAddresses(app, '/uploads');
  keepAddresses(app, '/social');
  refuseOtherMethods();
  await serveDocumentationPage(app);

  keepHouse(app, {
    'ended sessions': auth.sweep,
    'old counts': writes.sweep,
    'old trash': posts.purgeTrash,
    'old idempotency keys': posts.sweepKeys,
    'unfinished uploads': images.removeLeftovers,
    'copies of pictures that are gone': () => trimCache(files),
    'old download tickets': backups.sweep,
    'unfinished backups': () => removeBackupLeftovers(config.dataDir),
    'uploads that nothing names': uploads.tidy,
    'pictures of posts that are gone': () => pictures.removeLeftovers(posts.findPublic),
  });
  keepBackingUp(app, {
    db,
    config,
    clock,
    write: (file, signal) => writeBackupInChildProcess({ ...backupJob, file }, signal),
  });
  return app;
}
