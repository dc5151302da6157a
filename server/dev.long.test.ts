import { appendFileSync, cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ensureChromium, JOURNEY_FLAGS } from '../test-support/chromium.ts';
import { cleanEnvironment } from '../test-support/environment.ts';
import { freePort, runCommand } from '../test-support/server-process.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PACKAGES = ['response-cache', 'api', 'contract', 'server', 'web'];

/** Inside of the checkout, whose packages it uses. */
function copyCheckout(): string {
  const copy = mkdtempSync(join(ROOT, '.dev-test-'));
  onTestFinished(() => rm(copy, { recursive: true, force: true }));
  for (const name of [...PACKAGES, 'test-support', 'tsconfig.json'])
    cpSync(join(ROOT, name), join(copy, name), {
      recursive: true,
      filter: (path) => !/\/(build|node_modules|\.react-router)$/.test(path),
    });
  // Without workspaces: Vite then serves the packages of the checkout around it.
  const { version, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  writeFileSync(join(copy, 'package.json'), JSON.stringify({ type: 'module', version, engines }));
  return copy;
}

test('npm run dev updates the open page after a change, and restarts a changed API', async () => {
  const copy = copyCheckout();
  const url = `http://localhost:${await freePort()}`;
  const { output } = runCommand(process.execPath, [join(copy, 'server/dev.ts')], {
    env: cleanEnvironment({ PORT: new URL(url).port, DEMO_CONTENT: 'false' }),
    detached: true,
  });
  const starts = () => output.stderr.split('is running').length - 1;
  const within = { timeout: 120_000, interval: 20 };
  await vi.waitFor(
    () => expect(output.stdout, output.stderr).toContain(`The site is at ${url}/`),
    within,
  );
  expect(output.stderr).toContain('Password');

  const browser = await chromium.launch({ executablePath: ensureChromium(), args: JOURNEY_FLAGS });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  page.setDefaultTimeout(within.timeout);
  const errors: string[] = [];
  page.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(`${url}/login`, { waitUntil: 'networkidle' });
  const login = join(copy, 'web/app/routes/admin/login.tsx');
  const source = readFileSync(login, 'utf8');
  writeFileSync(login, source.replace(/(<h1[^>]*>)[^<]+/, '$1Changed in the editor'));
  await page.getByRole('heading', { name: 'Changed in the editor' }).waitFor();
  appendFileSync(join(copy, 'web/app/styles/base.css'), 'html { scroll-margin-top: 7px }');
  await page.waitForFunction(
    () => getComputedStyle(document.documentElement).scrollMarginTop === '7px',
  );
  expect(errors).toEqual([]);

  expect(starts()).toBe(1);
  appendFileSync(join(copy, 'api/src/app.ts'), '\n');
  await vi.waitFor(() => expect(starts()).toBe(2), within);
});
