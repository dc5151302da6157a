import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accentColours, accentProblem, MIN_CONTRAST } from './accent.ts';
import { contrast } from './colours.ts';
import { PALETTE } from './palette.ts';

const colours = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`);

const THEMES = ['light', 'dark'] as const;

test('black on white has the contrast 21, a colour on itself 1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21);
  expect(contrast('#97371a', '#97371a')).toBe(1);
  // https://webaim.org/resources/contrastchecker/
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

test('every pair of text and accent has enough contrast in both themes, for 200 accepted accents', () => {
  const accepted = colours.filter((colour) => accentProblem(colour) === null);
  fc.assert(
    fc.property(accepted, (chosen) => {
      expect(accentColours(chosen).light.accent).toBe(chosen);
      for (const theme of THEMES) {
        const { paper, shade } = PALETTE[theme];
        const { accent, accentOnShade } = accentColours(chosen)[theme];
        const pairs = [
          [accent, paper],
          [paper, accent],
          [accentOnShade, shade],
          [accentOnShade, paper],
          [paper, accentOnShade],
        ] as const;
        for (const [text, background] of pairs)
          expect(contrast(text, background)).toBeGreaterThanOrEqual(MIN_CONTRAST);
      }
    }),
    { numRuns: 200 },
  );
});

test('the colour of failures has enough contrast in both themes', () => {
  for (const theme of THEMES) {
    const { error, paper, shade } = PALETTE[theme];
    for (const background of [paper, shade])
      expect(contrast(error, background)).toBeGreaterThanOrEqual(MIN_CONTRAST);
  }
});

test('a refused accent has too little contrast with the paper, and the reason says so', () => {
  const refused = colours.filter((colour) => accentProblem(colour) !== null);
  fc.assert(
    fc.property(refused, (colour) => {
      expect(contrast(colour, PALETTE.light.paper)).toBeLessThan(MIN_CONTRAST);
      expect(accentProblem(colour)).toMatch(
        /^has too little contrast with the paper: [1-4](\.\d)?,/,
      );
    }),
    { numRuns: 200 },
  );
});

/** In degrees, as HSL has it. */
function hueOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(hex.slice(at, at + 2), 16),
  );
  return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
}

test.each(['#97371b', '#0b5d3b', '#1f4fd8', '#8a1c6b', '#5a4a00'])(
  'the dark theme has %s in the same hue, and colourful',
  (accent) => {
    const { dark } = accentColours(accent);
    const turned = Math.abs(hueOf(accent) - hueOf(dark.accent)) % 360;
    expect(Math.min(turned, 360 - turned)).toBeLessThan(20);
    const parts = [1, 3, 5].map((at) => Number.parseInt(dark.accent.slice(at, at + 2), 16));
    expect(Math.max(...parts) - Math.min(...parts)).toBeGreaterThan(60);
  },
);

test("the stylesheet's own accent has the stylesheet's own counterpart", () => {
  expect(accentColours(PALETTE.light.accent).dark.accent).toBe(PALETTE.dark.accent);
});

test.each(['red', '#fff', '#97371A', '97371a', '#97371a;', 'url(#a)', ''])(
  '%j is not a colour',
  (value) => {
    expect(accentProblem(value)).toBe('must be a colour like #97371a');
  },
);
