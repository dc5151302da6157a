import { confirmPath } from '@longhand/contract/newsletter-addresses';
import { escapeText } from '@longhand/contract/search';
import { fill } from '@longhand/contract/words';
import type { Mail } from '../../mail/mail.ts';
import { NO_ANSWERS } from './list-headers.ts';
import { createPaint, type Look, SANS } from './looks.ts';
import { attributes, BODY, footRow, mailDocument, siteRow } from './mail-document.ts';
import { type MailSite, wordsOfMail } from './mail-site.ts';
import { element, text } from './mail-tree.ts';
import { plainText } from './plain-text.ts';
import type { Recipient } from './post-mail.ts';

const BUTTON_CELL: Look = { css: 'padding:0', background: 'accent' };
const BUTTON: Look = {
  css: `display:inline-block;padding:14px 24px;font:600 17px/1.2 ${SANS};text-decoration:none`,
  color: 'paper',
};

type Asked = Recipient & { readonly confirmToken: string };

/** Asks whoever has this address whether they want the newsletter. */
export function confirmationMail({ email, token, confirmToken }: Asked, site: MailSite): Mail {
  const { words, lang, dir } = wordsOfMail(site);
  const name = { site: site.site_name };
  const subject = fill(words['mail.confirm-subject'], name);
  const sentence = fill(words['mail.confirm-text'], name);
  const ignore = words['mail.confirm-ignore'];
  const href = site.url + confirmPath(confirmToken);
  const paint = createPaint(site);
  const look = (what: Look) => attributes(paint(what, dir));
  const button = `<table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td${look(BUTTON_CELL)}><a href="${href}"${look(BUTTON)}>${escapeText(words['mail.confirm-button'])}</a></td></tr></table>`;
  const html = `<p${look({ css: 'margin:0 0 24px' })}>${escapeText(sentence)}</p>${button}`;
  const rows = [
    siteRow(site, paint),
    { look: BODY, lang, dir, html },
    footRow(escapeText(ignore), lang, dir),
  ];
  const link = element('a', { href }, [text(href)]);
  const children = [[text(sentence)], [link], [text(ignore)]].map((inline) =>
    element('p', {}, inline),
  );
  return {
    to: email,
    bounceToken: token,
    subject,
    html: mailDocument({ title: subject, preheader: sentence, rows }, site, paint),
    text: plainText({ type: 'root', children }, lang),
    headers: NO_ANSWERS,
  };
}
