import { plainText } from '../../content/plain-text.ts';
import { type HtmlToken, readTokens } from './html-tokens.ts';

type ShortcodeAttributes = {
  readonly named: ReadonlyMap<string, string>;
  /** Values without a name, as in `[youtube https://…]`. */
  readonly others: readonly string[];
};

const ATTRIBUTE =
  /(?<![\w-])([\w-]+)(?![\w-])\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))|"([^"]*)"|'([^']*)'|([^\s"']+)/g;

/** Other programs may have made quotation marks curly. */
const CURLY_QUOTES = /[\u201c\u201d\u201e\u2033]|&#8220;|&#8221;|&#8243;/g;

function parseAttributes(source: string): ShortcodeAttributes {
  const named = new Map<string, string>();
  const others: string[] = [];
  // In `[youtube=https://…]` the value comes directly after the shortcode's name.
  const text = source.replace(/^=/, '').replace(CURLY_QUOTES, '"').replace(/\/$/, '');
  for (const [, name, ...values] of text.matchAll(ATTRIBUTE)) {
    const value = values.find((found) => found !== undefined) ?? '';
    if (name === undefined) others.push(decoded(value));
    else named.set(name.toLowerCase(), name === 'caption' ? value : decoded(value));
  }
  return { named, others };
}

function decoded(value: string): string {
  return value.includes('&') ? plainText(value) : value.trim();
}

export type Shortcode = ShortcodeAttributes & {
  readonly name: string;
  /** The HTML between `[name]` and `[/name]`; null without an end. */
  readonly inner: string | null;
};

/** Returns the HTML of a shortcode; null leaves it as text. */
export type ShortcodeWriter = (shortcode: Shortcode) => string | null;

const OPENING = /\[([a-z][\w-]*)((?:[\s=/][^[\]]*)?)\]/gi;

type Found = {
  readonly name: string;
  readonly attributes: string;
  readonly start: number;
  readonly afterStartTag: number;
};

class ShortcodeReader {
  readonly #html: string;
  #tokens: readonly HtmlToken[] | undefined;
  #current = 0;
  /** Positions of the last end of each name, so that each is searched for once. */
  readonly #lastEnds = new Map<string, number>();

  constructor(html: string) {
    this.#html = html;
  }

  *openings(): Generator<Found> {
    for (const { 0: whole, 1: name = '', 2: attributes = '', index } of this.#html.matchAll(
      OPENING,
    ))
      if (this.#isInText(index))
        yield {
          name: name.toLowerCase(),
          attributes,
          start: index,
          afterStartTag: index + whole.length,
        };
  }

  #isInText(index: number): boolean {
    this.#tokens ??= readTokens(this.#html);
    while ((this.#tokens[this.#current]?.end ?? index + 1) <= index) this.#current += 1;
    return this.#tokens[this.#current]?.kind === 'text';
  }

  /** Returns the position of `[/name]`; -1 if there is none. */
  endOf({ name, afterStartTag }: Found): number {
    const end = `[/${name}]`;
    const last = this.#lastEnds.get(name) ?? this.#html.lastIndexOf(end);
    this.#lastEnds.set(name, last);
    return last < afterStartTag ? -1 : this.#html.indexOf(end, afterStartTag);
  }
}

type ReplacedShortcodes = {
  readonly html: string;
  /** The names of shortcodes that stay as text. */
  readonly left: readonly string[];
};

/** A word in brackets is a shortcode only if there is a sign of it. */
function looksLikeShortcode(html: string, found: Found, hasEnd: boolean): boolean {
  if (hasEnd || /[\w-]\s*=\s*\S/.test(found.attributes) || /[_-]/.test(found.name)) return true;
  const before = html.slice(Math.max(0, found.start - 20), found.start);
  const after = html.slice(found.afterStartTag, found.afterStartTag + 20);
  return /(?:^|[\n>])[ \t]*$/.test(before) && /^[ \t]*(?:$|[\n<])/.test(after);
}

/** Replaces the shortcodes that `writers` know. `[[name]]` is an escaped shortcode, and becomes `[name]`. */
export function replaceShortcodes(
  html: string,
  writers: Readonly<Record<string, ShortcodeWriter>>,
): ReplacedShortcodes {
  if (!html.includes('[')) return { html, left: [] };
  const reader = new ShortcodeReader(html);
  const left = new Set<string>();
  const pieces: string[] = [];
  let at = 0;
  const replace = (start: number, end: number, text: string) => {
    pieces.push(html.slice(at, start), text);
    at = end;
  };
  for (const found of reader.openings()) {
    const { name, start, afterStartTag } = found;
    if (start < at) continue;
    const endTag = reader.endOf(found);
    const end = endTag < 0 ? afterStartTag : endTag + name.length + 3;
    const writer = Object.hasOwn(writers, name) ? writers[name] : undefined;
    if (!writer) {
      if (looksLikeShortcode(html, found, endTag >= 0)) left.add(name);
      continue;
    }
    const escapedEnd = [afterStartTag, end].find((index) => html[index] === ']');
    if (html[start - 1] === '[' && escapedEnd !== undefined) {
      replace(start - 1, escapedEnd + 1, html.slice(start, escapedEnd));
      continue;
    }
    const inner = endTag < 0 ? null : html.slice(afterStartTag, endTag);
    const written = writer({ ...parseAttributes(found.attributes), name, inner });
    if (written === null) left.add(name);
    else replace(start, end, written);
  }
  return { html: pieces.join('') + html.slice(at), left: [...left] };
}
