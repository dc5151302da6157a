import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createCriticalCss } from './critical-css.ts';

function createFolder(css: string): URL {
  const folder = mkdtempSync(join(tmpdir(), 'longhand-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets', 'a.css'), css);
  return pathToFileURL(folder);
}

test.each([
  '<link rel="stylesheet" href="/assets/a.css"/>',
  '<link nonce="n" rel="stylesheet" href="/assets/a.css"/>',
  '<link rel="stylesheet" href="/assets/a.css" nonce="n"/>',
  '<link rel="stylesheet" href="/assets/a.css#"/>',
])('%s is inlined and disabled', (link) => {
  const inlineCriticalCss = createCriticalCss(createFolder('a{color:red}\n'));
  const html = inlineCriticalCss(
    `<head>${link}<link rel="modulepreload" href="/x.js"/></head>`,
    'n',
    false,
  );
  expect(html).toContain('<style nonce="n">a{color:red}</style></head>');
  expect(html).toMatch(/<link [^>]*rel="stylesheet"[^>]* disabled="" media="not all"\/>/);
  expect(html).toContain('<link rel="modulepreload" fetchpriority="low" href="/x.js"/>');
});

test('a page whose scripts come late has the rules that it needs, and that of a saved copy', () => {
  const folder = createFolder('a{color:red}.b{color:red}.c{color:red}.saved-copy{color:red}');
  const fonts = '@font-face{font-family:A}';
  writeFileSync(new URL(`${folder}/assets/fonts.css`), fonts);
  const inlineCriticalCss = createCriticalCss(folder);
  const html = inlineCriticalCss(
    '<head><link rel="stylesheet" href="/assets/fonts.css"/><link rel="stylesheet" href="/assets/a.css"/></head><a class="c">c</a>',
    'n',
    true,
  );
  expect(html).toContain(
    `<style nonce="n">${fonts}</style><style nonce="n" data-used="">a{color:red}.c{color:red}.saved-copy{color:red}</style></head>`,
  );
  expect(html).toContain('href="/assets/fonts.css" disabled="" media="not all"/>');
  expect(html).toContain('href="/assets/a.css" data-used="" disabled="" media="not all"/>');
});
