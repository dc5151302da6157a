import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { type ParsedTarEntryWithData, packTar, unpackTar } from 'modern-tar';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import { addVisitors, findVisitors } from '../../../test-support/visitors.ts';
import { connectDatabase, openDatabase } from '../database/open.ts';
import { useAndClose } from '../database/transaction.ts';
import { createDiskStore } from '../files/disk-store.ts';
import { writeBackup } from './make-backup.ts';
import { restoreBackup } from './restore.ts';

const IMAGE = `${'0'.repeat(32)}-4x2.png`;

/** Identified by one word. */
async function makeBlog(word: string, revision = 1): Promise<string> {
  const dataDir = temporaryFolder();
  const db = await openDatabase({ dataDir });
  await db.insertInto('settings').values({ name: 'word', value: word }).execute();
  await db.updateTable('public_state').set({ revision }).execute();
  await db.destroy();
  const { createImageStore } = await import('../images/image-store.ts');
  await createImageStore(createDiskStore(dataDir)).save({
    name: IMAGE,
    bytes: Buffer.from(word),
  } as never);
  return dataDir;
}

async function backUp(dataDir: string): Promise<string> {
  const file = join(temporaryFolder(), 'backup.tar.gz');
  await writeBackup({ dataDir, settings: [], siteUrl: '' }, file);
  return file;
}

async function wordOf(dataDir: string): Promise<string | undefined> {
  const db = connectDatabase({ dataDir });
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'word')
    .executeTakeFirst();
  await db.destroy();
  return row?.value;
}

/** Paths and hashes of all files in a folder. */
function contentsOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => {
      const hash = createHash('sha256').update(readFileSync(join(folder, name)));
      return `${name} ${hash.digest('hex')}`;
    })
    .toSorted();
}

type Entries = ParsedTarEntryWithData[];

async function forged(file: string, change: (entries: Entries) => Entries): Promise<string> {
  const entries = await unpackTar(gunzipSync(readFileSync(file)));
  const other = join(temporaryFolder(), 'forged.tar.gz');
  writeFileSync(other, gzipSync(await packTar(change(entries))));
  return other;
}

function withManifest(entries: Entries, change: (manifest: ManifestText) => void): Entries {
  const last = entries.at(-1);
  const manifest = JSON.parse(Buffer.from(last?.data ?? []).toString());
  change(manifest);
  const data = new Uint8Array(Buffer.from(JSON.stringify(manifest)));
  return [
    ...entries.slice(0, -1),
    { header: { name: 'manifest.json', size: data.length, type: 'file' }, data },
  ];
}

type ManifestText = { format: number; files: { path: string; size: number; sha256: string }[] };

function file(name: string, text = 'x'): Entries[number] {
  const data = new Uint8Array(Buffer.from(text));
  return { header: { name, size: data.length, type: 'file' }, data };
}

test('a restore replaces posts and images, and preserves the previous data', async () => {
  const backup = await backUp(await makeBlog('then'));
  const dataDir = await makeBlog('now');
  await useAndClose(connectDatabase({ dataDir }), addVisitors);
  expect(findVisitors(dataDir)).toEqual([true, true]);
  const before = contentsOf(dataDir);
  const { previous } = await restoreBackup({ dataDir }, backup);
  expect(await wordOf(dataDir)).toBe('then');
  expect(readFileSync(join(dataDir, 'uploads', IMAGE), 'utf8')).toBe('then');
  expect(contentsOf(previous ?? '').map((line) => line.split(' ')[0])).toEqual(
    before.map((line) => line.split(' ')[0]),
  );
  expect(await wordOf(previous ?? '')).toBe('now');
  expect(findVisitors(previous ?? '')).toEqual([false, false]);
});

test('a corrupt database can be replaced by a backup', async () => {
  const backup = await backUp(await makeBlog('then'));
  const dataDir = await makeBlog('now');
  writeFileSync(join(dataDir, 'longhand.sqlite'), 'not a database at all, '.repeat(100));
  const { previous } = await restoreBackup({ dataDir }, backup);
  expect(await wordOf(dataDir)).toBe('then');
  expect(readFileSync(join(previous ?? '', 'longhand.sqlite'), 'utf8')).toContain('not a database');
});

const LINK = { name: `uploads/${'1'.repeat(32)}-4x2.png`, linkname: '/etc/passwd', size: 0 };

