// Separate from the schemas, so that the browser does not load zod.
import anyAscii from 'any-ascii';
import { MAX_SLUG_LENGTH } from './text-rules.ts';

/** Cuts between words, or within the only word. */
function cutAtWord(slug: string, max: number): string {
  if (slug.length <= max) return slug;
  if (slug[max] === '-') return slug.slice(0, max);
  const end = slug.lastIndexOf('-', max);
  return slug.slice(0, end > 0 ? end : max);
}

const UMLAUT = /[äöüÄÖÜ]/g;

/** Spells the letters that English does not have as the language does. */
function spellOut(text: string, language: string): string {
  if (!/^de\b/.test(language)) return text;
  return text.normalize('NFC').replace(UMLAUT, (letter) => `${anyAscii(letter)}e`);
}

/** Empty if the title has no letters or digits. */
export function slugFromTitle(title: string, language = ''): string {
  // Transliteration is slow, and a slug needs only the start.
  const words = anyAscii(spellOut(title.slice(0, 4 * MAX_SLUG_LENGTH), language))
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/(?<=[a-z0-9])'(?=[a-z])/g, '')
    .match(/[a-z0-9]+/g);
  return cutAtWord(words?.join('-') ?? '', MAX_SLUG_LENGTH);
}

/** `base` for 1, then `base-2`, `base-3`, …, within MAX_SLUG_LENGTH. */
export function numberedSlug(base: string, number: number): string {
  if (number === 1) return base;
  const suffix = `-${number}`;
  return cutAtWord(base, MAX_SLUG_LENGTH - suffix.length) + suffix;
}
