import { type FieldName, fieldOf } from '@longhand/contract/posts/post-fields';
import { type RefObject, useEffect } from 'react';

type Rules = { required?: boolean | undefined; limit?: number | undefined };

export function isBlank(value: string): boolean {
  return value.trim() === '';
}

/** Stays beside the field, unlike the browser’s own message. */
export function missing(name: FieldName): string {
  return `${fieldOf(name).label} is missing`;
}

/** Why not maxlength: it would silently cut pasted text. Blank text also passes `required`. */
function validationError(value: string, { required, limit }: Rules): string {
  if (required && value !== '' && isBlank(value)) return 'Please fill in this field.';
  if (limit !== undefined && value.length > limit) {
    return `Please shorten this text: it has ${value.length} characters, and the limit is ${limit}.`;
  }
  return '';
}

export function useFieldCheck(
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  value: string,
  { required, limit }: Rules,
): void {
  useEffect(() => {
    field.current?.setCustomValidity(validationError(value, { required, limit }));
  }, [field, value, required, limit]);
}
