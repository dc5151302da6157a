import { z } from 'zod';
import { isStorable } from './storable.ts';

const NOT_STORABLE = 'contains a null byte or a broken character that cannot be stored';

/** Of any length: for comparison with what is stored. */
export const storableText = z.string().refine(isStorable, NOT_STORABLE);

/** `max` in UTF-16 units. */
export function text(max: number) {
  return z.string().max(max).refine(isStorable, NOT_STORABLE);
}

export function requiredText(max: number) {
  return text(max).refine((value) => value.trim() !== '', 'must not be empty');
}
