import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Debian's packages. The headless shell runs the journeys a fifth faster. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];

const INSTALLED = [
  process.env.CHROMIUM_PATH,
  // Why not the wrapper script: killing it does not kill the browser.
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

/** Root needs the sandbox off; the rest disables network requests of the browser itself. */
export const CHROMIUM_FLAGS = [
  ...(isRoot() ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Playwright 1.65 disables these; our --disable-features replaces its list. */
const DISABLED_BY_PLAYWRIGHT = [
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

/** Pages that the address bar loads in every new window, which takes half a second. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** Parses every script again for each page, although its process has it compiled: a fifth of its CPU. */
const SCRIPT_STREAMING = 'ScriptStreaming';

export const JOURNEY_FLAGS = [
  ...CHROMIUM_FLAGS,
  `--disable-features=${[...DISABLED_BY_PLAYWRIGHT, ...ADDRESS_BAR, SCRIPT_STREAMING].join()}`,
];

/** Where there is a network, other hosts would be asked, and pages wait for their images. */
export const NO_NETWORK =
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1';

function installPackage(name: string): boolean {
  const { status } = spawnSync('apt-get', ['install', '-y', '-qq', name], { stdio: 'inherit' });
  return status === 0;
}

/** Prefers an installed browser, then Debian's package (as root), then Playwright's. */
export function ensureChromium(): string {
  const found = findChromium();
  if (found) return found;
  console.log('There is no Chromium here; installing one for the browser tests …');
  const canUseApt = isRoot() && spawnSync('apt-get', ['--version']).status === 0;
  if (canUseApt) {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    PACKAGES.some((name) => installPackage(name));
  } else {
    execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
  }
  const installed = findChromium();
  if (!installed) throw new Error('No Chromium could be installed. Set CHROMIUM_PATH to one.');
  return installed;
}
