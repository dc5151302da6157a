import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eachDialect, openDialect, type TestDatabase } from '../../../test-support/dialects.ts';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import type { DatabaseLocation } from '../database/location.ts';
import { connectDatabase } from '../database/open.ts';
import type { Database } from '../database/tables.ts';
import { useAndClose } from '../database/transaction.ts';
import { writeBackup } from './make-backup.ts';
import { moveBlog } from './move.ts';
import { restoreBackup } from './restore.ts';

type Open = () => Promise<TestDatabase>;

const SETTINGS = [
  { name: 'links', value: '[{"label":"Öl 🌱","url":"https://social.example/@tom"}]' },
  { name: 'newsletter_shown', value: 'false' },
  { name: 'site_name', value: '"Tom’s garden"' },
];
/** Some four hundred thousand characters. */
const ICONS = [
  { name: 'favicon.ico', body: Buffer.alloc(300).toString('base64') },
  { name: 'icon-512.png', body: Buffer.alloc(300_000, 'an icon').toString('base64') },
];

async function locate(open: Open, fill: (db: Database) => Promise<unknown>) {
  const { db, dataDir, databaseUrl, remove } = await open();
  onTestFinished(remove);
  await fill(db);
  await db.destroy();
  return { dataDir, databaseUrl };
}

const ownSite = (open: Open) =>
  locate(open, async (db) => {
    await db.insertInto('site_settings').values(SETTINGS).execute();
    await db.insertInto('site_icons').values(ICONS).execute();
  });

const revisionOf = async (db: Database) =>
  (await db.selectFrom('public_state').select('revision').executeTakeFirstOrThrow()).revision;

async function expectCarried(location: DatabaseLocation, revision = 0): Promise<void> {
  await useAndClose(connectDatabase(location), async (db) => {
    const rows = await db.selectFrom('site_settings').selectAll().orderBy('name').execute();
    expect(rows).toEqual(SETTINGS);
    const icons = await db.selectFrom('site_icons').selectAll().orderBy('name').execute();
    expect(icons).toEqual(ICONS);
    expect(await revisionOf(db)).toBeGreaterThan(revision);
  });
}

eachDialect((open) => {
  test.each(Object.keys(openDialect) as (keyof typeof openDialect)[])(
    'a backup brings settings and icons into %s, in place of those that were there',
    async (dialect) => {
      const file = join(temporaryFolder(), 'backup.tar.gz');
      await writeBackup({ ...(await ownSite(open)), settings: [], siteUrl: '' }, file);
      let revision = 0;
      const target = await locate(openDialect[dialect], async (db) => {
        const other = { name: 'site_description', value: '"Other"' };
        await db.insertInto('site_settings').values(other).execute();
        revision = await revisionOf(db);
      });
      await restoreBackup(target, file);
      await expectCarried(target, revision);
    },
  );

  test('a move to the other kind of database takes settings and icons along', async () => {
    const from = await ownSite(open);
    const other = from.databaseUrl ? openDialect.sqlite : openDialect.postgres;
    const to = await locate(other, async () => {});
    await moveBlog(from, to);
    await expectCarried(to);
  });
});
