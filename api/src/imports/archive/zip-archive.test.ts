import { mkdtempSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test-support/temporary-folder.ts';
import { makeZip, replaceBytes } from '../../../../test-support/zips.ts';
import { type Archive, type ArchiveEntry, ImportError } from '../source.ts';
import { ARCHIVE_LIMITS } from './entries.ts';
import { openArchive } from './open-archive.ts';
import { readText } from './read-entry.ts';

async function openBytes(zip: Buffer): Promise<Archive> {
  const path = join(mkdtempSync(join(temporaryFolder(), 'zip-')), 'export.zip');
  writeFileSync(path, zip);
  return openArchive(path);
}

const names = ({ entries }: Archive) => entries.map(({ name }) => name);
const first = ({ entries }: Archive) => entries[0] as ArchiveEntry;

test('a zip has its files, without folders and what programs add', async () => {
  const zip = await makeZip({
    'posts/1.html': 'one',
    '__MACOSX/posts/._1.html': 'x',
    'posts/.DS_Store': 'x',
    'a.csv': 'a',
  });
  const archive = await openBytes(zip);
  expect(archive).toMatchObject({ name: 'export.zip', isFolder: false });
  expect(names(archive)).toEqual(['posts/1.html', 'a.csv']);
  expect(await readText(archive, first(archive), 100)).toBe('one');
  await archive.close();
});

test('zip64 is read', async () => {
  const archive = await openBytes(await makeZip({ 'a.md': 'text' }, { forceZip64Format: true }));
  expect(await readText(archive, first(archive), 100)).toBe('text');
});

const UNSAFE = [
  '../evil.md',
  '/etc/a.mds',
  'c:/evil.md',
  '..\\evil.md',
  'a/../../e',
  'ab\0evil.md',
];

test.each(UNSAFE)('a zip with the name %j is refused, and nothing is written', async (name) => {
  const placeholder = 'x'.repeat(name.length);
  const zip = replaceBytes(await makeZip({ [placeholder]: 'evil' }), placeholder, name);
  const before = await readdir(process.cwd());
  await expect(openBytes(zip)).rejects.toThrow(/which leads out of it/);
  expect(await readdir(process.cwd())).toEqual(before);
});

test('backslashes of Windows programs separate folders', async () => {
  const zip = replaceBytes(await makeZip({ 'posts/1.html': 'one' }), 'posts/1', 'posts\\1');
  expect(names(await openBytes(zip))).toEqual(['posts/1.html']);
});

test('links in a zip are left out', async () => {
  const zip = await makeZip({ 'link.md': '/etc/passwd' }, { mode: 0o120777 });
  expect(names(await openBytes(zip))).toEqual([]);
});

test('names are UTF-8 if they can be, otherwise of the old alphabet', async () => {
  const marked = await makeZip({ 'xx.md': 'a' });
  expect(names(await openBytes(replaceBytes(marked, 'xx.md', 'é.md')))).toEqual(['é.md']);
  const old = replaceBytes(marked, 'xx.md', Buffer.from([0x82, 0x78, 0x2e, 0x6d, 0x64]));
  const unmarked = withFlags(old, 0);
  expect(names(await openBytes(unmarked))).toEqual(['éx.md']);
});

test('of two files with one name the later counts', async () => {
  const zip = replaceBytes(await makeZip({ 'aa.md': 'one', 'bb.md': 'two' }), 'bb.md', 'aa.md');
  const archive = await openBytes(zip);
  expect(names(archive)).toEqual(['aa.md']);
  expect(await readText(archive, first(archive), 100)).toBe('two');
});

const LOCAL = Buffer.from('PK\x03\x04', 'latin1');
const CENTRAL = Buffer.from('PK\x01\x02', 'latin1');

function withFlags(zip: Buffer, flags: number): Buffer {
  const changed = Buffer.from(zip);
  changed.writeUInt16LE(flags, changed.indexOf(LOCAL) + 6);
  changed.writeUInt16LE(flags, changed.indexOf(CENTRAL) + 8);
  return changed;
}

/** Changes a number of the n-th file's record in the list at the end of the zip. */
function withNumber(zip: Buffer, n: number, offset: number, value: number): Buffer {
  const changed = Buffer.from(zip);
  let at = -1;
  for (let record = 0; record <= n; record += 1) at = changed.indexOf(CENTRAL, at + 1);
  changed.writeUInt32LE(value, at + offset);
  return changed;
}

const COMPRESSED_SIZE = 20;
const SIZE = 24;
const HEADER_OFFSET = 42;

test('a zip with a password is refused', async () => {
  const zip = withFlags(await makeZip({ 'a.md': 'text' }), 1);
  await expect(openBytes(zip)).rejects.toThrow(/protected by a password/);
});

test('files that share their bytes are refused', async () => {
  const zip = await makeZip({ 'a.md': 'text', 'b.md': 'text' });
  await expect(openBytes(withNumber(zip, 1, HEADER_OFFSET, 0))).rejects.toThrow(
    /share their bytes/,
  );
});

test('a bomb is refused by what it declares', async () => {
  const zip = await makeZip({ 'a.md': Buffer.alloc(ARCHIVE_LIMITS.ratioFrom + 1) });
  expect(zip.length).toBeLessThan(100_000);
  await expect(openBytes(zip)).rejects.toThrow(/holds 51 MB in 1 MB/);
});

test('a bomb that declares less than it holds is read no further than that', async () => {
  const zip = await makeZip({ 'a.md': Buffer.alloc(20_000_000) });
  const archive = await openBytes(withNumber(zip, 0, SIZE, 1_000));
  const stream = await archive.open(first(archive));
  await expect(buffer(stream)).rejects.toThrow(ImportError);
});

test('an entry that is shorter than it says, or changed, is damaged', async () => {
  const zip = await makeZip({ 'a.md': 'text' }, { compress: false });
  const archive = await openBytes(replaceBytes(zip, 'text', 'tixt'));
  await expect(readText(archive, first(archive), 100)).rejects.toThrow(/“a.md” is damaged/);
  const short = await openBytes(withNumber(await makeZip({ 'a.md': 'text' }), 0, SIZE, 1_000));
  await expect(readText(short, first(short), 9_000)).rejects.toThrow(/“a.md” is damaged/);
});

test('a truncated zip, and one with an impossible size, are refused', async () => {
  const zip = await makeZip({ 'a.md': 'text'.repeat(100), 'b.md': 'b' });
  for (const length of [4, 30, zip.length - 30, zip.length - 1])
    await expect(openBytes(zip.subarray(0, length))).rejects.toThrow(/damaged or incomplete/);
  const archive = await openBytes(withNumber(zip, 1, COMPRESSED_SIZE, 1_000_000));
  const entry = archive.entries[1] as ArchiveEntry;
  await expect(archive.open(entry)).rejects.toThrow(/“b.md” is damaged/);
});

test('bytes changed at random give a sentence or the archive, never another error', async () => {
  const zip = await makeZip({ 'a.md': 'text'.repeat(50), 'b/c.md': 'other text' });
  for (let at = 0; at < zip.length; at += 3) {
    const changed = Buffer.from(zip);
    changed[at] = (changed[at] ?? 0) ^ 0x5a;
    const archive = await openBytes(changed).catch((error) => error);
    if (archive instanceof Error) {
      expect(archive).toBeInstanceOf(ImportError);
      continue;
    }
    for (const entry of (archive as Archive).entries)
      await readText(archive, entry, 10_000).catch((error) =>
        expect(error).toBeInstanceOf(ImportError),
      );
    await archive.close();
  }
});
