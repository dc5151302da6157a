import { z } from 'zod';

/** Null bytes and lone surrogates cannot be stored by every database, so no field takes them. */
function isStorable(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

/** Text exactly as written, of at most `max` UTF-16 units. */
export function text(max: number) {
  return z
    .string()
    .max(max)
    .refine(isStorable, 'contains a null byte or a broken character that cannot be stored');
}

/** Text that a person must have filled in. */
export function requiredText(max: number) {
  return text(max).refine((value) => value.trim() !== '', 'must not be empty');
}

/**
 * The form in which two texts are compared when case must not matter. Lower then upper: upper
 * casing alone keeps "ẞ" apart from "ss", lower casing alone makes "Σ" depend on its neighbours.
 */
export function foldCase(value: string): string {
  return value.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC');
}
