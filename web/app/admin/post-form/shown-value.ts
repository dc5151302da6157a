import { type FieldName, fieldOf } from '@longhand/contract/post-fields';
import { dateAndTime } from './date-and-time.ts';
import type { PostForm } from './post-form.ts';

export function shownTitle(title: string): string {
  return title.trim() || 'Untitled';
}

/** A field of a form as text for people. */
export function shownValue(name: FieldName, form: PostForm, timeZone: string): string {
  const value = form[name];
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return fieldOf(name).kind === 'date' ? dateAndTime(value, timeZone) : value;
}
