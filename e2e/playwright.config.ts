import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { findChromium, JOURNEY_FLAGS } from './chromium.ts';
import { EMPTY_SITE, LONG_SITE, PASSWORD, SITE, WRITING_SITE } from './sites.ts';

/** The product as an owner starts it, each on data of its own. */
function site(url: string, settings: Record<string, string>) {
  return {
    command: 'node server/start.js',
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    url: `${url}/readyz`,
    env: {
      PORT: new URL(url).port,
      DATA_DIR: mkdtempSync(join(tmpdir(), 'longhand-e2e-')),
      ADMIN_PASSWORD: PASSWORD,
      LOG_LEVEL: 'warn',
      ...settings,
    },
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 } as const,
  };
}

/** Journeys through what no width changes: once is enough. */
const SAME_AT_EVERY_WIDTH = [
  'backup',
  'dashboard-calls',
  'dashboard-list',
  'drafts-and-history',
  'editor',
  'log-out-everywhere',
  'hostile-content',
  'login',
  'long-list',
  'never-lose',
  'pictures',
  'preview',
  'toolbar',
].map((name) => `${name}.spec.ts`);

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A machine that is busy elsewhere can hold up a browser; what fails twice more is a failure.
  retries: 2,
  reporter: [['list']],
  use: {
    baseURL: SITE,
    launchOptions: { executablePath: findChromium() ?? '', args: JOURNEY_FLAGS },
    // Recording costs a fifth of the time; a failure is repeated anyway.
    trace: 'on-first-retry',
  },
  projects: [
    {
      name: 'phone',
      testIgnore: SAME_AT_EVERY_WIDTH,
      use: { viewport: { width: 375, height: 812 }, hasTouch: true },
    },
    {
      name: 'tablet',
      testMatch: ['blog.spec.ts', 'everyone.spec.ts'],
      use: { viewport: { width: 800, height: 1000 } },
    },
    {
      name: 'laptop',
      testIgnore: 'one-thumb.spec.ts',
      use: { viewport: { width: 1280, height: 900 } },
    },
  ],
  webServer: [
    site(SITE, {}),
    site(EMPTY_SITE, { DEMO_CONTENT: 'false' }),
    site(WRITING_SITE, { DEMO_CONTENT: 'false' }),
    site(LONG_SITE, { DEMO_CONTENT: 'false' }),
  ],
});
