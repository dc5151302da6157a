import { directionOf } from '@longhand/contract/language';
import { escapeAttribute, escapeText } from '@longhand/contract/search';
import { darkStyles, type Look, type Paint, SANS, SERIF, type Side } from './looks.ts';
import type { MailSite } from './mail-site.ts';
import { COLUMN } from './style-tree.ts';

/** As the attributes of an element. */
export function attributes(values: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => ` ${name}="${escapeAttribute(String(value))}"`)
    .join('');
}

export const PAPER: Look = { background: 'paper' };
const SITE_NAME: Look = { css: `font:600 15px/1.4 ${SANS};text-decoration:none`, color: 'ink' };
const FOOT: Look = {
  css: `padding:24px 0 0;border-top:1px solid;font:14px/1.6 ${SANS};text-align:{start}`,
  color: 'ink-soft',
  border: 'rule',
};
export const BODY: Look = {
  css: `padding:0 0 32px;font:18px/1.6 ${SERIF};text-align:{start};word-wrap:break-word`,
  color: 'ink',
};

/** Programs show the text after a short preheader: this is blank, and wide. */
const PADDING = '\u034f\u200c\u00a0'.repeat(80);
const HIDDEN =
  'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all';

function hiddenText(text: string): string {
  return text && `<div style="${HIDDEN}">${escapeText(text)}${PADDING}</div>`;
}

export const TABLE = 'role="presentation" border="0" cellpadding="0" cellspacing="0"';

export type Row = {
  readonly look: Look;
  readonly lang?: string;
  readonly dir: Side;
  readonly html: string;
};

type MailDocument = {
  readonly title: string;
  readonly preheader: string;
  readonly rows: readonly Row[];
};

/** One column, as wide as the window and at most 600 px. */
export function mailDocument(
  { title, preheader, rows }: MailDocument,
  site: MailSite,
  paint: Paint,
): string {
  const side = directionOf(site.language);
  const look = (what: Look, dir: Side = side) => attributes(paint(what, dir));
  const cells = rows.map(
    (row) =>
      `<tr><td${attributes({ lang: row.lang, dir: row.dir })}${look(row.look, row.dir)}>${row.html}</td></tr>`,
  );
  const body = `<body${look({ ...PAPER, css: 'margin:0;padding:0;-webkit-text-size-adjust:100%' })}>
${hiddenText(preheader)}
<table ${TABLE} width="100%"${look(PAPER)}><tr><td align="center"${look({ css: 'padding:32px 16px' })}>
<table ${TABLE} width="${COLUMN}"${look({ css: `width:100%;max-width:${COLUMN}px` })}>
${cells.join('\n')}
</table>
</td></tr></table>
</body>`;
  return `<!doctype html>
<html${attributes({ lang: site.language, dir: side })}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${escapeText(title)}</title>
<style>${darkStyles(body, site)}</style>
</head>
${body}
</html>
`;
}

export function siteRow(site: MailSite, paint: Paint): Row {
  const dir = directionOf(site.language);
  const link = attributes({ href: `${site.url}/`, ...paint(SITE_NAME, dir) });
  return {
    look: { css: 'padding:0 0 32px;text-align:{start}' },
    dir,
    html: `<a${link}>${escapeText(site.site_name)}</a>`,
  };
}

export function footRow(html: string, lang: string, dir: Side): Row {
  return { look: FOOT, lang, dir, html };
}
