import { join } from 'node:path';
import { BUILT_IN_PAGE_IDS } from '@longhand/contract/pages/page-addresses';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  eachDialect,
  emptyLocation,
  openDialect,
  type TestDatabase,
} from '../../../test-support/dialects.ts';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import type { DatabaseLocation } from '../database/location.ts';
import { connectDatabase } from '../database/open.ts';
import type { Database } from '../database/tables.ts';
import { useAndClose } from '../database/transaction.ts';
import { PAGE_CHECKS } from '../pages/check-pages.ts';
import { createPagesService } from '../pages/pages.service.ts';
import { renderInThisThread } from '../rendering/render.ts';
import { writeBackup } from './make-backup.ts';
import { moveBlog } from './move.ts';
import { restoreBackup } from './restore.ts';

const DAY_MS = 86_400_000;
const TABLES = [
  'pages',
  'page_versions',
  'page_slugs',
  'trashed_pages',
  'page_working_copies',
] as const;
const { about } = BUILT_IN_PAGE_IDS;

const serviceOf = (db: Database) =>
  createPagesService({
    db,
    clock: () => new Date(),
    renderer: renderInThisThread,
    readSite: async () => ({
      site_name: 'Beans',
      site_description: 'Of beans.',
      language: 'en-US',
      words: {},
    }),
  });

function using<Result>(location: DatabaseLocation, use: (db: Database) => Promise<Result>) {
  return useAndClose(connectDatabase(location), use);
}

function writeCopy(db: Database, id: string, title: string, version: number | 'none') {
  return serviceOf(db).workingCopies.save(id, { base_version: 0, form: { title } }, version);
}

/** With a page of its own, a changed About, and a page in the trash, each with a history; two were renamed. */
async function makeBlog(open: () => Promise<TestDatabase>): Promise<DatabaseLocation> {
  const { db, dataDir, databaseUrl, remove } = await open();
  onTestFinished(remove);
  const pages = serviceOf(db);
  const [now, gone] = [
    await pages.create({ title: 'Now ß 漢 👍', content: '<p>\r\nBeans</p>', placement: 'footer' }),
    await pages.create({ title: 'Gone', content: 'Peas' }),
  ];
  for (const id of [now.id, gone.id, about]) await pages.update(id, { content: 'Changed' });
  for (const { id, slug } of [now, gone]) await pages.update(id, { slug: `${slug}-again` });
  await pages.delete(gone.id);
  for (const id of [now.id, about, 'a-key'])
    await writeCopy(db, id, 'Being written ß 漢 👍', 'none');
  await db.destroy();
  return { dataDir, databaseUrl };
}

async function backUp(location: DatabaseLocation): Promise<string> {
  const file = join(temporaryFolder(), 'backup.tar.gz');
  await writeBackup({ ...location, settings: [], siteUrl: '' }, file);
  return file;
}

const readAll = (location: DatabaseLocation) =>
  using(location, async (db) => {
    const read = TABLES.map((table) => db.selectFrom(table).selectAll().execute());
    return (
      (await Promise.all(read))
        .flat()
        // A restore gives working copies other versions.
        .map((row) => JSON.stringify('form' in row ? { ...row, version: 0 } : row))
        .toSorted()
    );
  });

async function findProblems(db: Database): Promise<string[]> {
  const found = PAGE_CHECKS.map(({ find }) => Array.fromAsync(find(db)));
  return (await Promise.all(found)).flat();
}

eachDialect((open) => {
  test('a backup carries pages, their versions, trash and working copies into either dialect', async () => {
    const from = await makeBlog(open);
    const rows = await readAll(from);
    expect(rows).toHaveLength(13);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const backup = await backUp(from);
    for (const openTarget of Object.values(openDialect)) {
      const to = await emptyLocation(openTarget);
      await restoreBackup(to, backup);
      expect(await readAll(to)).toEqual(rows);
      expect(await using(to, findProblems)).toEqual([]);
    }
  });

  test('pages move to either dialect, and a blog that has any is not written over', async () => {
    const from = await makeBlog(open);
    for (const openTarget of Object.values(openDialect)) {
      const to = await emptyLocation(openTarget);
      await moveBlog(from, to);
      expect(await readAll(to)).toEqual(await readAll(from));
      await expect(moveBlog(await emptyLocation(open), to)).rejects.toThrow(/is already a blog in/);
    }
  });

  test('after a restore, version numbers of lost texts are not used again', async () => {
    const location = await emptyLocation(open);
    const backup = await backUp(location);
    await using(location, async (db) => {
      const { update } = serviceOf(db);
      for (const content of ['One', 'Two']) await update(about, { content });
    });
    await restoreBackup(location, backup);
    await using(location, async (db) => {
      const { update } = serviceOf(db);
      await expect(update(about, { content: 'From the lost one' }, { version: 2 })).rejects.toThrow(
        'version 0',
      );
      expect((await update(about, { content: 'New' }, { version: 0 })).version).toBe(3);
      expect((await update(about, { content: 'Newer' })).version).toBe(4);
      expect(await findProblems(db)).toEqual([]);
    });
  });

  test('an editor that was open during a restore overwrites no working copy', async () => {
    const location = await emptyLocation(open);
    const write = (id: string, title: string, version: number | 'none') =>
      using(location, (db) => writeCopy(db, id, title, version));
    const same = await write('unchanged', 'Same', 'none');
    const kept = await write(about, 'Kept', 'none');
    const backup = await backUp(location);
    const lost = await write(about, 'Lost', kept.version);
    await restoreBackup(location, backup);
    for (const { version } of [kept, lost])
      await expect(write(about, 'Lost', version)).rejects.toThrow('changed elsewhere');
    await write('unchanged', 'Changed', same.version);
  });

  test('a restore into a new blog uses no version that a page had elsewhere', async () => {
    const [from, to] = [await emptyLocation(open), await emptyLocation(open)];
    const write = async (location: DatabaseLocation, ...contents: string[]) =>
      using(location, async (db) => {
        for (const content of contents) await serviceOf(db).update(about, { content });
      });
    await write(from, 'One');
    const backup = await backUp(from);
    await write(from, 'Two', 'Three');
    await restoreBackup(to, backup);
    await write(to, 'New', 'Newer');
    await using(to, async (db) => {
      const save = serviceOf(db).update(about, { content: 'From the lost one' }, { version: 3 });
      await expect(save).rejects.toThrow('version 3');
      expect(await findProblems(db)).toEqual([]);
    });
  });

  test('pages in the trash of an old backup keep their remaining time', async () => {
    const backup = await backUp(await makeBlog(open));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 100 * DAY_MS });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const location = await emptyLocation(open);
    await restoreBackup(location, backup);
    await using(location, async (db) => expect(await serviceOf(db).purgeTrash()).toBe(0));
  });
});
