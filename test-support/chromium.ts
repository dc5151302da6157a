import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** As Debian has it. The shell is the same browser without windows: a fifth faster for journeys. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];

const INSTALLED = [
  process.env.CHROMIUM_PATH,
  // Not by the script of that name: who kills that, kills no browser.
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

export function findChromium(): string | undefined {
  return [...INSTALLED, chromium.executablePath()].find((path) => path && existsSync(path));
}

/** Root needs the sandbox off; the rest keeps the browser from calling home during tests. */
export const CHROMIUM_FLAGS = [
  ...(isRoot() ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** What Playwright 1.65 switches off by itself; a list of ours takes the place of its own. */
const OFF_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/** Pages that the address bar loads in every new window: half a second each time, for nobody. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

export const JOURNEY_FLAGS = [
  ...CHROMIUM_FLAGS,
  `--disable-features=${[...OFF_BY_PLAYWRIGHT, ...ADDRESS_BAR].join()}`,
];

function installPackage(name: string): boolean {
  const { status } = spawnSync('apt-get', ['install', '-y', '-qq', name], { stdio: 'inherit' });
  return status === 0;
}

/** A browser for the tests: the machine's own, Debian's package as root, else Playwright's. */
export function ensureChromium(): string {
  const found = findChromium();
  if (found) return found;
  console.log('There is no Chromium here; installing one for the browser tests …');
  const debian = isRoot() && spawnSync('apt-get', ['--version']).status === 0;
  if (debian) {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    PACKAGES.some((name) => installPackage(name));
  } else {
    execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
  }
  const installed = findChromium();
  if (!installed) throw new Error('No Chromium could be installed. Set CHROMIUM_PATH to one.');
  return installed;
}
