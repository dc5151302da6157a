import { accentColours } from '@longhand/contract/accent';
import { PALETTE } from '@longhand/contract/palette';
import type { MailSite } from './mail-site.ts';

type Colour = keyof typeof PALETTE.light;
type Colours = Readonly<Record<Colour, string>>;
export type Side = 'ltr' | 'rtl';

/** `{start}` and `{end}` in a style are left and right, as most mail programs know no logical properties. */
export type Look = {
  readonly css?: string;
  readonly color?: Colour;
  readonly background?: Colour;
  readonly border?: Colour;
  /** In a table of one cell, as Outlook knows padding only there; this is the style of what is in it. */
  readonly boxed?: string;
  /** The tag in its place, where mail programs do not know it. */
  readonly as?: string;
};

/** Without quotes, which would be longer in an attribute. */
export const SERIF = 'Georgia,Times New Roman,serif';
export const SANS = '-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
const MONO = 'Menlo,Consolas,Courier New,monospace';

const HEADING = `margin:36px 0 12px;font-family:${SERIF};font-weight:bold`;
const MINOR_HEADING: Look = { css: `margin:28px 0 8px;font:600 17px/1.4 ${SANS}` };
const BLOCK: Look = { as: 'div' };
const SMALL: Look = {
  css: `margin:8px 0 0;font:14px/1.5 ${SANS}`,
  color: 'ink-soft',
};
const MONOSPACED: Look = { as: 'code', css: `font:15px/1.5 ${MONO}`, background: 'shade' };
const CELL = 'padding:8px 0;padding-{end}:16px;border-bottom:1px solid;text-align:{start}';
const AS_SPAN: Look = { as: 'span' };

/**
 * By `.class`, `tag.class`, `parent>tag` or tag; tags that are not here are left out, and what is in them stays.
 * Their attributes are in mail-tree.ts.
 */
export const LOOKS: Readonly<Record<string, Look>> = {
  p: { css: 'margin:0 0 20px' },
  'li>p': { css: 'margin:0 0 8px' },
  'td>p': { css: 'margin:0' },
  'th>p': { css: 'margin:0' },
  'blockquote>p': { css: 'margin:0 0 12px' },
  'aside>p': { css: 'margin:0 0 12px' },
  div: {},
  section: BLOCK,
  article: BLOCK,
  aside: BLOCK,
  header: BLOCK,
  footer: BLOCK,
  address: BLOCK,
  details: { as: 'div', css: 'margin:0 0 20px' },
  summary: { as: 'div', css: 'margin:0 0 8px;font-weight:bold' },
  h1: { css: `${HEADING};font-size:26px;line-height:1.2` },
  h2: { css: `${HEADING};font-size:26px;line-height:1.2` },
  h3: { css: `${HEADING};font-size:22px;line-height:1.25` },
  h4: MINOR_HEADING,
  h5: MINOR_HEADING,
  h6: MINOR_HEADING,
  a: { css: 'text-decoration:underline', color: 'accent' },
  b: {},
  strong: {},
  i: {},
  em: {},
  u: {},
  s: {},
  del: {},
  ins: {},
  small: { css: 'font-size:85%' },
  sub: { css: 'font-size:70%;line-height:0' },
  sup: { css: 'font-size:70%;line-height:0' },
  q: {},
  cite: {},
  dfn: {},
  abbr: {},
  var: { as: 'i' },
  span: {},
  time: AS_SPAN,
  bdi: AS_SPAN,
  bdo: AS_SPAN,
  mark: { as: 'span', color: 'ink', background: 'mark' },
  ruby: {},
  rt: {},
  rp: {},
  br: {},
  wbr: {},
  code: MONOSPACED,
  kbd: MONOSPACED,
  samp: MONOSPACED,
  'pre>code': { css: `font:14px/1.5 ${MONO}` },
  pre: {
    css: 'padding:16px;text-align:left',
    background: 'shade',
    boxed: `margin:0;font:14px/1.5 ${MONO};white-space:pre-wrap;word-wrap:break-word`,
  },
  '.code-keyword': { color: 'code-keyword' },
  '.code-string': { color: 'code-string' },
  '.code-string-expression': { color: 'code-string' },
  '.code-constant': { color: 'code-constant' },
  '.code-link': { color: 'code-constant' },
  '.code-function': { color: 'code-function' },
  '.code-parameter': { color: 'code-function' },
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
  figcaption: { as: 'div', ...SMALL },
  img: { css: `border:0;font:italic 15px/1.5 ${SERIF}`, color: 'ink-soft' },
  hr: {
    css: 'width:80px;margin:36px auto;border:0;border-top:1px solid',
    border: 'field',
  },
  '.table-scroll': { css: 'margin:28px 0;overflow-x:auto' },
  table: { css: `width:100%;border-collapse:collapse;font:15px/1.5 ${SANS}` },
  caption: { ...SMALL, css: `padding:0 0 8px;font:14px/1.5 ${SANS};text-align:{start}` },
  thead: {},
  tbody: {},
  tfoot: {},
  tr: {},
  'thead>th': { css: `${CELL};vertical-align:top;font-weight:600`, border: 'ink' },
  th: { css: `${CELL};vertical-align:top;font-weight:600`, border: 'rule' },
  td: { css: `${CELL};vertical-align:top`, border: 'rule' },
};

const PROPERTIES = [
  { name: 'color', css: 'color', prefix: 'c' },
  { name: 'background', css: 'background-color', prefix: 'b' },
  { name: 'border', css: 'border-color', prefix: 'l' },
] as const satisfies readonly { readonly name: keyof Look; css: string; prefix: string }[];

/** The site's. */
function coloursOf({ accent }: Pick<MailSite, 'accent'>, theme: 'light' | 'dark'): Colours {
  const own = accentColours(accent ?? PALETTE.light.accent)[theme];
  return { ...PALETTE[theme], accent: own.accent, 'accent-on-shade': own.accentOnShade };
}

function withSides(css: string, side: Side): string {
  const [start, end] = side === 'ltr' ? ['left', 'right'] : ['right', 'left'];
  return css.replaceAll('{start}', start).replaceAll('{end}', end);
}

/** Inline styles for the light theme, and classes by which the style sheet replaces their colours. */
export type Paint = (look: Look, side: Side) => { readonly style: string; readonly class: string };

export function createPaint(site: Pick<MailSite, 'accent'>): Paint {
  const colours = coloursOf(site, 'light');
  return (look, side) => {
    const used = PROPERTIES.flatMap(({ name, css, prefix }) => {
      const colour = look[name];
      return colour === undefined ? [] : [{ css, prefix, colour }];
    });
    const styles = used.map(({ css, colour }) => `${css}:${colours[colour]}`);
    return {
      style: [withSides(look.css ?? '', side), ...styles].filter(Boolean).join(';'),
      class: used.map(({ prefix, colour }) => `${prefix}-${colour}`).join(' '),
    };
  };
}

/**
 * For programs that know `prefers-color-scheme`, with those classes that are used; the others show the
 * light colours, or dark ones that they make of them.
 */
export function darkStyles(html: string, site: Pick<MailSite, 'accent'>): string {
  const rules = Object.entries(coloursOf(site, 'dark')).flatMap(([colour, value]) =>
    PROPERTIES.filter(({ prefix }) => html.includes(`${prefix}-${colour}`)).map(
      ({ css, prefix }) => `.${prefix}-${colour}{${css}:${value}!important}`,
    ),
  );
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}`;
}
