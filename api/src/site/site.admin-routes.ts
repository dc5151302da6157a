import { siteSettings, siteSettingsInput, wordList } from '@longhand/contract/site/site-settings';
import type { Routes } from '../http/responses.ts';
import type { SiteService } from './site.service.ts';

type Options = { site: SiteService };

export const siteAdminRoutes: Routes<Options> = async (app, { site }) => {
  app.route({
    method: 'GET',
    url: '/settings',
    schema: {
      summary: 'The settings of the site',
      response: { 200: siteSettings },
    },
    handler: () => site.readSettings(),
  });

  app.route({
    method: 'GET',
    url: '/words',
    schema: {
      summary: 'Every fixed text that a reader meets, in the language of the site',
      description:
        'With the text that comes with the software and the own one in its place. `PUT /api/admin/settings` changes them.',
      response: { 200: wordList },
    },
    handler: () => site.listWords(),
  });

  app.route({
    method: 'PUT',
    url: '/settings',
    config: { scope: 'owner' },
    schema: {
      summary: 'Change settings of the site',
      description:
        'Changes the settings in the body, all or none; null restores the default. A setting that an environment variable sets is refused.',
      body: siteSettingsInput,
      response: { 200: siteSettings },
    },
    handler: ({ body }) => site.save(body),
  });
};
