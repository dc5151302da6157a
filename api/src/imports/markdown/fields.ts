import { withoutCommas } from '../content/topics.ts';
import { parseDate } from '../parse-date.ts';
import type { FoundPicture } from '../source.ts';
import type { Fields } from './front-matter.ts';
import type { Generator } from './site.ts';

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isDate(value);
}

const isDate = (value: unknown): value is Date => value instanceof Date;

function asText(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return isDate(value) ? value.toISOString() : '';
}

/** Themes and newer generators put their fields into these groups. */
const GROUPS = ['params', 'extra', 'taxonomies'];

function fieldOf(fields: Fields, name: string): unknown {
  if (fields.has(name)) return fields.get(name);
  const groups = GROUPS.map((group) => fields.get(group)).filter(isMap);
  return groups.find((group) => Object.hasOwn(group, name))?.[name];
}

export function textField(fields: Fields, ...names: string[]): string {
  for (const name of names) {
    const text = asText(fieldOf(fields, name));
    if (text !== '') return text;
  }
  return '';
}

function isTrue(value: unknown): boolean {
  return value === true || (typeof value === 'string' && /^(true|yes)$/i.test(value));
}

function isFalse(value: unknown): boolean {
  return value === false || (typeof value === 'string' && /^(false|no)$/i.test(value));
}

export function isDraft(fields: Fields): boolean {
  const isHidden = ['published', 'publish'].some((name) => isFalse(fields.get(name)));
  return isHidden || isTrue(fields.get('draft')) || textField(fields, 'status') === 'draft';
}

/** Returns the date as written: addresses contain its day, whatever the time zone. */
export function writtenDate(fields: Fields): string {
  const names = ['date', 'publishdate', 'pubdate', 'published_at', 'published', 'created'];
  const dates = names.map((name) => asText(fieldOf(fields, name)));
  return dates.find((text) => parseDate(text) !== null) ?? '';
}

/** The field may be a list or a text; the separator in a text depends on the generator. */
export function listField(fields: Fields, names: readonly string[], separator: RegExp): string[] {
  return names.flatMap((name) => {
    const value = fieldOf(fields, name);
    const list = Array.isArray(value) ? value.map(asText) : asText(value).split(separator);
    return list.map((text) => text.trim()).filter((text) => text !== '');
  });
}

/** These names of Eleventy's collections are no topics. */
const COLLECTIONS = new Set(['all', 'nav', 'page', 'pages', 'post', 'posts']);

function separatorIn(fields: Fields, name: string, generator: Generator): RegExp {
  const isSpaced = generator === 'jekyll' && !textField(fields, name).includes(',');
  return isSpaced ? /\s+/ : /,/;
}

function topicName(text: string): string {
  return withoutCommas(text.replace(/^#/, ''));
}

export type MarkdownTopic = { readonly kind: 'category' | 'tag'; readonly name: string };

const TOPIC_FIELDS = [
  ['categories', 'category'],
  ['category', 'category'],
  ['tags', 'tag'],
  ['tag', 'tag'],
] as const;

/** Removes the `#` of Obsidian, and commas, which separate topics here. */
export function topicsOf(fields: Fields, generator: Generator): MarkdownTopic[] {
  const found = TOPIC_FIELDS.flatMap(([field, kind]) => {
    // A single category may have several words, also in Jekyll.
    const separator = field === 'category' ? /,/ : separatorIn(fields, field, generator);
    return listField(fields, [field], separator).map((text) => ({ kind, name: topicName(text) }));
  });
  return generator === 'eleventy' ? found.filter(({ name }) => !COLLECTIONS.has(name)) : found;
}

const PICTURES = [
  ...['featured_image', 'featuredimage', 'feature_image', 'featureimage', 'cover', 'cover_image'],
  ...['coverimage', 'image', 'hero', 'heroimage', 'banner', 'thumbnail', 'header', 'images'],
  'og_image',
];
const ADDRESSES = ['image', 'path', 'src', 'url', 'feature', 'teaser', 'overlay_image', 'relative'];

function pictureIn(value: unknown): FoundPicture | null {
  if (Array.isArray(value)) return pictureIn(value[0]);
  if (!isMap(value)) return asText(value) === '' ? null : { address: asText(value), alt: null };
  const address = ADDRESSES.map((name) => asText(value[name])).find((text) => text !== '');
  return address === undefined ? null : { address, alt: asText(value.alt) || null };
}

export function pictureField(fields: Fields): FoundPicture | null {
  for (const name of PICTURES) {
    const picture = pictureIn(fieldOf(fields, name));
    if (!picture) continue;
    const alt = textField(fields, `${name}_alt`, `${name}alt`, 'image_alt', 'alt');
    return { address: picture.address, alt: picture.alt ?? (alt || null) };
  }
  return null;
}
