import { readFileSync } from 'node:fs';
import { COVER_COLOURS, COVER_VARIANTS } from '@longhand/contract/cover';
import { expect, test } from 'vitest';

test('a cover has the same colours in the style sheet and in social pictures', () => {
  const css = readFileSync(new URL('./cover.module.css', import.meta.url), 'utf8');
  const variant = /--cover-ground: (#\w+);\s+--cover-ink: (#\w+);\s+--cover-figure: (#\w+);/g;
  const inStylesheet = [...css.matchAll(variant)].map(([, ground, ink, figure]) => ({
    ground,
    ink,
    figure,
  }));
  expect(inStylesheet).toEqual(COVER_COLOURS);
  expect(COVER_COLOURS).toHaveLength(COVER_VARIANTS);
});
