import { expect, test } from 'vitest';
import { rewriteSrcset } from './rewrite-html.ts';

test.each([
  ['a.png', '<a.png>'],
  [' a.png 1x, b,c.png 2x,d.png', ' <a.png> 1x, <b,c.png> 2x,<d.png>'],
  ['a.png, b.png 2x', '<a.png>, <b.png> 2x'],
  [',, a.png,, ,b.png 100w ,', ',, <a.png>,, ,<b.png> 100w ,'],
  ['', ''],
])('the addresses of %j are changed, and nothing else', async (srcset, changed) => {
  expect(await rewriteSrcset(srcset, async (address) => `<${address}>`)).toBe(changed);
});
