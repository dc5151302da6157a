import {
  API_FIELD_NAMES,
  FIELD_NAMES,
  type FieldName,
  type FieldOf,
  fieldOf,
} from '@longhand/contract/post-fields';
import type { Post, PostInput } from '@longhand/contract/posts';
import { foldCase } from '@longhand/contract/text';

/** A post's fields as a person fills them in. */
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

/** What tells tags apart, each once: in any case, one spelling is as good as another. */
export function tagKeys(tags: string): string[] {
  return [...new Set(splitTags(tags).map(foldCase))];
}

/** A field as it is sent; undefined where it is left out. */
function inputOf(name: FieldName, form: PostForm, saved: PostForm): unknown {
  const value = form[name];
  const { kind, partOf } = fieldOf(name);
  if (typeof value === 'boolean' || kind === 'requiredText' || kind === 'html') return value;
  if (kind === 'tags') return splitTags(value);
  if (kind === 'image') return value || null;
  const trimmed = value.trim();
  // Only where somebody chose another: else it follows the title.
  if (kind === 'slug') return trimmed === saved.slug ? undefined : trimmed || undefined;
  return partOf && !form[partOf] ? undefined : trimmed || null;
}

export function toInput(form: PostForm, saved: PostForm): PostInput {
  const entries = API_FIELD_NAMES.map((name) => [name, inputOf(name, form, saved)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as PostInput;
}

/** What was saved, with what was typed since it was sent. */
export function rebaseForm(current: PostForm, sent: PostForm, saved: PostForm): PostForm {
  const typed = changedFields(sent, current).map((field) => [field, current[field]]);
  return { ...saved, ...Object.fromEntries(typed) };
}

export function changedFields(from: PostForm, to: PostForm): FieldName[] {
  return FIELD_NAMES.filter((name) => from[name] !== to[name]);
}

/** A field as it would be stored, for comparing. */
function storedValue(name: FieldName, form: PostForm): string {
  const value = String(form[name]);
  const { kind } = fieldOf(name);
  if (kind === 'tags') return tagKeys(value).join();
  return kind === 'html' ? value : value.trim();
}

/** Whether saving one value over the other would change nothing. */
export function isSameValue(name: FieldName, a: PostForm, b: PostForm): boolean {
  return storedValue(name, a) === storedValue(name, b);
}

/** Whether saving the one over the other would change nothing but the address. */
function isSameInput(a: PostForm, b: PostForm): boolean {
  return changedFields(a, b).every((field) => field === 'slug' || isSameValue(field, a, b));
}

/** Whether a post is what was sent over `saved`: of the address only where another was asked for. */
export function isSavedAs(post: PostForm, sent: PostForm, saved: PostForm): boolean {
  const { slug = post.slug } = toInput(sent, saved);
  return isSameInput(post, sent) && slug === post.slug;
}

export function isSameForm(a: PostForm, b: PostForm): boolean {
  return changedFields(a, b).length === 0;
}
