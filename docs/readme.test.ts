import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig, SETTING_NAMES } from '../api/src/config.ts';

const locate = (path: string) => new URL(`../${path}`, import.meta.url);
const read = (path: string) => readFileSync(locate(path), 'utf8');
const readme = read('README.md');
const { scripts } = JSON.parse(read('package.json'));

test('every npm command of the README exists', () => {
  const named = [...readme.matchAll(/npm (?:run )?([a-z:]+)/g)].map((match) => match[1] as string);
  const builtIn = new Set(['ci']);
  const unknown = named.filter((name) => !builtIn.has(name) && !(name in scripts));
  expect(named.length).toBeGreaterThan(8);
  expect(unknown).toEqual([]);
});

test('CI runs exactly the README’s test command', () => {
  expect(readme).toContain('\nnpm ci && npm test\n');
  expect(read('.ci/run').trim().split('\n').at(-1)).toBe('npm ci && npm test');
});

test('from one file to a new machine it is three lines, which are the commands that are tested', () => {
  expect(readme).toContain('\nnpm ci\nnpm run restore -- blog.tar.gz\nnpm start\n');
  expect(readme).toContain('\nnpm run backup -- blog.tar.gz\n');
  for (const name of ['backup', 'restore', 'rollback'])
    expect(scripts[name]).toBe(`node cli/${name}.ts`);
});

test('every folder and file that the README names is there', () => {
  const paths = [...readme.matchAll(/`([\w-]+\/[\w./-]*)`/g)].map((match) => match[1] as string);
  expect(paths.length).toBeGreaterThan(6);
  const inData = ['uploads/', 'cache/'];
  const missing = paths.filter((path) => !inData.includes(path) && !existsSync(locate(path)));
  expect(missing).toEqual([]);
});

test('every page that the README links to is there', () => {
  const links = [...readme.matchAll(/\]\(([\w./-]+)\)/g)].map((match) => match[1] as string);
  expect(links.length).toBeGreaterThan(3);
  expect(links.filter((path) => !existsSync(locate(path)))).toEqual([]);
});

test('.env.example names every setting, with the default it really has', () => {
  const entries = [...read('.env.example').matchAll(/^#([A-Z0-9_]+)=(.*)$/gm)];
  const example = Object.fromEntries(entries.map(([, name, value]) => [name, value]));
  const { settingsSet, ...config } = readConfig({ ...example, SITE_URL: '' });
  expect(readConfig({})).toEqual({ ...config, settingsSet: [] });
  expect(settingsSet).toContain('PORT');
  expect(Object.keys(example).toSorted()).toEqual(SETTING_NAMES.toSorted());
});
