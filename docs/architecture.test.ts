import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));

/** How many levels of folders the map describes below each of these. */
const DEPTHS: Readonly<Record<string, number>> = {
  '': 1,
  'contract/src/': 1,
  'api/src/': 2,
  'web/': 1,
  'web/app/': 1,
  'web/app/admin/': 2,
  'web/app/reader/': 2,
};

/** These folders hold files of one kind, which need no description. */
const UNDESCRIBED = /^\.|\/(?:fixtures|fonts|migrations)\/$/;

/** The tables of a feature's folders name them as they are within these. */
const BASES = ['', 'api/src/'];

function listFolders(): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    ...{ cwd: root, encoding: 'utf8' },
  });
  const folders = listed
    .split('\n')
    .filter((file) => existsSync(root + file))
    .flatMap((file) => [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index + 1)));
  const isDescribed = (folder: string) =>
    Object.entries(DEPTHS).some(
      ([above, depth]) =>
        folder.startsWith(above) && folder.slice(above.length, -1).split('/').length <= depth,
    );
  const isAbove = (folder: string) => Object.keys(DEPTHS).some((each) => each.startsWith(folder));
  return [...new Set(folders)].filter(
    (folder) => isDescribed(folder) && !isAbove(folder) && !UNDESCRIBED.test(folder),
  );
}

const matchesIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

const page = readFileSync(`${root}docs/architecture.md`, 'utf8');
const rows = page.split('\n').flatMap((line) => {
  const [, first = ''] = /^\| (.*?) \|/.exec(line) ?? [];
  const paths = matchesIn(first, /`([\w-]+(?:\/[\w-]+)*)\/?`/g);
  const folders = paths.flatMap((path) => BASES.map((base) => `${base}${path}/`));
  return { folders, parts: matchesIn(line, /(?<!\*)\*([\w-]+)\*(?!\*)/g) };
});
const namedPaths = new Set(matchesIn(page, /`([\w./-]+\/)`/g));

/** A folder has a row, or its name is in italics in the row of one that it is in. */
function isInMap(folder: string): boolean {
  const name = folder.split('/').at(-2) ?? '';
  return (
    namedPaths.has(folder) ||
    rows.some(
      ({ folders, parts }) =>
        folders.includes(folder) ||
        (parts.includes(name) && folders.some((above) => folder.startsWith(above))),
    )
  );
}

test('the map of docs/architecture.md has every folder', () => {
  const folders = listFolders();
  expect(folders.length).toBeGreaterThan(80);
  expect(folders.filter((folder) => !isInMap(folder))).toEqual([]);
});
