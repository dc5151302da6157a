import { type HtmlToken, readTokens } from './html-tokens.ts';
import { parseAttributes, type ShortcodeAttributes } from './shortcode-attributes.ts';

export type Shortcode = ShortcodeAttributes & {
  readonly name: string;
  /** Between `[name]` and `[/name]`, as HTML; null without an end. */
  readonly inner: string | null;
};

/** Gives the HTML of a shortcode; null to leave it as text. */
export type ShortcodeWriter = (shortcode: Shortcode) => string | null;

const OPENING = /\[([a-z][\w-]*)((?:[\s=/][^[\]]*)?)\]/gi;

type Found = {
  readonly name: string;
  readonly attributes: string;
  readonly start: number;
  /** Behind the end of `[name]`. */
  readonly startEnd: number;
};

class ShortcodeReader {
  readonly #html: string;
  #tokens: readonly HtmlToken[] | undefined;
  #current = 0;
  /** Where the last end of a name is, so that each is looked for once. */
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
          startEnd: index + whole.length,
        };
  }

  #isInText(index: number): boolean {
    this.#tokens ??= readTokens(this.#html);
    while ((this.#tokens[this.#current]?.end ?? index + 1) <= index) this.#current += 1;
    return this.#tokens[this.#current]?.kind === 'text';
  }

  /** Where `[/name]` starts; -1 if it does not come. */
  endOf({ name, startEnd }: Found): number {
    const end = `[/${name}]`;
    const last = this.#lastEnds.get(name) ?? this.#html.lastIndexOf(end);
    this.#lastEnds.set(name, last);
    return last < startEnd ? -1 : this.#html.indexOf(end, startEnd);
  }
}

export type ReplacedShortcodes = {
  readonly html: string;
  /** The names of those that stay as text. */
  readonly left: readonly string[];
};

/** A word in brackets is a shortcode only if something says so. */
function looksLikeShortcode(html: string, found: Found, hasEnd: boolean): boolean {
  if (hasEnd || /[\w-]\s*=\s*\S/.test(found.attributes) || /[_-]/.test(found.name)) return true;
  const before = html.slice(Math.max(0, found.start - 20), found.start);
  const after = html.slice(found.startEnd, found.startEnd + 20);
  return /(?:^|[\n>])[ \t]*$/.test(before) && /^[ \t]*(?:$|[\n<])/.test(after);
}

/**
 * Replaces the shortcodes that `writers` know. `[[name]]` is how one is written that is to be read:
 * it becomes `[name]`.
 */
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
    const { name, start, startEnd } = found;
    if (start < at) continue;
    const endTag = reader.endOf(found);
    const end = endTag < 0 ? startEnd : endTag + name.length + 3;
    const writer = Object.hasOwn(writers, name) ? writers[name] : undefined;
    if (!writer) {
      if (looksLikeShortcode(html, found, endTag >= 0)) left.add(name);
      continue;
    }
    const escapedEnd = [startEnd, end].find((index) => html[index] === ']');
    if (html[start - 1] === '[' && escapedEnd !== undefined) {
      replace(start - 1, escapedEnd + 1, html.slice(start, escapedEnd));
      continue;
    }
    const inner = endTag < 0 ? null : html.slice(startEnd, endTag);
    const written = writer({ ...parseAttributes(found.attributes), name, inner });
    if (written === null) left.add(name);
    else replace(start, end, written);
  }
  return { html: pieces.join('') + html.slice(at), left: [...left] };
}
