import { defineConfig } from '@playwright/test';
import { findChromium, JOURNEY_FLAGS, NO_NETWORK } from '../test-support/chromium.ts';
import { SITE } from './sites.ts';
import { LONG, ON_A_PHONE, ON_A_PHONE_TOO } from './tags.ts';

/** Playwright matches these with file name, title and tags in one string. */
const TAKES_LONG = new RegExp(`${LONG.tag}|\\.long\\.spec\\.ts`);
const LONGEST = '**/hostile-content.long.spec.ts';
const FOR_A_PHONE = new RegExp(ON_A_PHONE.tag);
const FOR_A_PHONE_TOO = new RegExp(ON_A_PHONE_TOO.tag);

/** The pages of a context share a process, and with it what was compiled. */
const ONE_PROCESS = ['--process-per-site', '--renderer-process-limit=1'];

const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true };
const LAPTOP = { viewport: { width: 1280, height: 900 } };

export default defineConfig({
  testDir: '.',
  globalSetup: ['../test-support/build-once.ts', './start-sites.ts'],
  outputDir: '../test-results',
  fullyParallel: true,
  // A test waits for a good part of its time: four workers fill two cores.
  workers: 4,
  forbidOnly: true,
  // Only something that never comes takes so long, also on a machine with twenty other programs.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    baseURL: SITE,
    // What one page has stored must not be part of the next test.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: findChromium() ?? '',
      args: [...JOURNEY_FLAGS, NO_NETWORK, ...ONE_PROCESS],
    },
  },
  // A test runs once, unless it says that it depends on the width.
  projects: [
    { name: 'laptop', grepInvert: [FOR_A_PHONE, TAKES_LONG], use: LAPTOP },
    { name: 'phone', grep: FOR_A_PHONE, use: PHONE },
    // Begun first: the others end before it does.
    { name: 'longest', testMatch: LONGEST, use: LAPTOP },
    { name: 'long-laptop', grep: TAKES_LONG, testIgnore: LONGEST, use: LAPTOP },
    { name: 'long-phone', grep: FOR_A_PHONE_TOO, use: PHONE },
  ],
});
