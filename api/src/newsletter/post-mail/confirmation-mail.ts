import { confirmPath } from '@longhand/contract/newsletter/newsletter-addresses';
import { escapeText } from '@longhand/contract/posts/search';
import { fill } from '@longhand/contract/words';
import type { Mail } from '../../mail/mail.ts';
import { NO_ANSWERS, oneLine } from '../../mail/mail-headers.ts';
import { attributes, BODY, footRow, mailDocument, siteRow, TABLE } from './mail-document.ts';
import { type MailSite, wordsOfMail } from './mail-site.ts';
import { createStyler, MAIL_STYLES, type MailStyle, SANS } from './mail-styles.ts';
import { element, linkTo, rootOf, text } from './mail-tree.ts';
import { plainText } from './plain-text.ts';
import type { Recipient } from './post-mail.ts';

/** Outlook ignores the padding of links. */
const BUTTON_CELL: MailStyle = { css: 'mso-padding-alt:14px 24px', background: 'accent' };
const BUTTON: MailStyle = {
  css: `display:inline-block;padding:14px 24px;font:600 17px/1.2 ${SANS};text-decoration:none`,
  color: 'paper',
};

type Asked = Recipient & { readonly confirmToken: string };

export function confirmationMail({ email, token, confirmToken }: Asked, site: MailSite): Mail {
  const { words, lang, dir } = wordsOfMail(site);
  const href = site.url + confirmPath(encodeURIComponent(confirmToken));
  const subject = oneLine(fill(words['mail.confirm-subject'], { site: site.site_name }));
  const sentence = fill(words['mail.confirm-text'], { site: site.site_name });
  const ignore = words['mail.confirm-ignore'];
  const styler = createStyler(site);
  const styled = (style: MailStyle) => attributes(styler(style, dir));
  const link = `<a${attributes({ href })}${styled(BUTTON)}>${escapeText(words['mail.confirm-button'])}</a>`;
  const button = `<table ${TABLE}><tr><td${styled(BUTTON_CELL)}>${link}</td></tr></table>`;
  const html = `<p${styled(MAIL_STYLES.p ?? {})}>${escapeText(sentence)}</p>${button}`;
  const rows = [
    siteRow(site, styler),
    { style: BODY, lang, dir, html },
    footRow(escapeText(ignore), lang, dir),
  ];
  const paragraphs = [text(sentence), linkTo(href), text(ignore)];
  return {
    ...{ to: email, bounceToken: token, subject, headers: NO_ANSWERS },
    html: mailDocument({ title: subject, preheader: sentence, rows }, site, styler),
    text: plainText(rootOf(paragraphs.map((inline) => element('p', {}, [inline]))), lang),
  };
}
