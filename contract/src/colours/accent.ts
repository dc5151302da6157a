import { contrast, HEX_COLOUR, mix, readableOn } from './colours.ts';
import { PALETTE } from './palette.ts';

export { contrast } from './colours.ts';

/** WCAG 2.2 AA requires this for text of any size. */
export const MIN_CONTRAST = 4.5;

/** A colour with barely enough contrast is dull on a dark background; the stylesheet's accent has more, too. */
const DARK_CONTRAST = 6.5;

export const ACCENT_PATTERN = HEX_COLOUR;

/** Says why it cannot be used, or null. */
export function accentProblem(accent: string): string | null {
  if (!ACCENT_PATTERN.test(accent)) return 'must be a colour like #97371a';
  const found = contrast(accent, PALETTE.light.paper);
  if (found >= MIN_CONTRAST) return null;
  // Rounded down: 4.49 must not be shown as 4.5.
  const shown = Math.floor(found * 10) / 10;
  return `has too little contrast with the paper: ${shown}, where text needs ${MIN_CONTRAST}. A darker colour works`;
}

/** `accent` is for the paper, `accentOnShade` for a shaded background. */
type AccentColours = { readonly accent: string; readonly accentOnShade: string };

/** The accent must have passed `accentProblem`. */
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

type CoverColours = { readonly ground: string; readonly ink: string; readonly figure: string };

/** These are the colours of the light theme, the same as in web/app/reader/ui/cover.module.css. */
export function coverColours(accent: string): readonly CoverColours[] {
  const { paper, shade, ink } = PALETTE.light;
  return [
    { ground: accent, ink: paper, figure: mix(accent, paper, 0.84) },
    { ground: shade, ink: accent, figure: mix(accent, shade, 0.12) },
    { ground: mix(accent, paper, 0.16), ink, figure: mix(accent, paper, 0.3) },
    { ground: ink, ink: paper, figure: mix(accent, ink, 0.45) },
    { ground: mix(accent, ink, 0.5), ink: paper, figure: mix(accent, ink, 0.7) },
    { ground: mix(accent, paper, 0.4), ink, figure: mix(accent, paper, 0.55) },
  ];
}
