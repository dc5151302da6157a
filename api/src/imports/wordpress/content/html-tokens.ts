/** The tokens in order are the whole text, as written. */
export type HtmlToken = {
  /** A `verbatim` token is an element whose inner text is left alone, from its start tag to its end tag. */
  readonly kind: 'text' | 'open' | 'close' | 'comment' | 'verbatim';
  /** The tag's name in lower case; empty for text and comments. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly isLinked: boolean;
};

const VERBATIM = new Set(
  'pre script style svg math textarea select audio video object iframe noscript template'.split(
    ' ',
  ),
);

const TAG_START = /<(\/?)([a-z][^\s/>]*)/iy;
const MARKUP_START = /<(?:!--|\/?[a-z])/gi;

const QUOTE_OR_END = /["'>]/g;

/** A quotation mark counts only at the start of a value. */
function isValueStart(html: string, quote: number): boolean {
  let before = quote - 1;
  while (/\s/.test(html.charAt(before))) before -= 1;
  return html.charAt(before) === '=';
}

/** `from` is the end of the tag's name; -1 if the tag does not end. */
function endOfTag(html: string, from: number): number {
  QUOTE_OR_END.lastIndex = from;
  for (let found = QUOTE_OR_END.exec(html); found; found = QUOTE_OR_END.exec(html)) {
    if (found[0] === '>') return found.index + 1;
    if (!isValueStart(html, found.index)) continue;
    const closing = html.indexOf(found[0], found.index + 1);
    if (closing < 0) return -1;
    QUOTE_OR_END.lastIndex = closing + 1;
  }
  return -1;
}

type Scan = {
  readonly html: string;
  /** Tags without an end tag from here on, so that each is searched for once. */
  readonly unclosed: Set<string>;
};

function endOfElement({ html, unclosed }: Scan, name: string, from: number): number {
  if (unclosed.has(name)) return -1;
  const closing = new RegExp(`</${name}\\s*>`, 'gi');
  closing.lastIndex = from;
  const found = closing.exec(html);
  if (found) return found.index + found[0].length;
  unclosed.add(name);
  return -1;
}

type Markup = Omit<HtmlToken, 'isLinked'>;

function readComment({ html }: Scan, start: number): Markup | null {
  const end = html.indexOf('-->', start + 4);
  return end < 0 ? null : { kind: 'comment', name: '', start, end: end + 3 };
}

function readTag(scan: Scan, start: number): Markup | null {
  TAG_START.lastIndex = start;
  const [text = '', slash, tag = ''] = TAG_START.exec(scan.html) ?? [];
  const end = endOfTag(scan.html, start + text.length);
  if (end < 0) return null;
  const name = tag.toLowerCase();
  if (slash) return { kind: 'close', name, start, end };
  const elementEnd = VERBATIM.has(name) ? endOfElement(scan, name, end) : -1;
  if (elementEnd >= 0) return { kind: 'verbatim', name, start, end: elementEnd };
  return { kind: 'open', name, start, end };
}

function readMarkup(scan: Scan, start: number): Markup | null {
  return scan.html.startsWith('<!--', start) ? readComment(scan, start) : readTag(scan, start);
}

/** Why no parser: it would build a tree, but the rules of WordPress are about the text between tags. */
export function readTokens(html: string): HtmlToken[] {
  const scan: Scan = { html, unclosed: new Set() };
  const tokens: HtmlToken[] = [];
  let links = 0;
  const add = (token: Markup) => {
    if (token.start < token.end) tokens.push({ ...token, isLinked: links > 0 });
    if (token.name === 'a') links = token.kind === 'open' ? 1 : 0;
  };
  let at = 0;
  for (const { index } of html.matchAll(MARKUP_START)) {
    if (index < at) continue;
    const markup = readMarkup(scan, index);
    // Markup that does not end is text up to the end.
    if (!markup) break;
    add({ kind: 'text', name: '', start: at, end: index });
    add(markup);
    at = markup.end;
  }
  add({ kind: 'text', name: '', start: at, end: html.length });
  return tokens;
}

export function replaceInText(
  html: string,
  pattern: RegExp,
  replacement: (match: RegExpExecArray, token: HtmlToken) => string | null,
): string {
  let tokens: readonly HtmlToken[] | undefined;
  const pieces: string[] = [];
  let at = 0;
  let current = 0;
  for (const match of html.matchAll(pattern)) {
    tokens ??= readTokens(html);
    while ((tokens[current]?.end ?? Number.POSITIVE_INFINITY) <= match.index) current += 1;
    const token = tokens[current];
    const isFree = match.index >= at && token?.kind === 'text';
    const replaced = isFree ? replacement(match, token) : null;
    if (replaced === null) continue;
    pieces.push(html.slice(at, match.index), replaced);
    at = match.index + match[0].length;
  }
  return pieces.join('') + html.slice(at);
}

/** An unfinished tag or comment would hide all that follows. */
export function withUnendedTagsAsText(html: string): string {
  const last = readTokens(html).at(-1);
  if (last?.kind !== 'text') return html;
  const text = html.slice(last.start);
  return html.slice(0, last.start) + text.replace(/<(?=!--|\/?[a-z])/gi, '&lt;');
}

export function replaceComments(html: string, replacement: (comment: string) => string): string {
  if (!html.includes('<!--')) return html;
  const texts = readTokens(html).map(({ kind, start, end }) => {
    const source = html.slice(start, end);
    return kind === 'comment' ? replacement(source) : source;
  });
  return texts.join('');
}
