import { escapeText } from '@longhand/contract/search';
import type { Mail } from '../mail/mail.ts';

type Site = { readonly name: string; readonly url: string };

/** For the owner, to see whether mail is set up right; in the language of the dashboard. */
export function testMail(to: string, { name, url }: Site): Mail {
  const subject = `Test mail from ${name}`;
  const sentences = [
    `This mail shows that ${name} (${url}) can send mails.`,
    'The newsletter is sent by the same server.',
  ];
  const paragraphs = sentences.map((sentence) => `<p>${escapeText(sentence)}</p>`).join('');
  const head = `<meta charset="utf-8"><title>${escapeText(subject)}</title>`;
  return {
    ...{ to, subject, text: `${sentences.join('\n\n')}\n` },
    html: `<!doctype html><html lang="en"><head>${head}</head><body>${paragraphs}</body></html>`,
  };
}
