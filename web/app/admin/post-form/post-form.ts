import { foldCase } from '@longhand/contract/fold-case';
import { normalizeLanguage } from '@longhand/contract/language';
import {
  API_FIELD_NAMES,
  FIELD_NAMES,
  type FieldName,
  type FieldOf,
  fieldOf,
} from '@longhand/contract/post-fields';
import type { Post, PostInput } from '@longhand/contract/posts';
import { changedFields } from './forms.ts';
import { settleDates } from './publish-dates.ts';

/** A post's fields as form values. */
export type PostForm = {
  readonly [Name in FieldName]: Name extends FieldOf<'boolean'> ? boolean : string;
};

function formOf(read: (name: FieldName) => Post[FieldName]): PostForm {
  const entries = FIELD_NAMES.map((name) => {
    const value = read(name);
    return [name, Array.isArray(value) ? value.join(', ') : (value ?? '')];
  });
  return Object.fromEntries(entries);
}

export const EMPTY_FORM = formOf((name) => (fieldOf(name).kind === 'boolean' ? false : ''));

/** The box is ticked for a scheduled post, so that saving does not unschedule it. */
export function toForm(post: Post): PostForm {
  const published = post.published || post.publish_at !== null;
  return { ...formOf((name) => post[name]), published };
}

export function splitTags(tags: string): string[] {
  return tags
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/** For comparing: without duplicates, ignoring case. */
export function tagKeys(tags: string): string[] {
  return [...new Set(splitTags(tags).map(foldCase))];
}

/** Sent also if unchanged: publishing without it would publish at once. */
function scheduleOf(form: PostForm, saved: PostForm): string | null | undefined {
  if (form.published && form.publish_at) return form.publish_at;
  return form.publish_at || saved.publish_at ? null : undefined;
}

/** Only with a schedule. Left out if unchanged. */
function sendOf(form: PostForm, saved: PostForm): boolean | undefined {
  const isSent = form.send_when_published && form.published && form.publish_at !== '';
  return isSent === saved.send_when_published ? undefined : isSent;
}

/** The value to send; undefined if the field is left out. */
function inputOf(name: FieldName, form: PostForm, saved: PostForm): unknown {
  const value = form[name];
  const { kind, partOf } = fieldOf(name);
  if (name === 'send_when_published') return sendOf(form, saved);
  if (typeof value === 'boolean' || kind === 'requiredText' || kind === 'html') return value;
  if (kind === 'tags') return splitTags(value);
  if (kind === 'image') return value || null;
  if (name === 'publish_at') return scheduleOf(form, saved);
  // Left out if unchanged: what the server has set is not sent back.
  if (kind === 'date' || kind === 'post') return value === saved[name] ? undefined : value || null;
  if (kind === 'language')
    return value === saved[name] ? undefined : normalizeLanguage(value) || null;
  const trimmed = value.trim();
  // Left out if unchanged: the slug of a draft follows the title.
  if (kind === 'slug') return trimmed === saved.slug ? undefined : trimmed || undefined;
  return partOf && !form[partOf] ? undefined : trimmed || null;
}

export function toInput(form: PostForm, saved: PostForm, now = Date.now()): PostInput {
  const settled = settleDates(form, now);
  const entries = API_FIELD_NAMES.map((name) => [name, inputOf(name, settled, saved)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as PostInput;
}

/** Normalised like the server does, for comparing. */
function storedValue(name: FieldName, form: PostForm): string {
  const value = String(form[name]);
  const { kind } = fieldOf(name);
  if (kind === 'tags') return tagKeys(value).join();
  if (kind === 'language') return normalizeLanguage(value);
  return kind === 'html' ? value : value.trim();
}

/** Whether both would be stored as the same value. */
export function isSameValue(name: FieldName, a: PostForm, b: PostForm): boolean {
  return storedValue(name, a) === storedValue(name, b);
}

/** Slug, dates and what goes with them. */
function isSetByServer(name: FieldName): boolean {
  const { kind, partOf } = fieldOf(name);
  return ['slug', 'date'].includes(kind) || partOf === 'publish_at';
}

/** Whether both would be stored the same, apart from what the server may set. */
function isSameInput(a: PostForm, b: PostForm): boolean {
  return changedFields(a, b).every((field) => isSetByServer(field) || isSameValue(field, a, b));
}

/**
 * Whether `post` is the result of saving `sent` over `saved`. Slug and dates count only if they were
 * sent; what `published_at: null` becomes is left to the server.
 */
export function isSavedAs(post: PostForm, sent: PostForm, saved: PostForm): boolean {
  const input = toInput(sent, saved);
  const { slug = post.slug, published_at, publish_at = post.publish_at } = input;
  const { send_when_published = post.send_when_published } = input;
  const date = publish_at ? post.published_at : (published_at ?? post.published_at);
  return (
    isSameInput(post, sent) &&
    slug === post.slug &&
    (publish_at ?? '') === post.publish_at &&
    send_when_published === post.send_when_published &&
    date === post.published_at
  );
}