for (const [what, change, sentence] of [
  [
    'an extra file',
    (all) => [file('notes.txt'), ...all],
    /"notes.txt" in it does not belong in a backup/,
  ],
  ['a path upwards', (all) => [file('../../evil'), ...all], /does not belong in a backup/],
  [
    'a path upwards behind a valid prefix',
    (all) => [file(`uploads/../${IMAGE}`), ...all],
    /does not belong in a backup/,
  ],
  ['an absolute path', (all) => [file('/tmp/evil'), ...all], /does not belong in a backup/],
  [
    'a very long name',
    (all) => [file(`uploads/${'a'.repeat(9_000)}`), ...all],
    /not belong in a backup/,
  ],
  [
    'a symbolic link',
    (all) => [{ header: { ...LINK, type: 'symlink' } }, ...all],
    /is a symlink, not a plain file/,
  ],
  [
    'a hard link',
    (all) => [{ header: { ...LINK, type: 'link' } }, ...all],
    /is a link, not a plain file/,
  ],
  [
    'a device',
    (all) => [{ header: { ...LINK, type: 'character-device' } }, ...all],
    /is a character-device, not a plain file/,
  ],
  ['a file twice', (all) => [...all.slice(0, 1), ...all], /is in it twice/],
  [
    'a file that its manifest does not name',
    (all) => [file(`uploads/${'2'.repeat(32)}-4x2.png`), ...all],
    /is not listed in its manifest/,
  ],
  ['a missing file', (all) => [...all.slice(0, 1), ...all.slice(2)], /is missing in it/],
  [
    'another image of the same size',
    (all) =>
      all.map((each) =>
        each.header.name.includes('.png') ? file(each.header.name, 'THEN') : each,
      ),
    /does not match the manifest/,
  ],
  ['no manifest', (all) => all.slice(0, -1), /has no manifest/],
  ['something after its manifest', (all) => [...all, file('late')], /follows its manifest/],
  [
    'a later format',
    (all) =>
      withManifest(all, (manifest) => {
        manifest.format = 2;
      }),
    /newer version of the software \(format 2\): upgrade first/,
  ],
  [
    'a manifest that says nothing',
    (all) => [...all.slice(0, -1), file('manifest.json', '{}')],
    /manifest is not that of a backup/,
  ],
] as [string, (entries: Entries) => Entries, RegExp][]) {
  test(`an archive with ${what} is refused, and nothing is changed`, async () => {
    const backup = await forged(await backUp(await makeBlog('then')), change);
    const dataDir = await makeBlog('now');
    const before = contentsOf(dataDir);
    await expect(restoreBackup({ dataDir }, backup)).rejects.toThrow(sentence);
    await expect(restoreBackup({ dataDir }, backup)).rejects.toThrow(/Nothing was changed/);
    expect(contentsOf(dataDir)).toEqual(before);
  });
}

/** Some bits of a compressed file, as between its blocks, mean nothing: the next one that does. */
function flipBit(bytes: Buffer, position: number): Buffer {
  const flipped = Buffer.from(bytes);
  flipped[position] = (flipped[position] ?? 0) ^ 0x10;
  try {
    return gunzipSync(flipped).equals(gunzipSync(bytes)) ? flipBit(bytes, position + 1) : flipped;
  } catch {
    return flipped;
  }
}

test('an archive that is truncated or has a flipped bit anywhere is refused', async () => {
  const backup = await backUp(await makeBlog('then'));
  const bytes = readFileSync(backup);
  const dataDir = await makeBlog('now');
  const before = contentsOf(dataDir);
  const damaged = join(temporaryFolder(), 'damaged.tar.gz');
  for (const share of [0.05, 0.3, 0.6, 0.9, 0.999]) {
    const position = Math.floor(bytes.length * share);
    writeFileSync(damaged, bytes.subarray(0, position));
    await expect(restoreBackup({ dataDir }, damaged), `cut at ${position}`).rejects.toThrow(
      /could not be/,
    );
    writeFileSync(damaged, flipBit(bytes, position));
    await expect(restoreBackup({ dataDir }, damaged), `at ${position}`).rejects.toThrow(
      /could not be/,
    );
  }
  writeFileSync(damaged, '');
  await expect(restoreBackup({ dataDir }, damaged)).rejects.toThrow(/could not be/);
  expect(contentsOf(dataDir)).toEqual(before);
});

test('a backup of a newer version asks for an upgrade', async () => {
  const newer = await makeBlog('then');
  const db = connectDatabase({ dataDir: newer });
  await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2030')`.execute(
    db,
  );
  await db.destroy();
  const dataDir = await makeBlog('now');
  await expect(restoreBackup({ dataDir }, await backUp(newer))).rejects.toThrow(
    /newer version.*9999-future.*Upgrade first/,
  );
  expect(await wordOf(dataDir)).toBe('now');
});

test('a backup never overwrites a file, and is readable by its owner only', async () => {
  const dataDir = await makeBlog('then');
  const backup = await backUp(dataDir);
  expect(statSync(backup).mode & 0o777).toBe(0o600);
  const before = readFileSync(backup);
  await expect(writeBackup({ dataDir, settings: [], siteUrl: '' }, backup)).rejects.toThrow(
    /already exists/,
  );
  expect(readFileSync(backup)).toEqual(before);
  expect(readdirSync(dataDir)).not.toContain('backups');
});

test('a blog in the middle of a swap is not backed up', async () => {
  const dataDir = await makeBlog('then');
  const journal = { incoming: 'incoming-x', aside: 'before-restore-x' };
  writeFileSync(join(dataDir, 'replacing.json'), JSON.stringify(journal));
  await expect(backUp(dataDir)).rejects.toThrow(/was interrupted\. Start the blog/);
  await (await openDatabase({ dataDir })).destroy();
  await backUp(dataDir);
});

test('a folder without a blog is not backed up', async () => {
  const dataDir = temporaryFolder();
  const job = { dataDir, settings: [], siteUrl: '' };
  await expect(writeBackup(job, join(dataDir, 'backup'))).rejects.toThrow(/no blog.*DATA_DIR/);
  expect(readdirSync(dataDir)).toEqual([]);
});
