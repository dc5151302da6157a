import { PALETTE } from '@longhand/contract/colours/palette';
import { expect, test } from 'vitest';
import { accentStyle } from './accent-style.ts';

/** Media query and selector of each rule. */
function conditions(css: string): string[] {
  const rules = css.matchAll(/(?:(@media[^{]*)\{)?(:root[^{]*)\{/g);
  return [...rules].map(([, media = '', selector]) => `${media} ${selector}`.trim());
}

test('an accent is light, dark by preference and dark by choice, and light in print', () => {
  expect(conditions(accentStyle('#0b5d3b'))).toEqual([
    ':root:root',
    '@media screen and (prefers-color-scheme:dark) :root:root:not([data-theme="light"])',
    '@media screen :root:root[data-theme="dark"]',
  ]);
});

test('without one it declares the colours of the stylesheet', () => {
  const { light, dark } = PALETTE;
  const colours = accentStyle(null).match(/#\w+/g);
  expect(colours).toEqual(
    [light, dark, dark].flatMap((theme) => [theme.accent, theme['accent-on-shade']]),
  );
});
