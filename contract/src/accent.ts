import { contrast, HEX_COLOUR, readableOn } from './colours.ts';
import { PALETTE } from './palette.ts';

export { contrast } from './colours.ts';

/** WCAG 2.2 AA, for text of any size. */
export const MIN_CONTRAST = 4.5;

/** Barely enough is dull on a dark background; the stylesheet's accent has more, too. */
const DARK_CONTRAST = 6.5;

export const ACCENT_PATTERN = HEX_COLOUR;

/** Why it cannot be used, or null. */
export function accentProblem(accent: string): string | null {
  if (!ACCENT_PATTERN.test(accent)) return 'must be a colour like #97371a';
  const found = contrast(accent, PALETTE.light.paper);
  if (found >= MIN_CONTRAST) return null;
  // Rounded down: 4.49 must not be shown as 4.5.
  const shown = Math.floor(found * 10) / 10;
  return `has too little contrast with the paper: ${shown}, where text needs ${MIN_CONTRAST}. A darker colour works`;
}

/** `accent` on the paper; `accentOnShade` where the background is shaded. */
type AccentColours = { readonly accent: string; readonly accentOnShade: string };

/** For an accent without a problem. */
export function accentColours(accent: string): {
  readonly light: AccentColours;
  readonly dark: AccentColours;
} {
  const { light, dark } = PALETTE;
  const inDark =
    accent === light.accent
      ? dark.accent
      : readableOn(accent, 'lighter', [dark.paper, dark.shade], DARK_CONTRAST);
  const onShade = readableOn(accent, 'darker', [light.paper, light.shade], MIN_CONTRAST);
  return {
    light: { accent, accentOnShade: onShade },
    dark: { accent: inDark, accentOnShade: inDark },
  };
}
