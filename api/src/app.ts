import { UPLOADS_FOLDER } from '@longhand/contract/media/image-names';
import {
  collectMethods,
  compressPayload,
  type Headers,
  securityHeaders,
} from '@longhand/response-cache';
import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { accountRoutes } from './auth/account.admin-routes.ts';
import { apiTokenRoutes } from './auth/api-tokens/api-tokens.admin-routes.ts';
import { setCallerAsOrigin } from './auth/api-tokens/may-publish.ts';
import { authRoutes } from './auth/auth.routes.ts';
import { factorRoutes } from './auth/factors.admin-routes.ts';
import { sessionRoutes } from './auth/sessions.admin-routes.ts';
import { backupAdminRoutes } from './backups/backups.admin-routes.ts';
import { diskSpaceAdminRoutes } from './disk-space/disk-space.admin-routes.ts';
import {
  keepReserveForDeleting,
  releaseReserveForDeleting,
} from './disk-space/disk-space-hooks.ts';
import {
  collectDocumentation,
  serveDocumentationPage,
  serveOpenApi,
} from './documentation/documentation.ts';
import { downloadRoutes, downloadTicketRoutes } from './downloads/downloads.routes.ts';
import { eventRoutes } from './events/events.admin-routes.ts';
import { firstStepsRoutes } from './first-steps/first-steps.admin-routes.ts';
import { healthRoutes } from './health/health.routes.ts';
import { requireScopes } from './http/access.ts';
import { addMethodNotAllowed, addNotFoundRoute } from './http/errors.ts';
import { allowOrigins, revalidateByDefault } from './http/headers.ts';
import { createRequestLogging, type RequestLogging } from './http/logging.ts';
import { addBodyTimeout, readJsonBodies } from './http/request-bodies.ts';
import { documentAdminRoutes, documentPublicRoutes } from './http/responses.ts';
import { addCommonHooks, createServerOptions } from './http/server-options.ts';
import { requireSessions } from './http/session.ts';
import { validatorCompiler } from './http/validation.ts';
import { imageAdminRoutes } from './images/images.admin-routes.ts';
import { imageRoutes } from './images/images.routes.ts';
import { importAdminRoutes } from './imports/runs/import-runs.admin-routes.ts';
import { addBlogMetrics } from './metrics/blog-metrics.ts';
import type { Metrics } from './metrics/metrics.ts';
import { readServiceMetrics } from './metrics/service-metrics.ts';
import { mailingAdminRoutes } from './newsletter/mailings/mailings.admin-routes.ts';
import { newsletterRoutes } from './newsletter/subscribers/newsletter.routes.ts';
import { subscriberAdminRoutes } from './newsletter/subscribers/subscribers.admin-routes.ts';
import { testMailRoutes } from './newsletter/test-mail.admin-routes.ts';
import { adminPageRoutes } from './pages/pages.admin-routes.ts';
import { publicPageRoutes } from './pages/pages.routes.ts';
import { adminPostRoutes } from './posts/posts.admin-routes.ts';
import { publicPostRoutes } from './posts/posts.routes.ts';
import { previewLinkAdminRoutes } from './posts/preview-links/preview-links.admin-routes.ts';
import { previewLinkRoutes } from './posts/preview-links/preview-links.routes.ts';
import { archiveRoutes } from './posts/public-lists/archive.routes.ts';
import { postListRoutes } from './posts/public-lists/post-list.routes.ts';
import { redirectAdminRoutes } from './redirects/redirects.admin-routes.ts';
import { redirectRoutes } from './redirects/redirects.routes.ts';
import { previewRoutes } from './rendering/preview.admin-routes.ts';
import { scheduleJobs } from './scheduled-jobs.ts';
import { type ApiOptions, createServices, type Services } from './services.ts';
import { siteAdminRoutes } from './site/site.admin-routes.ts';
import { siteRoutes } from './site/site.routes.ts';
import { socialRoutes } from './social/social.routes.ts';
import { statisticsAdminRoutes } from './statistics/statistics.admin-routes.ts';
import { viewRoutes } from './statistics/views.routes.ts';
import { webhookRoutes } from './webhooks/webhooks.admin-routes.ts';

export type { ApiOptions } from './services.ts';

const BODY_LIMIT = 4 * 1024 * 1024;

