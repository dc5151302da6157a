import { normalizeImageUrl } from '@longhand/contract/images';
import { FIELD_NAMES, type FieldKind, fieldOf } from '@longhand/contract/post-fields';
import type { PostInput } from '@longhand/contract/posts';
import { normalizeTags } from '@longhand/contract/tags';
import type { PostRecord } from './posts.repository.ts';

function blankToNull(value: string | null): string | null {
  return value?.trim() || null;
}

/** The same normal form that `POST /save-image-url` returns. */
function normalImage(reference: string | null): string | null {
  return reference && (normalizeImageUrl(reference) ?? reference);
}

/** Slug and dates have rules of their own. */
type PlainKind = Exclude<FieldKind, 'slug' | 'date'>;

const TO_STORED: { readonly [Kind in PlainKind]: (value: never) => unknown } = {
  requiredText: (value: string) => value.trim(),
  html: (value: string) => value,
  text: blankToNull,
  tags: normalizeTags,
  image: (value: string | null) => normalImage(blankToNull(value)),
  boolean: (value: boolean) => value,
};

/** The fields of `input` as they are stored; what it leaves out comes from `current`. */
export function applyInput(current: PostRecord, input: PostInput): PostRecord {
  const stored = FIELD_NAMES.flatMap((name) => {
    const { kind } = fieldOf(name);
    if (kind === 'slug' || kind === 'date' || input[name] === undefined) return [];
    return [[name, TO_STORED[kind](input[name] as never)]];
  });
  const next: PostRecord = { ...current, ...Object.fromEntries(stored) };
  // A client that sends no alternative text must not leave the old one on a new image.
  if (next.featured_image !== current.featured_image && input.featured_image_alt === undefined)
    next.featured_image_alt = null;
  return next;
}
