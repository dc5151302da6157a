import { type FieldName, fieldOf } from '@longhand/contract/post-fields';
import type { PostForm } from './post-form.ts';
import { shownDate } from './publish-dates.ts';

/** A field as text, for comparing versions. */
export function shownValue(name: FieldName, form: PostForm, timeZone: string): string {
  const value = form[name];
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return fieldOf(name).kind === 'date' ? shownDate(value, timeZone) : value;
}
