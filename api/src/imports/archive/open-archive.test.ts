import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test-support/temporary-folder.ts';
import { type ArchiveEntry, ImportError } from '../source.ts';
import { openArchive } from './open-archive.ts';
import { copyEntry, readStart, readText } from './read-entry.ts';

const names = ({ entries }: { entries: readonly ArchiveEntry[] }) =>
  entries.map(({ name }) => name);

test('a folder has its files in the order of their names', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'b'));
  for (const name of ['c.md', 'b/2.md', 'b/1.md', 'a.md']) writeFileSync(join(folder, name), name);
  const archive = await openArchive(folder);
  expect(archive.isFolder).toBe(true);
  expect(names(archive)).toEqual(['a.md', 'b/1.md', 'b/2.md', 'c.md']);
  expect(await readText(archive, archive.entries[1] as ArchiveEntry, 100)).toBe('b/1.md');
});

test('links, pipes and hidden files of a folder are left out', async () => {
  const [folder, outside] = [temporaryFolder(), temporaryFolder()];
  writeFileSync(join(outside, 'secret.md'), 'secret');
  writeFileSync(join(folder, 'a.md'), 'a');
  writeFileSync(join(folder, '.env'), 'hidden');
  mkdirSync(join(folder, '.git'));
  writeFileSync(join(folder, '.git', 'b.md'), 'b');
  symlinkSync(join(outside, 'secret.md'), join(folder, 'file-link.md'));
  symlinkSync(outside, join(folder, 'folder-link'));
  symlinkSync(folder, join(folder, 'loop'));
  execFileSync('mkfifo', [join(folder, 'pipe.md')]);
  expect(names(await openArchive(folder))).toEqual(['a.md']);
});

test('a file that became a link or a pipe since it was listed is not read', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'a.md');
  writeFileSync(path, 'a');
  const archive = await openArchive(folder);
  execFileSync('rm', [path]);
  symlinkSync('/etc/hostname', path);
  await expect(archive.open(archive.entries[0] as ArchiveEntry)).rejects.toThrow(ImportError);
  execFileSync('rm', [path]);
  execFileSync('mkfifo', [path]);
  await expect(archive.open(archive.entries[0] as ArchiveEntry)).rejects.toThrow(ImportError);
});

test('names that mean something on Windows are names in a folder', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a\\..\\b.md'), 'b');
  writeFileSync(join(folder, 'c:x.md'), 'c');
  const archive = await openArchive(folder);
  expect(names(archive)).toEqual(['a_.._b.md', 'c_x.md']);
  expect(await readText(archive, archive.entries[0] as ArchiveEntry, 100)).toBe('b');
});

test('a single file is an archive of one, also through a link', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'export.xml'), '<rss/>');
  symlinkSync(join(folder, 'export.xml'), join(folder, 'link.xml'));
  const archive = await openArchive(join(folder, 'link.xml'));
  expect(archive).toMatchObject({ name: 'link.xml', isFolder: false });
  expect(await readStart(archive, archive.entries[0] as ArchiveEntry, 4)).toBe('<rss');
});

test('what is not there, or no file, is named in a sentence', async () => {
  const folder = temporaryFolder();
  await expect(openArchive(join(folder, 'x.zip'))).rejects.toThrow(/^There is no file or folder/);
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  await expect(openArchive(join(folder, 'pipe'))).rejects.toThrow(/neither a file nor a folder/);
});

test('texts are decoded by their mark, as UTF-8, or as Windows wrote them', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '1.md'), '\ufeffé');
  writeFileSync(join(folder, '2.md'), Buffer.from('\ufeffé', 'utf16le'));
  writeFileSync(join(folder, '3.md'), Buffer.from([0xe9]));
  const archive = await openArchive(folder);
  for (const entry of archive.entries) expect(await readText(archive, entry, 100)).toBe('é');
});

test('a text that is too long is refused before it is read, and copied as a picture', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a.md'), 'x'.repeat(3_000_000));
  const archive = await openArchive(folder);
  const entry = archive.entries[0] as ArchiveEntry;
  await expect(readText(archive, entry, 2 * 1024 ** 2)).rejects.toThrow('longer than 2 MB');
  await copyEntry(archive, entry, join(folder, 'copy'));
  expect((await openArchive(join(folder, 'copy'))).entries[0]?.bytes).toBe(3_000_000);
});
