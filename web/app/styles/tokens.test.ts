import { globSync, readFileSync } from 'node:fs';
import { PALETTE } from '@longhand/contract/colours/palette';
import { expect, test } from 'vitest';

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

/** The colours of one theme, by their names. */
function colours(css: string, theme: 'light' | 'dark'): Record<string, string | undefined> {
  const declared = [...css.matchAll(/--([a-z-]+): light-dark\((#\w+), (#\w+)\);/g)];
  return Object.fromEntries(
    declared.map(([, name, light, dark]) => [name, theme === 'light' ? light : dark]),
  );
}

/** Selector and declarations of every rule, without those that are nested in it. */
function readRules(): string[] {
  const folder = new URL('../', import.meta.url);
  return globSync('**/*.css', { cwd: folder }).flatMap(
    (name) => read(new URL(name, folder).href).match(/[^{}]*\{[^{}]*/g) ?? [],
  );
}

test('the stylesheet declares the colours of the palette, each once for both themes', () => {
  const tokens = read('./tokens.css');
  expect(colours(tokens, 'light')).toEqual(PALETTE.light);
  expect(colours(tokens, 'dark')).toEqual(PALETTE.dark);
});

test('the icon has the colours of the palette', () => {
  const icon = read('../../public/icon.svg');
  expect(icon.match(/#\w+/g)).toEqual([PALETTE.light.accent, PALETTE.light.paper]);
});

test('text in the accent colour on a shaded background has the colour for that', () => {
  const blocks = readRules();
  const shaded = blocks.filter(
    (block) =>
      /background: [^;]*var\(--shade\)/.test(block) && /[^-]color: var\(--accent\)/.test(block),
  );
  expect(shaded.length).toBeGreaterThan(0);
  for (const block of shaded) expect(block).toContain('--accent: var(--accent-on-shade)');
});

test("a failure has a colour of its own, not the owner's accent, which may be green", () => {
  const failures = readRules().filter((rule) =>
    /(\.error|\.failure|\.trouble|alert)\b[^;]*\{/.test(rule),
  );
  expect(failures.length).toBeGreaterThan(2);
  for (const rule of failures) expect(rule).not.toMatch(/[^-]color: var\(--accent\)/);
});
