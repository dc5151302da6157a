// Apart from the schema: the browser makes slugs, too, without the library behind that.
import anyAscii from 'any-ascii';
import { MAX_SLUG_LENGTH } from './limits.ts';

/** Cuts at the end of a word where there is one, in the middle of the only word otherwise. */
function cutAtWord(slug: string, max: number): string {
  if (slug.length <= max) return slug;
  if (slug[max] === '-') return slug.slice(0, max);
  const end = slug.lastIndexOf('-', max);
  return slug.slice(0, end > 0 ? end : max);
}

/** A slug for a title, or '' where the title has nothing to keep. */
export function slugFromTitle(title: string): string {
  // Far more than 80 characters can never matter, and transliteration takes its time.
  const words = anyAscii(title.slice(0, 4 * MAX_SLUG_LENGTH))
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/(?<=[a-z0-9])'(?=[a-z])/g, '')
    .match(/[a-z0-9]+/g);
  return cutAtWord(words?.join('-') ?? '', MAX_SLUG_LENGTH);
}

/** `base` itself for number 1, then `base-2`, `base-3`, …, never longer than a slug may be. */
export function numberedSlug(base: string, number: number): string {
  if (number === 1) return base;
  const suffix = `-${number}`;
  return cutAtWord(base, MAX_SLUG_LENGTH - suffix.length) + suffix;
}
