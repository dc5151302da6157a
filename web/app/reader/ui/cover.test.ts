import { readFileSync } from 'node:fs';
import { coverColours } from '@longhand/contract/colours/accent';
import { contrast, mix } from '@longhand/contract/colours/colours';
import { COVER_VARIANTS } from '@longhand/contract/colours/cover';
import { PALETTE } from '@longhand/contract/colours/palette';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('./cover.module.css', import.meta.url), 'utf8');

/** What the stylesheet declares, in the light theme with this accent. */
function inStylesheet(accent: string) {
  const token = (name = '') => ({ ...PALETTE.light, accent })[name as 'paper'];
  const colour = (value = '') => {
    const [, first, share, second] =
      /^color-mix\(in srgb, var\(--([\w-]+)\) (\d+)%, var\(--([\w-]+)\)\)$/.exec(value) ?? [];
    if (share) return mix(token(first), token(second), Number(share) / 100);
    return token(/^var\(--([\w-]+)\)$/.exec(value)?.[1]);
  };
  const variant = /--cover-ground: (.+);\s+--cover-ink: (.+);\s+--cover-figure: (.+);/g;
  return [...css.matchAll(variant)].map(([, ground, ink, figure]) => ({
    ...{ ground: colour(ground), ink: colour(ink), figure: colour(figure) },
  }));
}

test.each([PALETTE.light.accent, '#0b5d3b', '#1b3a8c'])(
  'with the accent %s, a cover has the same colours in the style sheet and in social pictures',
  (accent) => {
    expect(inStylesheet(accent)).toEqual(coverColours(accent));
    expect(coverColours(accent)).toHaveLength(COVER_VARIANTS);
  },
);

test.each([PALETTE.light.accent, '#0b5d3b', '#6d6d6d', '#000000'])(
  'on every cover of the accent %s, the title of a social picture can be read',
  (accent) => {
    // Large text, as WCAG calls it.
    for (const { ground, ink } of coverColours(accent))
      expect(contrast(ground, ink)).toBeGreaterThan(3);
  },
);
