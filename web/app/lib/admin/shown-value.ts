import { type FieldName, fieldOf } from '@longhand/contract/post-fields';
import { dateAndTime } from './date-and-time.ts';
import type { PostForm } from './post-form.ts';

/** A field of a form as text for people. */
export function shownValue(name: FieldName, form: PostForm, timeZone: string): string {
  const value = form[name];
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const isDate = fieldOf(name).kind === 'date' && !Number.isNaN(Date.parse(value));
  return isDate ? dateAndTime(value, timeZone) : value;
}
