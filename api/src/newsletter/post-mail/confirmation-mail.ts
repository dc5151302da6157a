import { confirmPath } from '@longhand/contract/newsletter-addresses';
import { escapeText } from '@longhand/contract/search';
import { fill } from '@longhand/contract/words';
import type { Mail } from '../../mail/mail.ts';
import { NO_ANSWERS, oneLine } from './list-headers.ts';
import { createPaint, LOOKS, type Look, SANS } from './looks.ts';
import { attributes, BODY, footRow, mailDocument, siteRow, TABLE } from './mail-document.ts';
import { type MailSite, wordsOfMail } from './mail-site.ts';
import { element, linkTo, rootOf, text } from './mail-tree.ts';
import { plainText } from './plain-text.ts';
import type { Recipient } from './post-mail.ts';

/** Outlook knows no padding of links. */
const BUTTON_CELL: Look = { css: 'mso-padding-alt:14px 24px', background: 'accent' };
const BUTTON: Look = {
  css: `display:inline-block;padding:14px 24px;font:600 17px/1.2 ${SANS};text-decoration:none`,
  color: 'paper',
};

function buttonHtml(href: string, words: string, look: (what: Look) => string): string {
  const link = `<a${attributes({ href })}${look(BUTTON)}>${escapeText(words)}</a>`;
  return `<table ${TABLE}><tr><td${look(BUTTON_CELL)}>${link}</td></tr></table>`;
}

type Asked = Recipient & { readonly confirmToken: string };

/** Asks whoever has this address whether they want the newsletter. */
export function confirmationMail({ email, token, confirmToken }: Asked, site: MailSite): Mail {
  const { words, lang, dir } = wordsOfMail(site);
  const href = site.url + confirmPath(encodeURIComponent(confirmToken));
  const subject = oneLine(fill(words['mail.confirm-subject'], { site: site.site_name }));
  const sentence = fill(words['mail.confirm-text'], { site: site.site_name });
  const ignore = words['mail.confirm-ignore'];
  const paint = createPaint(site);
  const look = (what: Look) => attributes(paint(what, dir));
  const html = `<p${look(LOOKS.p ?? {})}>${escapeText(sentence)}</p>${buttonHtml(href, words['mail.confirm-button'], look)}`;
  const rows = [
    siteRow(site, paint),
    { look: BODY, lang, dir, html },
    footRow(escapeText(ignore), lang, dir),
  ];
  const paragraphs = [text(sentence), linkTo(href), text(ignore)];
  return {
    ...{ to: email, bounceToken: token, subject, headers: NO_ANSWERS },
    html: mailDocument({ title: subject, preheader: sentence, rows }, site, paint),
    text: plainText(rootOf(paragraphs.map((inline) => element('p', {}, [inline]))), lang),
  };
}
