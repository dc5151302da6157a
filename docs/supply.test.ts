import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProduction, readSupply, writeLicences } from './supply.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const supply = readSupply();
const security = read('SECURITY.md');

/** All of them allow what an owner does with it. LGPL is libvips, a library of its own beside sharp. */
const WELCOME =
  /^(MIT|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|MPL-2\.0|LGPL-3\.0-or-later)$/;

test('every version is exact, in the manifests and by its hash in the lock file', () => {
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
  expect(supply.length).toBeGreaterThan(300);
  expect(supply.filter(({ integrity }) => !integrity?.startsWith('sha512-'))).toEqual([]);
});

test('a package runs something at its installation only if it is named with a reason', () => {
  const { allowScripts } = JSON.parse(read('package.json')) as {
    allowScripts: Record<string, boolean>;
  };
  const running = supply.filter(({ hasInstallScript }) => hasInstallScript);
  expect(running.filter(({ name }) => !(name in allowScripts))).toEqual([]);
  expect(Object.keys(allowScripts).filter((name) => allowScripts[name])).toEqual(['node']);
  expect(running.filter(({ dev }) => !dev)).toEqual([]);
  // Those of one family, a package for each kind of machine, have one reason.
  const families = Object.keys(allowScripts).map((name) => name.replace(/^(@[^/]+)\/.*/, '$1'));
  for (const family of families) expect(security).toContain(`\`${family}\``);
});

test('every licence of what an owner runs is one of those that are welcome', () => {
  const unwelcome = inProduction(supply).filter(
    ({ license = '' }) => !license.split(' AND ').every((each) => WELCOME.test(each)),
  );
  expect(unwelcome.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
});

test('docs/licences.md is what `npm run licences` writes', () => {
  expect(read('docs/licences.md')).toBe(writeLicences(supply));
});