function createApp(
  { serverFactory }: ApiOptions,
  requestLogging: RequestLogging,
  defaultHeaders: Headers,
): FastifyInstance {
  const app: FastifyInstance = Fastify({
    ...requestLogging.fastifyOptions,
    ...(serverFactory && { serverFactory }),
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: 5_000 },
    ...createServerOptions(defaultHeaders),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.removeContentTypeParser('text/plain');
  readJsonBodies(app);
  app.decorateRequest('access', 'read');
  return app;
}

async function adminRoutes(admin: FastifyInstance, services: Services): Promise<void> {
  const { db, auth, writes, cache, posts, pages, site, workingCopies, backups } = services;
  const { uploads, addUpload } = services;
  requireScopes(admin);
  documentAdminRoutes(admin);
  requireSessions(admin, auth.findAccess);
  if (services.reserve) releaseReserveForDeleting(admin, services.reserve);
  admin.addHook('onRequest', writes.enforce);
  admin.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  admin.addHook('preHandler', setCallerAsOrigin);
  admin.addHook('onSend', async ({ method }, { statusCode }) => {
    // Done before the response is sent, so that its reader sees the change everywhere. Not done after a server error:
    // if the database is unreachable, the cached pages are all there is.
    if (method !== 'GET' && statusCode < 500) await cache.invalidate();
  });
  admin.addHook('onSend', compressPayload);
  await admin.register(adminPostRoutes, { db, posts, workingCopies });
  await admin.register(previewRoutes, { posts, site });
  await admin.register(previewLinkAdminRoutes, { previewLinks: services.previewLinks });
  await admin.register(adminPageRoutes, { pages });
  await admin.register(redirectAdminRoutes, { redirects: services.redirects });
  await admin.register(subscriberAdminRoutes, { subscribers: services.subscribers });
  await admin.register(importAdminRoutes, { imports: services.imports });
  await admin.register(downloadTicketRoutes, { downloads: backups });
  await admin.register(backupAdminRoutes, { monitor: services.backupMonitor });
  await admin.register(diskSpaceAdminRoutes, { diskSpace: services.diskSpace });
  await admin.register(mailingAdminRoutes, { mailings: services.mailings });
  await admin.register(downloadTicketRoutes, { downloads: services.exports });
  await admin.register(accountRoutes, {
    auth,
    accounts: services.accounts,
    admin: services.config.admin,
  });
  await admin.register(apiTokenRoutes, { auth, config: services.config });
  await admin.register(testMailRoutes, services);
  await admin.register(siteAdminRoutes, { site: services.site });
  await admin.register(sessionRoutes, { auth });
  await admin.register(eventRoutes, { events: services.events });
  await admin.register(webhookRoutes, { webhooks: services.webhooks });
  await admin.register(factorRoutes, { auth, config: services.config });
  await admin.register(firstStepsRoutes, { steps: services.firstSteps });
  await admin.register(imageAdminRoutes, { uploads, addUpload });
  await admin.register(statisticsAdminRoutes, { statistics: services.statistics });
}

async function publicRoutes(api: FastifyInstance, services: Services): Promise<void> {
  documentPublicRoutes(api);
  await api.register(siteRoutes, services);
  await api.register(postListRoutes, services);
  await api.register(archiveRoutes, services);
  await api.register(publicPostRoutes, { ...services, findAccess: services.auth.findAccess });
  await api.register(previewLinkRoutes, services);
  await api.register(publicPageRoutes, services);
  await api.register(redirectRoutes, services);
  await api.register(newsletterRoutes, services);
  await api.register(viewRoutes, services);
}

async function registerRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(healthRoutes, {
    db: services.db,
    summarizeBackups: services.backupMonitor.summary,
    diskStatus: services.diskSpace.status,
  });
  await app.register(imageRoutes, services);
  await app.register(socialRoutes, { ...services, pictures: services.socialPictures });
  await app.register((api) => publicRoutes(api, services), { prefix: '/api' });
  await app.register(downloadRoutes, { prefix: '/api', downloads: services.backups });
  await app.register(downloadRoutes, { prefix: '/api', downloads: services.exports });
  await app.register(authRoutes, { prefix: '/api', auth: services.auth, config: services.config });
  await app.register((admin) => adminRoutes(admin, services), { prefix: '/api/admin' });
  serveOpenApi(app);
}

function reportMetrics(app: FastifyInstance, services: Services, metrics: Metrics): void {
  const jobs = () => (app.hasDecorator('scheduler') ? app.scheduler.states() : []);
  metrics.addProcess(() => readServiceMetrics({ ...services, jobs }));
  addBlogMetrics(metrics, { ...services, dataDir: services.config.dataDir });
}

export async function buildApi(options: ApiOptions) {
  const { config, db, logger } = options;
  const defaultHeaders = securityHeaders(config.site.url);
  const requestLogging = options.requestLogging ?? createRequestLogging(config, logger);
  const app = createApp(options, requestLogging, defaultHeaders);
  // Added first, so that it runs last: other hooks may still need the database.
  app.addHook('onClose', () => db.destroy());
  const services = createServices(app, options);

  addCommonHooks(app, requestLogging, defaultHeaders);
  await allowOrigins(app, config.webOrigins);
  revalidateByDefault(app);
  addBodyTimeout(app);
  if (options.reserve) keepReserveForDeleting(app, options.reserve);
  await collectDocumentation(app, config);
  const methods = collectMethods(app);

  await registerRoutes(app, services);
  for (const path of ['/api', `/${UPLOADS_FOLDER}`, '/social']) addNotFoundRoute(app, path);
  addMethodNotAllowed(app, methods);
  await serveDocumentationPage(app);
  if (!options.withoutJobs) scheduleJobs(app, services);
  if (options.metrics) reportMetrics(app, services, options.metrics);
  return app;
}
