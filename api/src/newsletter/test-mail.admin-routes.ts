import { testMailInput, testMailSent } from '@longhand/contract/newsletter/newsletter';
import { escapeText } from '@longhand/contract/posts/search';
import type { Config } from '../config/config.ts';
import { failures, type Routes } from '../http/responses.ts';
import type { Mail, Mailer } from '../mail/mail.ts';
import { sendNow } from '../mail/mailer.ts';
import type { SiteService } from '../site/site.service.ts';

type Site = { readonly name: string; readonly url: string };

/** The owner sees by this mail whether mail is set up right, so it is in the language of the dashboard. */
function testMail(to: string, { name, url }: Site): Mail {
  const subject = `Test email from ${name}`;
  const sentences = [
    `This email shows that ${name} (${url}) can send email.`,
    'The newsletter uses the same mail server.',
  ];
  const paragraphs = sentences.map((sentence) => `<p>${escapeText(sentence)}</p>`).join('');
  const head = `<meta charset="utf-8"><title>${escapeText(subject)}</title>`;
  return {
    ...{ to, subject, text: `${sentences.join('\n\n')}\n` },
    html: `<!doctype html><html lang="en"><head>${head}</head><body>${paragraphs}</body></html>`,
  };
}

type Options = { config: Config; mailer: Mailer | null; site: SiteService };

export const testMailRoutes: Routes<Options> = async (app, { config, mailer, site }) => {
  app.route({
    method: 'POST',
    url: '/newsletter/test',
    config: { scope: 'publish' },
    schema: {
      summary: 'Send a test mail',
      description: 'To the address of `MAIL_FROM`, unless `to` names another.',
      body: testMailInput.nullish(),
      response: { 200: testMailSent, ...failures(409, 502) },
    },
    handler: async ({ body }) => {
      const { site_name: name } = await site.readValues();
      return sendNow(mailer, (from) => testMail(body?.to ?? from, { name, url: config.site.url }));
    },
  });
};
