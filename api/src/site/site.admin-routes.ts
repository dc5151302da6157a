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
          'Those that are named, all or none; null returns one to its default. One that a variable of the environment sets is refused.',
        security: BEARER,
        body: siteSettingsInput,
        response: { 200: siteSettings, ...writeFailures(400, 413, 415) },
      },
    },
    ({ body }) => site.save(body),
  );
};
