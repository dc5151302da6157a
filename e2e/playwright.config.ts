import { defineConfig } from '@playwright/test';
import { findChromium, JOURNEY_FLAGS, NO_NETWORK } from '../test-support/chromium.ts';
import { SITE } from './sites.ts';
import { ON_A_PHONE, ONCE } from './tags.ts';

/** Files with tests that do not depend on the viewport. */
const SAME_AT_EVERY_WIDTH = [
  'backup',
  'caret-in-view',
  'dashboard-archive',
  'dashboard-calls',
  'dashboard-list',
  'dashboard-states',
  'drafts-and-history',
  'editor',
  'editor-layout',
  'editor-saving',
  'fonts',
  'hostile-content',
  'late-scripts',
  'local-drafts',
  'log-out-everywhere',
  'login',
  'long-list',
  'offline-reading',
  'paste',
  'pictures',
  'pictures-in-text',
  'preview',
  'site-identity',
  'toolbar',
  'working-copies',
];

/** Playwright matches these with file name, title and tags in one string. */
const FOR_A_PHONE = new RegExp(ON_A_PHONE.tag);
const FOR_ONE_WIDTH = [
  new RegExp(ONCE.tag),
  ...SAME_AT_EVERY_WIDTH.map((name) => new RegExp(`(?<![\\w-])${name}\\.spec\\.ts`)),
];

const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true };
const LAPTOP = { viewport: { width: 1280, height: 900 } };

export default defineConfig({
  testDir: '.',
  globalSetup: ['../test-support/build-once.ts', './start-sites.ts'],
  outputDir: '../test-results',
  fullyParallel: true,
  // A test waits for a third of its time: three workers fill two cores.
  workers: 3,
  forbidOnly: true,
  // Long enough for a busy machine: an upload starts a child process, a journey has many steps.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    baseURL: SITE,
    // What one page has stored must not be part of the next test.
    serviceWorkers: 'block',
    launchOptions: { executablePath: findChromium() ?? '', args: [...JOURNEY_FLAGS, NO_NETWORK] },
  },
  projects: [
    { name: 'phone', grepInvert: [...FOR_ONE_WIDTH, FOR_A_PHONE], use: PHONE },
    {
      name: 'tablet',
      testMatch: ['blog.spec.ts', 'accessibility.spec.ts'],
      // The page has the same elements as at the other widths.
      grepInvert: [...FOR_ONE_WIDTH, /axe/],
      use: { viewport: { width: 800, height: 1000 } },
    },
    { name: 'laptop', grepInvert: FOR_A_PHONE, use: LAPTOP },
    { name: 'phone-only', grep: FOR_A_PHONE, use: PHONE },
  ],
});
