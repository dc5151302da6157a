import { z } from 'zod';
import { isLanguage } from '../site/site-defaults.ts';
import { isStorable } from './text-rules.ts';

/** The start ends with an ellipsis if there is more text. */
export function startOfText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const start = text.slice(0, maxLength).replace(/(?<!\s)\s+\S*$|[\ud800-\udbff]$/, '');
  return `${start} …`;
}

const NOT_STORABLE = 'contains a null byte or a broken character that cannot be stored';

/** Has no limit, because it is only compared with what is stored. */
export const storableText = z.string().refine(isStorable, NOT_STORABLE);

/** `max` is in UTF-16 units. */
export function text(max: number) {
  return z.string().max(max).refine(isStorable, NOT_STORABLE);
}

export function requiredText(max: number) {
  return text(max).refine((value) => value.trim() !== '', 'must not be empty');
}

/** Does not match letters and signs that are blank, like the Hangul filler. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

export function line(max: number) {
  return text(max)
    .refine((value) => VISIBLE.test(value), 'must not be empty')
    .refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value), 'must be one line')
    .refine(
      (value) => !/[\u202a-\u202e\u2066-\u2069]/u.test(value),
      'contains an invisible character that reverses the direction of the text around it',
    )
    .transform((value) => value.trim());
}

export const languageTag = text(35)
  .refine(isLanguage, 'must be a language like en-US or de')
  .meta({ examples: ['en-US', 'de'] });

export function listLimit(max: number) {
  return z.coerce.number({ error: 'must be a number' }).int().min(1).max(max);
}
