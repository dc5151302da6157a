import { accentColours } from '@longhand/contract/colours/accent';
import { PALETTE } from '@longhand/contract/colours/palette';
import type { MailSite } from './mail-site.ts';

type Colour = keyof typeof PALETTE.light;
type Colours = Readonly<Record<Colour, string>>;
export type Side = 'ltr' | 'rtl';

/**
 * `{start}` and `{end}` in a style become left and right, because most mail programs know no logical
 * properties.
 */
export type MailStyle = {
  readonly css?: string;
  readonly color?: Colour;
  readonly background?: Colour;
  readonly border?: Colour;
  /**
   * Set if the element goes into a table of one cell, because Outlook knows padding only there; this is the
   * style within the cell.
   */
  readonly boxed?: string;
  /** Replaces a tag that mail programs do not know. */
  readonly as?: string;
};

/** Font names have no quotes, which would have to be escaped in an attribute. */
export const SERIF = 'Georgia,Times New Roman,serif';
export const SANS = '-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
const MONO = 'Menlo,Consolas,Courier New,monospace';

const HEADING = `margin:36px 0 12px;font-family:${SERIF};font-weight:bold`;
const CELL =
  'padding:8px 0;padding-{end}:16px;border-bottom:1px solid;text-align:{start};vertical-align:top';

function each(tags: string, style: MailStyle): Record<string, MailStyle> {
  return Object.fromEntries(tags.split(' ').map((tag) => [tag, style]));
}

/**
 * Keys are `.class`, `tag.class`, `parent>tag` or a tag. Tags that are not here are removed, and their
 * content stays. Their attributes are in mail-tree.ts.
 */
export const MAIL_STYLES: Readonly<Record<string, MailStyle>> = {
  ...each('b strong i em u s del ins q cite dfn abbr span ruby rt rp br wbr', {}),
  ...each('div thead tbody tfoot tr', {}),
  ...each('section article aside header footer address', { as: 'div' }),
  ...each('time bdi bdo', { as: 'span' }),
  p: { css: 'margin:0 0 20px' },
  'li>p': { css: 'margin:0 0 8px' },
  ...each('td>p th>p', { css: 'margin:0' }),
  ...each('blockquote>p aside>p', { css: 'margin:0 0 12px' }),
  details: { as: 'div', css: 'margin:0 0 20px' },
  summary: { as: 'div', css: 'margin:0 0 8px;font-weight:bold' },
  ...each('h1 h2', { css: `${HEADING};font-size:26px;line-height:1.2` }),
  h3: { css: `${HEADING};font-size:22px;line-height:1.25` },
  ...each('h4 h5 h6', { css: `margin:28px 0 8px;font:600 17px/1.4 ${SANS}` }),
  a: { css: 'text-decoration:underline', color: 'accent' },
  small: { css: 'font-size:85%' },
  ...each('sub sup', { css: 'font-size:70%;line-height:0' }),
  var: { as: 'i' },
  mark: { as: 'span', color: 'ink', background: 'mark' },
  ...each('code kbd samp', { as: 'code', css: `font:15px/1.5 ${MONO}`, background: 'shade' }),
  'pre>code': { css: `font:14px/1.5 ${MONO}` },
  pre: {
    css: 'padding:16px;text-align:left',
    background: 'shade',
    boxed: `margin:0;font:14px/1.5 ${MONO};white-space:pre-wrap;word-wrap:break-word`,
  },
  '.code-keyword': { color: 'code-keyword' },
  ...each('.code-string .code-string-expression', { color: 'code-string' }),
  ...each('.code-constant .code-link', { color: 'code-constant' }),
  ...each('.code-function .code-parameter', { color: 'code-function' }),
  '.code-comment': { css: 'font-style:italic', color: 'code-comment' },
  '.code-punctuation': { color: 'code-punctuation' },
  blockquote: {
    as: 'div',
    css: 'padding-{start}:20px;border-{start}:3px solid;font-style:italic',
    border: 'accent',
    boxed: '',
  },
  'blockquote.pull': {
    as: 'div',
    css: `padding:16px 0 8px;border-top:1px solid;border-bottom:1px solid;font:italic 24px/1.35 ${SERIF}`,
    border: 'rule',
    boxed: '',
  },
  'aside.note': {
    as: 'div',
    css: 'padding:16px 20px 4px;font-size:16px',
    background: 'shade',
    boxed: '',
  },
  '.footnotes': {
    as: 'div',
    css: 'margin:40px 0 0;padding:16px 0 0;border-top:1px solid;font-size:15px',
    color: 'ink-soft',
    border: 'rule',
  },
  ul: { css: 'margin:0 0 20px;padding:0;padding-{start}:24px' },
  ol: { css: 'margin:0 0 20px;padding:0;padding-{start}:28px' },
  'li>ul': { css: 'margin:8px 0 0;padding:0;padding-{start}:24px' },
  'li>ol': { css: 'margin:8px 0 0;padding:0;padding-{start}:28px' },
  li: { css: 'margin:0 0 8px' },
  dl: { css: 'margin:0 0 20px' },
  dt: { css: 'margin:0;font-weight:bold' },
  dd: { css: 'margin:0 0 12px;margin-{start}:24px' },
  figure: { as: 'div', css: 'margin:28px 0' },
  figcaption: { as: 'div', css: `margin:8px 0 0;font:14px/1.5 ${SANS}`, color: 'ink-soft' },
  img: { css: `border:0;font:italic 15px/1.5 ${SERIF}`, color: 'ink-soft' },
  hr: { css: 'width:80px;margin:36px auto;border:0;border-top:1px solid', border: 'field' },
  '.table-scroll': { css: 'margin:28px 0;overflow-x:auto' },
  table: { css: `width:100%;border-collapse:collapse;font:15px/1.5 ${SANS}` },
  caption: { css: `padding:0 0 8px;font:14px/1.5 ${SANS};text-align:{start}`, color: 'ink-soft' },
  'thead>th': { css: `${CELL};font-weight:600`, border: 'ink' },
  th: { css: `${CELL};font-weight:600`, border: 'rule' },
  td: { css: CELL, border: 'rule' },
};

