import { plainText } from '../../html/plain-text.ts';

export type ShortcodeAttributes = {
  readonly named: ReadonlyMap<string, string>;
  /** Those without a name, as in `[youtube https://…]`. */
  readonly others: readonly string[];
};

const ATTRIBUTE =
  /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))|"([^"]*)"|'([^']*)'|([^\s"']+)/g;

/** Quotation marks that other programs have made round. */
const ROUND_QUOTES = /[\u201c\u201d\u201e\u2033]|&#8220;|&#8221;|&#8243;/g;

export function parseAttributes(source: string): ShortcodeAttributes {
  const named = new Map<string, string>();
  const others: string[] = [];
  // `[youtube=https://…]` has an address for its name.
  const text = source.replace(/^=/, '').replace(ROUND_QUOTES, '"').replace(/\/$/, '');
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
