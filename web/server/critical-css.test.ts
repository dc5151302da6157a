import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createCriticalCss } from './critical-css.ts';

test.each([
  '<link rel="stylesheet" href="/assets/a.css"/>',
  '<link nonce="n" rel="stylesheet" href="/assets/a.css"/>',
  '<link rel="stylesheet" href="/assets/a.css" nonce="n"/>',
  '<link rel="stylesheet" href="/assets/a.css#"/>',
])('%s is inlined and disabled', (link) => {
  const folder = mkdtempSync(join(tmpdir(), 'longhand-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets', 'a.css'), 'a{color:red}\n');
  const inlineCriticalCss = createCriticalCss(pathToFileURL(folder));
  const html = inlineCriticalCss(
    `<head>${link}<link rel="modulepreload" href="/x.js"/></head>`,
    'n',
  );
  expect(html).toContain('<style nonce="n">a{color:red}</style></head>');
  expect(html).toMatch(/<link [^>]*rel="stylesheet"[^>]* disabled="" media="not all"\/>/);
  expect(html).toContain('<link rel="modulepreload" fetchpriority="low" href="/x.js"/>');
});
