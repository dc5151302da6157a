import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatLicences, productionPackages, readPackages } from './locked-packages.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const packages = readPackages();
const security = read('SECURITY.md');

/** LGPL is libvips, a separate library that sharp loads. */
const ALLOWED_LICENCES =
  /^(MIT|MIT-0|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|Unlicense|MPL-2\.0|LGPL-3\.0-or-later)$/;

test('versions are exact in the manifests and hashed in the lock file', () => {
  const manifests = ['.', 'contract', 'response-cache', 'api', 'web', 'server'].map((folder) =>
    JSON.parse(read(`${folder}/package.json`)),
  );
  const ranges = manifests
    .flatMap(({ dependencies = {}, devDependencies = {}, overrides = {} }) =>
      Object.entries({ ...dependencies, ...devDependencies, ...overrides }),
    )
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-beta\.\d+)?$/.test(String(version)))
    .filter(([name, version]) => !(name.startsWith('@longhand/') && version === '*'));
  expect(ranges).toEqual([]);
  expect(packages.length).toBeGreaterThan(300);
  expect(packages.filter(({ integrity }) => !integrity?.startsWith('sha512-'))).toEqual([]);
});

test('install scripts are listed in allowScripts, with a reason in SECURITY.md', () => {
  const { allowScripts } = JSON.parse(read('package.json')) as {
    allowScripts: Record<string, boolean>;
  };
  const running = packages.filter(({ hasInstallScript }) => hasInstallScript);
  expect(running.filter(({ name }) => !(name in allowScripts))).toEqual([]);
  expect(Object.keys(allowScripts).filter((name) => allowScripts[name])).toEqual(['node']);
  expect(running.filter(({ dev }) => !dev)).toEqual([]);
  // Packages of one scope, one for each platform, share a reason.
  const groups = Object.keys(allowScripts).map((name) => name.replace(/^(@[^/]+)\/.*/, '$1'));
  for (const group of groups) expect(security).toContain(`\`${group}\``);
});

/** Of several that are offered, one is enough. */
function isAllowed(license: string): boolean {
  return license
    .replace(/^\((.+)\)$/, '$1')
    .split(' OR ')
    .some((offer) => offer.split(' AND ').every((part) => ALLOWED_LICENCES.test(part)));
}

test('production packages have allowed licences', () => {
  const refused = productionPackages(packages).filter(({ license = '' }) => !isAllowed(license));
  expect(refused.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
});

test('docs/licences.md matches the output of `npm run licences`', () => {
  expect(read('docs/licences.md')).toBe(formatLicences(packages));
});
