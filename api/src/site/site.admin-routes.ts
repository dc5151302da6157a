import { siteSettings, siteSettingsInput } from '@longhand/contract/site-settings';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { BEARER, failures, writeFailures } from '../http/responses.ts';
import type { SiteService } from './site.service.ts';

type Options = { site: SiteService };

/** Registered behind the session. */
export const siteAdminRoutes: FastifyPluginAsyncZod<Options> = async (app, { site }) => {
  app.get(
    '/settings',
    {
      schema: {
        tags: ['Administration'],
        summary: 'The settings of the site',
        security: BEARER,
        response: { 200: siteSettings, ...failures(401) },
      },
    },
    () => site.readSettings(),
  );

  app.put(
    '/settings',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Change settings of the site',
        description:
          'Changes the settings in the body, all or none; null restores the default. A setting that an environment variable sets is refused.',
        security: BEARER,
        body: siteSettingsInput,
        response: { 200: siteSettings, ...writeFailures(400, 413, 415) },
      },
    },
    ({ body }) => site.save(body),
  );
};
