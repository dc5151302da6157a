import { readFileSync } from 'node:fs';
import { PALETTE } from '@longhand/contract/palette';
import { expect, test } from 'vitest';
import { accentStyle } from './accent-style.ts';

/** Media query and selector of each rule, without the spaces that do not count. */
function conditions(css: string): string[] {
  const rules = css
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s*([{}:;(),])\s*/g, '$1')
    .matchAll(/(?:(@media[^{]*)\{)?\s*(:root[^{]*)\{/g);
  return [...rules].map(([, media = '', selector]) => `${media} ${selector}`.trim());
}

const tokens = readFileSync(new URL('../../styles/tokens.css', import.meta.url), 'utf8');

test('an accent has the conditions of the stylesheet, each stronger than there', () => {
  const stronger = conditions(tokens).map((rule) => rule.replace(':root', ':root:root'));
  expect(stronger).toHaveLength(3);
  expect(conditions(accentStyle('#0b5d3b'))).toEqual(stronger);
});

test('without one it declares the colours of the stylesheet', () => {
  const { light, dark } = PALETTE;
  const colours = accentStyle(null).match(/#\w+/g);
  expect(colours).toEqual(
    [light, dark, dark].flatMap((theme) => [theme.accent, theme['accent-on-shade']]),
  );
});
