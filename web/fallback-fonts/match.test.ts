import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SYSTEM_FONTS, WEB_FACES } from './faces.ts';
import { readFontFile } from './font-file.ts';
import { matchSize, matchSizes } from './match.ts';
import { fallbackFontRules } from './plugin.ts';
import { LABELS, PROSE } from './sample-text.ts';

const require = createRequire(import.meta.url);
const TINOS = require.resolve('@fontsource/tinos/files/tinos-latin-400-normal.woff2');
const INTER = fileURLToPath(new URL('../app/fonts/inter.woff2', import.meta.url));

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

test('the metrics of a font are read from its file', async () => {
  const times = await readFontFile(TINOS);
  expect(times.ascent).toBeCloseTo(0.891, 3);
  expect(times.descent).toBeCloseTo(0.216, 3);
  expect(times.lineGap).toBeCloseTo(0.042, 3);
  expect(times.advances('a')).toEqual([909 / 2048]);
});

test('letters are measured with kerning', async () => {
  const times = await readFontFile(TINOS);
  expect(sum(times.advances('AV'))).toBeLessThan(
    sum(times.advances('A')) + sum(times.advances('V')),
  );
});

test('a variable font is measured in the weight that is asked for', async () => {
  const [regular, medium] = await Promise.all([readFontFile(INTER, 400), readFontFile(INTER, 500)]);
  expect(sum(medium.advances(PROSE))).toBeGreaterThan(sum(regular.advances(PROSE)) * 1.005);
});

test('a font matches itself', async () => {
  const times = await readFontFile(TINOS);
  expect(matchSize(times, times, PROSE)).toBe(1);
  const { rest, capitals } = matchSizes(times, times, PROSE);
  expect(rest).toBeCloseTo(1, 2);
  expect(capitals).toBeCloseTo(1, 1);
});

test('labels are as wide in the fallback as in the web font', async () => {
  const arial = await readFontFile(
    require.resolve('@fontsource-variable/arimo/files/arimo-latin-wght-normal.woff2'),
  );
  const inter = await readFontFile(INTER, 500);
  const { rest, capitals } = matchSizes(inter, arial, PROSE, LABELS);
  const width = [...LABELS.matchAll(/([0-9A-Z]+)|[^0-9A-Z]+/g)].map(
    ([run, isCapital]) => (isCapital ? capitals : rest) * sum(arial.advances(run)),
  );
  expect(sum(width)).toBeCloseTo(sum(inter.advances(LABELS)), 6);
});

test('each web font has a fallback on computers and one on phones', async () => {
  const rules = await fallbackFontRules();
  for (const { family, kind } of WEB_FACES)
    for (const system of SYSTEM_FONTS.filter((font) => font.kind === kind))
      expect(rules).toContain(`font-family: "${family} ${system.name}"`);
  const sizes = [...rules.matchAll(/size-adjust: ([\d.]+)%/g)].map(([, size]) => Number(size));
  expect(Math.min(...sizes)).toBeGreaterThan(80);
  expect(Math.max(...sizes)).toBeLessThan(120);
});
