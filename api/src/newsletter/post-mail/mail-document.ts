import { directionOf } from '@longhand/contract/language';
import { escapeAttribute, escapeText } from '@longhand/contract/posts/search';
import type { MailSite } from './mail-site.ts';
import { darkStyles, type MailStyle, SANS, SERIF, type Side, type Styler } from './mail-styles.ts';
import { COLUMN } from './style-tree.ts';

export function attributes(values: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => ` ${name}="${escapeAttribute(String(value))}"`)
    .join('');
}

const PAPER: MailStyle = { background: 'paper' };
const SITE_NAME: MailStyle = {
  css: `font:600 15px/1.4 ${SANS};text-decoration:none`,
  color: 'ink',
};
const FOOT: MailStyle = {
  css: `padding:24px 0 0;border-top:1px solid;font:14px/1.6 ${SANS};text-align:{start}`,
  color: 'ink-soft',
  border: 'rule',
};
export const BODY: MailStyle = {
  css: `padding:0 0 32px;font:18px/1.6 ${SERIF};text-align:{start};word-wrap:break-word`,
  color: 'ink',
};

/** After a short preheader, programs show the text that follows it, so a wide blank follows. */
const PADDING = '\u034f\u200c\u00a0'.repeat(80);
const HIDDEN =
  'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all';

function hiddenText(text: string): string {
  return text && `<div style="${HIDDEN}">${escapeText(text)}${PADDING}</div>`;
}

export const TABLE = 'role="presentation" border="0" cellpadding="0" cellspacing="0"';

export type Row = {
  readonly style: MailStyle;
  readonly lang?: string;
  readonly dir: Side;
  readonly html: string;
};

type MailDocument = {
  readonly title: string;
  readonly preheader: string;
  readonly rows: readonly Row[];
};

/** The mail is one column, as wide as the window and at most 600 px. */
export function mailDocument(
  { title, preheader, rows }: MailDocument,
  site: MailSite,
  styler: Styler,
): string {
  const side = directionOf(site.language);
  const styled = (style: MailStyle, dir: Side = side) => attributes(styler(style, dir));
  const cells = rows.map(
    (row) =>
      `<tr><td${attributes({ lang: row.lang, dir: row.dir })}${styled(row.style, row.dir)}>${row.html}</td></tr>`,
  );
  const body = `<body${styled({ ...PAPER, css: 'margin:0;padding:0;-webkit-text-size-adjust:100%' })}>
${hiddenText(preheader)}
<table ${TABLE} width="100%"${styled(PAPER)}><tr><td align="center"${styled({ css: 'padding:32px 16px' })}>
<table ${TABLE} width="${COLUMN}"${styled({ css: `width:100%;max-width:${COLUMN}px` })}>
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

export function siteRow(site: MailSite, styler: Styler): Row {
  const dir = directionOf(site.language);
  const link = attributes({ href: `${site.url}/`, ...styler(SITE_NAME, dir) });
  return {
    style: { css: 'padding:0 0 32px;text-align:{start}' },
    dir,
    html: `<a${link}>${escapeText(site.site_name)}</a>`,
  };
}

export function footRow(html: string, lang: string, dir: Side): Row {
  return { style: FOOT, lang, dir, html };
}
