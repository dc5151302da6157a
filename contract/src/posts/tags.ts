import { z } from 'zod';
import { MAX_TAG_LENGTH } from '../limits.ts';
import { namedObject } from '../named-schemas.ts';
import { text } from '../text/text.ts';
import { foldCase } from '../text/text-rules.ts';

export const MAX_TAGS = 50;

/** Limits apply after splitting: one entry may contain several tags, separated by commas. */
export const tagsInput = z
  .array(text(MAX_TAGS * MAX_TAG_LENGTH))
  .max(MAX_TAGS)
  .refine((tags) => normalizeTags(tags).length <= MAX_TAGS, `must be at most ${MAX_TAGS} tags`)
  .refine(
    (tags) => normalizeTags(tags).every((tag) => tag.length <= MAX_TAG_LENGTH),
    `must have at most ${MAX_TAG_LENGTH} characters each`,
  );

export const tagsResponse = z
  .object({ tags: z.array(z.string()) })
  .meta({ id: 'Tags', description: 'The topics of all published posts, sorted, each once.' });

export const tagCount = namedObject('TagCount', { tag: z.string(), posts: z.int().positive() });

export type TagCount = z.infer<typeof tagCount>;

/** Two spellings with the same key are the same tag. */
export function tagKey(tag: string): string {
  return foldCase(tag.trim());
}

/** Splits on commas, trims, drops empty entries and later spellings of the same tag. */
export function normalizeTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags.flatMap((entry) => entry.split(','))) {
    const key = tagKey(tag);
    if (key !== '' && !byKey.has(key)) byKey.set(key, tag.trim());
  }
  return [...byKey.values()];
}

const alphabetical = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

export function compareTags(a: string, b: string): number {
  return alphabetical.compare(a, b) || (a < b ? -1 : 1);
}

export function sortTags(tags: readonly string[]): string[] {
  return tags.toSorted(compareTags);
}
