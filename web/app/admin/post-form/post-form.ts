import { normalizeLanguage } from '@longhand/contract/language';
import {
  API_FIELD_NAMES,
  FIELD_NAMES,
  type FieldName,
  type FieldOf,
  fieldOf,
} from '@longhand/contract/posts/post-fields';
import type { Post, PostInput } from '@longhand/contract/posts/posts';
import { foldCase } from '@longhand/contract/text/text-rules';
import { changedFields } from './forms.ts';
import { settleDates } from './publish-dates.ts';
import { shownKind, shownValue } from './shown-value.ts';

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

export function toForm(post: Post): PostForm {
  return formOf((name) => post[name]);
}

export function splitTags(tags: string): string[] {
  return tags
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/** For comparisons: without duplicates, ignoring case. */
export function tagKeys(tags: string): string[] {
  return [...new Set(splitTags(tags).map(foldCase))];
}

/** A date ahead schedules a post that the box publishes, and one that is scheduled; a draft does not use it. */
export function isScheduling(form: PostForm, saved: PostForm): boolean {
  const { published, publish_at } = form;
  return publish_at !== '' && !saved.published && (published || saved.publish_at !== '');
}

/** Sent even if unchanged: publishing without it would publish at once. */
function scheduleOf(form: PostForm, saved: PostForm): string | null | undefined {
  if (isScheduling(form, saved)) return form.publish_at;
  return form.publish_at || saved.publish_at ? null : undefined;
}

/** Only a scheduled post is sent. Undefined if unchanged. */
function sendOf(form: PostForm, saved: PostForm): boolean | undefined {
  const isSent = form.send_when_published && isScheduling(form, saved);
  return isSent === saved.send_when_published ? undefined : isSent;
}

/** Undefined leaves the field out of the request. */
function inputOf(name: FieldName, form: PostForm, saved: PostForm): unknown {
  const value = form[name];
  const { kind, partOf } = fieldOf(name);
  if (name === 'send_when_published') return sendOf(form, saved);
  if (typeof value === 'boolean' || kind === 'requiredText' || kind === 'html') return value;
  if (kind === 'tags') return splitTags(value);
  if (kind === 'image') return value || null;
  if (name === 'publish_at') return scheduleOf(form, saved);
  // Left out if unchanged, so that what the server has set is not sent back.
  if (kind === 'date' || kind === 'post') return value === saved[name] ? undefined : value || null;
  if (kind === 'language')
    return value === saved[name] ? undefined : normalizeLanguage(value) || null;
  const trimmed = value.trim();
  // Left out if unchanged, because the slug of a draft follows the title.
  if (kind === 'slug') return trimmed === saved.slug ? undefined : trimmed || undefined;
  return partOf && !form[partOf] ? undefined : trimmed || null;
}

export function toInput(form: PostForm, saved: PostForm, now = Date.now()): PostInput {
  const settled = settleDates(form, saved, now);
  const entries = API_FIELD_NAMES.map((name) => [name, inputOf(name, settled, saved)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as PostInput;
}

/** Normalised as the server does it. */
function storedValue(name: FieldName, form: PostForm): string {
  const value = String(form[name]);
  const { kind } = fieldOf(name);
  if (kind === 'tags') return tagKeys(value).join();
  if (kind === 'language') return normalizeLanguage(value);
  return kind === 'html' ? value : value.trim();
}

function isSameValue(name: FieldName, a: PostForm, b: PostForm): boolean {
  return storedValue(name, a) === storedValue(name, b);
}

function isSetByServer(name: FieldName): boolean {
  const { kind, partOf } = fieldOf(name);
  return ['slug', 'date'].includes(kind) || partOf === 'publish_at';
}

function isSameInput(a: PostForm, b: PostForm): boolean {
  return changedFields(a, b).every((field) => isSetByServer(field) || isSameValue(field, a, b));
}

/**
 * True if `post` is the result of saving `sent` over `saved`. Slug and dates count only if they
 * were sent; what `published_at: null` becomes is left to the server.
 */
export function isSavedAs(post: PostForm, sent: PostForm, saved: PostForm): boolean {
  const input = toInput(sent, saved);
  const { slug = post.slug, published_at, publish_at = post.publish_at } = input;
  // A scheduled post is not published yet.
  const published = input.published === true && !input.publish_at;
  const { send_when_published = post.send_when_published } = input;
  const date = publish_at ? post.published_at : (published_at ?? post.published_at);
  return (
    isSameInput(post, { ...sent, published }) &&
    slug === post.slug &&
    (publish_at ?? '') === post.publish_at &&
    send_when_published === post.send_when_published &&
    date === post.published_at
  );
}

function partsOf(field: FieldName): FieldName[] {
  return FIELD_NAMES.filter((name) => name === field || fieldOf(name).partOf === field);
}

/** A three-way merge. */
function combineTags(base: string, mine: string, theirs: string): string {
  const has = (tags: string, tag: string) => tagKeys(tags).includes(foldCase(tag));
  const remaining = splitTags(theirs).filter((tag) => !has(base, tag) || has(mine, tag));
  const added = splitTags(mine).filter((tag) => !has(base, tag) && !has(theirs, tag));
  return [...remaining, ...added].join(', ');
}

type Versions = {
  readonly base: PostForm | null;
  readonly mine: PostForm;
  readonly theirs: PostForm;
};

export const POST_RULES = {
  names: FIELD_NAMES.filter((name) => !fieldOf(name).partOf),
  partsOf,
  isSameValue,
  combine: (field: FieldName, { base, mine, theirs }: Versions) =>
    fieldOf(field).kind === 'tags'
      ? combineTags(base?.tags ?? '', mine.tags, theirs.tags)
      : undefined,
  labelOf: (field: FieldName) => fieldOf(field).label,
  shownValue,
  kindOf: shownKind,
};
