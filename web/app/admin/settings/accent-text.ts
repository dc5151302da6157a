import { ACCENT_PATTERN, accentColours, accentProblem } from '@longhand/contract/colours/accent';
import { PALETTE } from '@longhand/contract/colours/palette';

/** '97371A' becomes '#97371a', '#abc' becomes '#aabbcc'; anything else stays as it is. */
export function normalizeAccent(typed: string): string {
  const text = typed.trim().toLowerCase();
  const [, digits] = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/.exec(text) ?? [];
  if (digits === undefined) return text;
  return `#${digits.length === 6 ? digits : digits.replaceAll(/./g, '$&$&')}`;
}

/** Null if the colour can be used. While typing, only a complete colour is judged. */
export function accentReason(typed: string, isTyping: boolean): string | null {
  const accent = isTyping ? typed.trim().toLowerCase() : normalizeAccent(typed);
  if (accent === '' || (isTyping && !ACCENT_PATTERN.test(accent))) return null;
  return accentProblem(accent);
}

/** Returns the colours of the default if it is empty; null while the colour is incomplete. */
export function sampleColours(typed: string): ReturnType<typeof accentColours> | null {
  const accent = normalizeAccent(typed) || PALETTE.light.accent;
  return ACCENT_PATTERN.test(accent) ? accentColours(accent) : null;
}