const PROPERTIES = [
  { name: 'color', css: 'color', prefix: 'c' },
  { name: 'background', css: 'background-color', prefix: 'b' },
  { name: 'border', css: 'border-color', prefix: 'l' },
] as const satisfies readonly { readonly name: keyof MailStyle; css: string; prefix: string }[];

function coloursOf({ accent }: Pick<MailSite, 'accent'>, theme: 'light' | 'dark'): Colours {
  const own = accentColours(accent ?? PALETTE.light.accent)[theme];
  return { ...PALETTE[theme], accent: own.accent, 'accent-on-shade': own.accentOnShade };
}

function withSides(css: string, side: Side): string {
  const [start, end] = side === 'ltr' ? ['left', 'right'] : ['right', 'left'];
  return css.replaceAll('{start}', start).replaceAll('{end}', end);
}

/** Returns inline styles for the light theme, and classes by which the style sheet replaces their colours. */
export type Styler = (
  style: MailStyle,
  side: Side,
) => { readonly style: string; readonly class: string };

export function createStyler(site: Pick<MailSite, 'accent'>): Styler {
  const colours = coloursOf(site, 'light');
  return (style, side) => {
    const used = PROPERTIES.flatMap(({ name, css, prefix }) => {
      const colour = style[name];
      return colour === undefined ? [] : [{ css, prefix, colour }];
    });
    const styles = used.map(({ css, colour }) => `${css}:${colours[colour]}`);
    return {
      style: [withSides(style.css ?? '', side), ...styles].filter(Boolean).join(';'),
      class: used.map(({ prefix, colour }) => `${prefix}-${colour}`).join(' '),
    };
  };
}

/**
 * Has rules only for the classes that are used. Programs that do not know `prefers-color-scheme` show the
 * light colours, or dark ones that they derive from them.
 */
export function darkStyles(html: string, site: Pick<MailSite, 'accent'>): string {
  const rules = Object.entries(coloursOf(site, 'dark')).flatMap(([colour, value]) =>
    PROPERTIES.filter(({ prefix }) => html.includes(`${prefix}-${colour}`)).map(
      ({ css, prefix }) => `.${prefix}-${colour}{${css}:${value}!important}`,
    ),
  );
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}`;
}
