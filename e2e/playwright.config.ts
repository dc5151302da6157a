import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { findChromium, JOURNEY_FLAGS } from './chromium.ts';
import { DATABASES, PASSWORD, SITE, SITES } from './sites.ts';

/** As `npm run test:e2e` says which database it is the turn of. */
const databases = process.env[DATABASES]?.split(' ');

/** The product as an owner starts it, each on data of its own. */
function startOf(url: (typeof SITES)[number], at: number) {
  const database = databases?.[at];
  return {
    command: 'node server/start.js',
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    url: `${url}/readyz`,
    env: {
      PORT: new URL(url).port,
      DATA_DIR: mkdtempSync(join(tmpdir(), 'longhand-e2e-')),
      ADMIN_PASSWORD: PASSWORD,
      LOG_LEVEL: 'warn',
      DEMO_CONTENT: String(url === SITE),
      ...(database !== undefined && { DATABASE_URL: database }),
    },
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 } as const,
  };
}

/**
 * What starts a site of its own; and what happens in the browser and asks the API for nothing that
 * other journeys do not ask for. With a second database they would only take their time.
 */
const SAME_ON_EVERY_DATABASE = [
  'editor',
  'hostile-content',
  'never-lose',
  'pictures',
  'preview',
  'toolbar',
].map((name) => `${name}.spec.ts`);

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

const PHONE_ONLY = 'one-thumb.spec.ts';

const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true };
const LAPTOP = { viewport: { width: 1280, height: 900 } };

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
      use: PHONE,
    },
    {
      name: 'tablet',
      testMatch: ['blog.spec.ts', 'everyone.spec.ts'],
      use: { viewport: { width: 800, height: 1000 } },
    },
    {
      name: 'laptop',
      testIgnore: PHONE_ONLY,
      use: LAPTOP,
    },
    { name: 'phone-only', testMatch: PHONE_ONLY, use: PHONE },
    {
      name: 'laptop-only',
      testMatch: SAME_AT_EVERY_WIDTH,
      testIgnore: databases ? SAME_ON_EVERY_DATABASE : [],
      use: LAPTOP,
    },
  ],
  webServer: SITES.map(startOf),
});
