import { wordList } from '@longhand/contract/own-words';
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

  app.get(
    '/words',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Every fixed text that a reader meets, in the language of the site',
        description:
          'With the text that comes with the software and the own one in its place. `PUT /api/admin/settings` changes them.',
        security: BEARER,
        response: { 200: wordList, ...failures(401) },
      },
    },
    () => site.listWords(),
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
