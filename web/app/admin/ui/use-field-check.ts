import { type RefObject, useEffect } from 'react';

type Rules = { required?: boolean | undefined; limit?: number | undefined };

/** Why not maxlength: it would silently cut pasted text. Blank text also passes `required`. */
function validationError(value: string, { required, limit }: Rules): string {
  if (required && value !== '' && value.trim() === '') return 'Please fill in this field.';
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
