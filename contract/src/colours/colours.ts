export const HEX_COLOUR = /^#[0-9a-f]{6}$/;

type Triple = readonly [number, number, number];

function toLinear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function toGamma(part: number): number {
  return part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;
}

/** Red, green and blue from 0 to 1, in proportion to the light. */
function linearOf(hex: string): Triple {
  const number = Number.parseInt(hex.slice(1), 16);
  return [
    toLinear((number >> 16) / 255),
    toLinear(((number >> 8) & 255) / 255),
    toLinear((number & 255) / 255),
  ];
}

function hexOf(linear: Triple): string {
  const parts = linear.map((part) => Math.round(toGamma(part) * 255));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** `share` is that of the first colour, as in `color-mix(in srgb, …)`. */
export function mix(first: string, second: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [a, b] = [first, second].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16));
    return Math.round((a ?? 0) * share + (b ?? 0) * (1 - share));
  });
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(hex: string): number {
  const [red, green, blue] = linearOf(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of WCAG, from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** Lightness is from 0 to 1, followed by two axes of colour: https://bottosson.github.io/posts/oklab/ */
function oklabOf(hex: string): Triple {
  const [red, green, blue] = linearOf(hex);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function linearOfOklab([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const STEPS = 40;

/** The colour has the same hue, and is as colourful as a screen can show it at this lightness. */
function withLightness([, a, b]: Triple, lightness: number): string {
  for (let step = STEPS; step > 0; step -= 1) {
    const linear = linearOfOklab([lightness, (a * step) / STEPS, (b * step) / STEPS]);
    if (linear.every((part) => part >= 0 && part <= 1)) return hexOf(linear);
  }
  const grey = Math.min(Math.max(lightness, 0), 1) ** 3;
  return hexOf([grey, grey, grey]);
}

/** Returns the nearest lighter or darker colour of the same hue that has this contrast with all surfaces. */
export function readableOn(
  hex: string,
  towards: 'lighter' | 'darker',
  surfaces: readonly string[],
  minimum: number,
): string {
  const isReadable = (colour: string) =>
    surfaces.every((surface) => contrast(colour, surface) >= minimum);
  if (isReadable(hex)) return hex;
  const from = oklabOf(hex);
  const end = towards === 'lighter' ? 1 : 0;
  for (let step = 1; step < STEPS; step += 1) {
    const colour = withLightness(from, from[0] + ((end - from[0]) * step) / STEPS);
    if (isReadable(colour)) return colour;
  }
  return towards === 'lighter' ? '#ffffff' : '#000000';
}
