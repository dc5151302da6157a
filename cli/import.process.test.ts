import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportReport } from '@longhand/contract/imports';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { acquireProcessLock } from '../api/src/database/sqlite/locks.ts';
import { run, startServer, temporaryFolder } from '../test-support/server-process.ts';
import { writeWordpressExport } from '../test-support/wordpress-export.ts';

const SCRIPT = 'cli/import.ts';

function start(dataDir: string, ...args: string[]) {
  return run(SCRIPT, { DATA_DIR: dataDir }, undefined, args);
}

async function importReport(dataDir: string, file: string, ...args: string[]) {
  const to = join(temporaryFolder(), 'report.json');
  const { exited, output } = start(dataDir, file, '--report', to, ...args);
  expect(await exited, output.stderr).toBe(0);
  const report: ImportReport = JSON.parse(readFileSync(to, 'utf8'));
  return { report, shown: output.stdout };
}

async function writeExport(posts: number): Promise<string> {
  const file = join(temporaryFolder(), 'export.xml');
  await writeWordpressExport(file, posts);
  return file;
}

const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith('longhand-import-'));

test('a folder that has no blog yet gets one with what was imported, and no sample posts', async () => {
  const dataDir = join(temporaryFolder(), 'new');
  const file = await writeExport(3);
  const before = leftovers();
  const dry = await importReport(dataDir, file, '--dry-run');
  expect(dry.report).toMatchObject({ dry_run: true, items: 3, imported: 3 });
  expect(dry.shown).toContain('Nothing was changed');
  expect(existsSync(dataDir)).toBe(false);
  const { report, shown } = await importReport(dataDir, file);
  expect(report).toEqual({ ...dry.report, dry_run: false });
  expect(shown).toContain('3 items found: 3 were imported');
  expect(leftovers()).toEqual(before);
  const { url } = await startServer({ DATA_DIR: dataDir, DEMO_CONTENT: 'true' });
  const posts = (await (await fetch(`${url}/api/posts`)).json()) as { slug: string }[];
  expect(posts.map(({ slug }) => slug)).toEqual(['post-3', 'post-2', 'post-1']);
});

test('a running blog shows what was imported, with its pictures and old addresses', async () => {
  const dataDir = temporaryFolder();
  const { url } = await startServer({ DATA_DIR: dataDir });
  expect(await (await fetch(`${url}/blog`)).text()).not.toContain('Post number 2');
  const file = await writeExport(2);
  const images = join(temporaryFolder(), 'uploads');
  mkdirSync(images);
  const create = { width: 30, height: 20, channels: 3, background: 'red' } as const;
  writeFileSync(join(images, 'photo.png'), await sharp({ create }).png().toBuffer());
  const text = readFileSync(file, 'utf8').replace(
    '<ul>',
    '<img src="https://old.example/wp-content/uploads/photo.png" alt="A photo"><ul>',
  );
  writeFileSync(file, text);
  const { report } = await importReport(dataDir, file, '--images', images);
  expect(report.pictures).toEqual({ imported: 1, missing: [] });
  await expect.poll(async () => (await fetch(`${url}/blog`)).text()).toContain('Post number 2');
  const old = await fetch(`${url}/2012/01/post-1/`, { redirect: 'manual' });
  expect([old.status, old.headers.get('location')]).toEqual([301, '/blog/post-1']);
  const post = await (await fetch(`${url}/blog/post-1`)).text();
  const picture = /src="(\/uploads\/[^"]+)"/.exec(post)?.[1];
  expect((await fetch(url + picture)).status).toBe(200);
});

test('Ctrl+C ends an import, which the next one completes', async () => {
  const file = await writeExport(300);
  const dataDir = temporaryFolder();
  const { child, exited, output } = start(dataDir, file);
  await expect.poll(() => existsSync(join(dataDir, 'importing.lock')), { interval: 5 }).toBe(true);
  child.kill('SIGINT');
  expect(await exited, output.stderr).toBe(130);
  expect(output.stderr).toBe('Stopped.\n');
  expect(readdirSync(dataDir).toSorted()).toEqual(['longhand.sqlite', 'uploads']);
  const { report } = await importReport(dataDir, file);
  expect(report.items).toBe(300);
});

test('a second import at the same time is refused', async () => {
  const file = await writeExport(3);
  const dataDir = temporaryFolder();
  // As the first one holds it. A process that is stopped could hold the database, too.
  const release = acquireProcessLock(dataDir, 'importing.lock');
  const second = start(dataDir, file);
  expect(await second.exited).toBe(1);
  expect(second.output.stderr).toBe(
    'Another import is running. Wait until it has finished, then try again.\n',
  );
  release();
  const third = start(dataDir, file);
  expect(await third.exited, third.output.stderr).toBe(0);
});

test('what cannot be imported is refused with a sentence, and no blog is made', async () => {
  const folder = temporaryFolder();
  const dataDir = join(folder, 'data');
  const file = join(folder, 'notes.txt');
  writeFileSync(file, 'nothing to import');
  const refusals: [string[], RegExp][] = [
    [[], /^Which file or folder\? Usage: npm run import/],
    [['nothing-there'], /^There is no file or folder/],
    [[file], /^notes\.txt is not a supported export\./],
    [[file, '--from', 'blogger'], /^--from blogger is not known\. It can be /],
    [[file, '--from', 'ghost'], /^notes\.txt is not an export of Ghost\./],
    [
      [await writeExport(1), '--from', 'ghost'],
      /not an export of Ghost\. It looks like an export of WordPress/,
    ],
    [[await writeExport(1), '--images', 'nothing'], /^There is no folder/],
    [
      [await writeExport(1), '--report', join(folder, 'none', 'report.json')],
      /^The report cannot be written to .*report\.json, so nothing was imported\./,
    ],
    [[file, '--report', join(folder, 'report.json')], /^notes\.txt is not a supported export/],
  ];
  for (const [args, sentence] of refusals) {
    const { exited, output } = start(dataDir, ...args);
    expect(await exited).toBe(1);
    expect(output.stderr).toMatch(sentence);
    expect(output.stderr).not.toMatch(/at .*\.[jt]s:/);
  }
  expect(readdirSync(folder)).toEqual(['notes.txt']);
});
