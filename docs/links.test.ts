import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
const DOCUMENTS = globSync(['*.md', 'docs/**/*.md'], { cwd: root });

const COMMAND = /npm run (?:--silent |-s )?([a-z][a-z0-9:-]*)/g;
const LINK = /\]\((?!https?:|mailto:)([^)\s]+)\)/g;

/** As GitHub names it. */
const toAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

function anchorsOf(document: URL): string[] {
  const headings = readFileSync(document, 'utf8').matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = '']) => toAnchor(heading));
}

function isThere(link: string, document: URL): boolean {
  const target = new URL(link, document);
  const anchor = target.hash.slice(1);
  target.hash = '';
  return existsSync(target) && (anchor === '' || anchorsOf(target).includes(anchor));
}

test('there are documents, commands and links to check', () => {
  const all = DOCUMENTS.map((path) => readFileSync(new URL(path, root), 'utf8')).join('\n');
  expect(all.match(COMMAND)?.length).toBeGreaterThan(50);
  expect(all.match(LINK)?.length).toBeGreaterThan(100);
});

test.each(DOCUMENTS)('every npm command and page that %s names exists', (path) => {
  const document = new URL(path, root);
  const text = readFileSync(document, 'utf8');
  const commands = [...text.matchAll(COMMAND)].map(([, name = '']) => name);
  expect(commands.filter((name) => !(name in scripts))).toEqual([]);
  const links = [...text.matchAll(LINK)].map(([, link = '']) => link);
  expect(links.filter((link) => !isThere(link, document))).toEqual([]);
});
