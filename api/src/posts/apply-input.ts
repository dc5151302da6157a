import { normalizeImageUrl } from '@longhand/contract/media/images';
import {
  FIELD_NAMES,
  type FieldKind,
  type FieldName,
  fieldOf,
} from '@longhand/contract/posts/post-fields';
import type { PostInput } from '@longhand/contract/posts/posts';
import { normalizeTags } from '@longhand/contract/posts/tags';
import type { PostRecord } from './posts.repository.ts';
import { storedDate } from './schedules/publishing-dates.ts';

function blankToNull(value: string | null): string | null {
  return value?.trim() || null;
}

/** Images are stored in the form that `POST /save-image-url` returns. */
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

/** Slugs and dates have rules of their own. */
function isPlain(name: FieldName): boolean {
  return !['slug', 'date'].includes(fieldOf(name).kind);
}

export function applyInput(current: PostRecord, input: PostInput): PostRecord {
  const given = FIELD_NAMES.filter((name) => isPlain(name) && input[name] !== undefined);
  const stored = given.map((name) => [name, toStored(name, input[name])]);
  const next: PostRecord = { ...current, ...Object.fromEntries(stored) };
  // A client that sends no alternative text must not leave the old one on a new image.
  if (next.featured_image !== current.featured_image && input.featured_image_alt === undefined)
    next.featured_image_alt = null;
  return next;
}
