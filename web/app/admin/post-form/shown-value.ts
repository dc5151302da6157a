import { languageName } from '@longhand/contract/language';
import { type FieldName, fieldOf } from '@longhand/contract/posts/post-fields';
import { dateAndTime } from '../words/date-and-time.ts';
import type { PostForm } from './post-form.ts';

export function shownTitle(title: string): string {
  return title.trim() || 'Untitled';
}

export type ShownKind = 'html' | 'image' | 'post' | 'text';

export function shownKind(name: FieldName): ShownKind {
  const { kind } = fieldOf(name);
  return kind === 'html' || kind === 'image' || kind === 'post' ? kind : 'text';
}

export function shownValue(name: FieldName, form: PostForm, timeZone: string): string {
  const value = form[name];
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const { kind } = fieldOf(name);
  if (kind === 'language') return value && languageName(value);
  return kind === 'date' ? dateAndTime(value, timeZone) : value;
}
