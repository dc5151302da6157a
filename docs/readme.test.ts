import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig, SETTING_NAMES } from '../api/src/config/config.ts';

const locate = (path: string) => new URL(`../${path}`, import.meta.url);
const read = (path: string) => readFileSync(locate(path), 'utf8');
const readme = read('README.md');
const { scripts } = JSON.parse(read('package.json'));

test('CI runs exactly the README’s test commands', () => {
  const commands = ['npm ci && npm test', 'npm run test:long'];
  for (const command of commands) expect(readme).toContain(`\n${command}\n`);
  expect(read('.ci/run').trim().split('\n').slice(-2)).toEqual(commands);
});

test('from one file to a new machine it is three lines, which are the commands that are tested', () => {
  expect(readme).toContain('\nnpm ci\nnpm run restore -- blog.tar.gz\nnpm start\n');
  expect(readme).toContain('\nnpm run backup -- blog.tar.gz\n');
  for (const name of ['backup', 'restore', 'rollback'])
    expect(scripts[name]).toBe(`node cli/run.js ${name}`);
});

/** Made by running it. */
const NOT_IN_REPOSITORY = ['uploads/', 'cache/', 'data-dev/', 'releases/'];

test.each(['README.md', 'CONTRIBUTING.md', 'docs/architecture.md'])(
  'every folder and file that %s names is there',
  (document) => {
    const text = read(document);
    const paths = [...text.matchAll(/`([\w-]+\/[\w./-]*)`/g)].map((match) => match[1] as string);
    expect(paths.length).toBeGreaterThan(2);
    const isThere = (path: string) =>
      ['', 'api/src/', 'web/app/routes/'].some((within) => existsSync(locate(within + path)));
    const missing = paths.filter((path) => !isThere(path));
    expect(missing.filter((path) => !NOT_IN_REPOSITORY.includes(path))).toEqual([]);
  },
);

test('.env.example names every setting, with the default it really has', () => {
  const entries = [...read('.env.example').matchAll(/^#([A-Z0-9_]+)=(.*)$/gm)];
  const example = Object.fromEntries(entries.map(([, name, value]) => [name, value]));
  const { settingsSet, ...config } = readConfig({ ...example, SITE_URL: '' });
  expect(readConfig({})).toEqual({ ...config, settingsSet: [] });
  expect(settingsSet).toContain('PORT');
  expect(Object.keys(example).toSorted()).toEqual(SETTING_NAMES.toSorted());
});

test('the index of decisions lists each of them once, in order', () => {
  const index = read('docs/decisions/README.md');
  const listed = [...index.matchAll(/^\| \[\d{4}\]\((.*?)\)/gm)].map((match) => match[1]);
  const files = readdirSync(locate('docs/decisions/')).filter((name) => name !== 'README.md');
  expect(listed).toEqual(files.toSorted());
});
