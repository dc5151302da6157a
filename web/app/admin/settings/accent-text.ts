import { ACCENT_PATTERN, accentColours, accentProblem } from '@longhand/contract/accent';
import { PALETTE } from '@longhand/contract/palette';

/** '97371A' and '#abc' are meant as '#97371a' and '#aabbcc'; anything else stays as it is. */
export function normalizeAccent(typed: string): string {
  const text = typed.trim().toLowerCase();
  const [, digits] = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/.exec(text) ?? [];
  if (digits === undefined) return text;
  return `#${digits.length === 6 ? digits : digits.replaceAll(/./g, '$&$&')}`;
}

/** The reason why it cannot be used; while typing, only once it is a whole colour. */
export function accentReason(typed: string, isTyping: boolean): string | null {
  const accent = isTyping ? typed.trim().toLowerCase() : normalizeAccent(typed);
  if (accent === '' || (isTyping && !ACCENT_PATTERN.test(accent))) return null;
  return accentProblem(accent);
}

/** Of the default if it is empty; null while it is not a whole colour. */
export function sampleColours(typed: string): ReturnType<typeof accentColours> | null {
  const accent = normalizeAccent(typed) || PALETTE.light.accent;
  return ACCENT_PATTERN.test(accent) ? accentColours(accent) : null;
}
