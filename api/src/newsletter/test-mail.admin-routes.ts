import { testMailInput, testMailSent } from '@longhand/contract/newsletter';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Config } from '../config.ts';
import { BEARER, writeFailures } from '../http/responses.ts';
import type { Mailer } from '../mail/mail.ts';
import { sendNow } from '../mail/send-now.ts';
import type { SiteService } from '../site/site.service.ts';
import { testMail } from './test-mail.ts';

type Options = { config: Config; mailer: Mailer | null; site: SiteService };

/** Registered behind the session. */
export const testMailRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { config, mailer, site },
) => {
  app.post(
    '/newsletter/test',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Send a test mail',
        description: 'To the address of `MAIL_FROM`, unless `to` names another.',
        security: BEARER,
        body: testMailInput.nullish(),
        response: { 200: testMailSent, ...writeFailures(400, 409, 413, 415, 502) },
      },
    },
    async ({ body }) => {
      const { site_name: name } = await site.readValues();
      return sendNow(mailer, (from) => testMail(body?.to ?? from, { name, url: config.site.url }));
    },
  );
};
