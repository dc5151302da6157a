import { PALETTE } from './palette.ts';

/** WCAG 2.2 AA, for text of any size. */
export const MIN_CONTRAST = 4.5;

export const ACCENT_PATTERN = /^#[0-9a-f]{6}$/;

type Colour = readonly [red: number, green: number, blue: number];

function parse(hex: string): Colour {
  const number = Number.parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

function toHex(colour: Colour): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** As WCAG defines it. */
function luminance(hex: string): number {
  const [red, green, blue] = parse(hex).map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as unknown as Colour;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21. */
export function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

function mix(from: string, to: string, share: number): string {
  const target = parse(to);
  return toHex(
    parse(from).map((part, index) => {
      return part + ((target[index] ?? 0) - part) * share;
    }) as unknown as Colour,
  );
}

const STEPS = 50;

/** The nearest mix with `towards` that can be read on all these surfaces. */
function readableOn(accent: string, towards: string, surfaces: readonly string[]): string {
  for (let step = 0; step < STEPS; step += 1) {
    const colour = mix(accent, towards, step / STEPS);
    if (surfaces.every((surface) => contrast(colour, surface) >= MIN_CONTRAST)) return colour;
  }
  return towards;
}

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
  const inDark = readableOn(accent, '#ffffff', [dark.paper, dark.shade]);
  return {
    light: { accent, accentOnShade: readableOn(accent, '#000000', [light.paper, light.shade]) },
    dark: { accent: inDark, accentOnShade: inDark },
  };
}
