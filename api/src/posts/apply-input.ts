import { normalizeImageUrl } from '@longhand/contract/images';
import {
  FIELD_NAMES,
  type FieldKind,
  type FieldName,
  fieldOf,
} from '@longhand/contract/post-fields';
import type { PostInput } from '@longhand/contract/posts';
import { normalizeTags } from '@longhand/contract/tags';
import type { PostRecord } from './posts.repository.ts';
import { storedDate } from './schedules/publishing-dates.ts';

function blankToNull(value: string | null): string | null {
  return value?.trim() || null;
}

/** The same normal form that `POST /save-image-url` returns. */
function normalImage(reference: string | null): string | null {
  return reference && (normalizeImageUrl(reference) ?? reference);
}

const TO_STORED: { readonly [Kind in FieldKind]: (value: never) => unknown } = {
  requiredText: (value: string) => value.trim(),
  html: (value: string) => value,
  text: blankToNull,
  tags: normalizeTags,
  image: (value: string | null) => normalImage(blankToNull(value)),
  boolean: (value: boolean) => value,
  slug: (value: string) => value,
  date: storedDate,
  language: (value: string | null) => value,
  post: (value: string | null) => value,
};

export function toStored(name: FieldName, value: PostInput[FieldName]): unknown {
  return TO_STORED[fieldOf(name).kind](value as never);
}

/** Slug and dates have rules of their own. */
function isPlain(name: FieldName): boolean {
  return !['slug', 'date'].includes(fieldOf(name).kind);
}

/** The fields of `input` as they are stored; what it leaves out comes from `current`. */
export function applyInput(current: PostRecord, input: PostInput): PostRecord {
  const given = FIELD_NAMES.filter((name) => isPlain(name) && input[name] !== undefined);
  const stored = given.map((name) => [name, toStored(name, input[name])]);
  const next: PostRecord = { ...current, ...Object.fromEntries(stored) };
  // A client that sends no alternative text must not leave the old one on a new image.
  if (next.featured_image !== current.featured_image && input.featured_image_alt === undefined)
    next.featured_image_alt = null;
  return next;
}
