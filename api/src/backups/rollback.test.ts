import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDialect } from '../../../test-support/dialects.ts';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import { postFields } from '../../../test-support/test-app.ts';
import { databaseFile } from '../database/location.ts';
import { migrations } from '../database/migrations/index.ts';
import { connectDatabase } from '../database/open.ts';
import { changeCopy, copyDatabase } from '../database/sqlite/snapshot.ts';
import type { Database } from '../database/tables.ts';
import { useAndClose } from '../database/transaction.ts';
import { createPostsService } from '../posts/posts.service.ts';
import { createWorkingCopiesService } from '../posts/working-copies/working-copies.service.ts';
import { describeVersion, findSnapshot, rollBack } from './rollback.ts';

const clock = () => new Date();
const postsOf = (db: Database) => createPostsService(db, clock);

function writeCopy(db: Database, id: string, title: string, version: number | 'none') {
  const copies = createWorkingCopiesService(db, clock);
  return copies.save(id, { base_version: 1, form: { title } }, version);
}

/** With a snapshot whose name has no date, and what an editor has open that was saved since. */
async function changeAfterSnapshot() {
  const { db, dataDir, remove } = await openDialect.sqlite();
  onTestFinished(remove);
  const { id } = await postsOf(db).create(postFields);
  const kept = await writeCopy(db, id, 'Kept', 'none');
  const snapshot = join(temporaryFolder(), 'mine.sqlite');
  copyDatabase(databaseFile(dataDir), snapshot);
  for (const title of ['Two', 'Three']) await postsOf(db).update(id, { ...postFields, title });
  const lost = await writeCopy(db, id, 'Lost', kept.version);
  await db.destroy();
  return { dataDir, snapshot, id, kept, lost };
}

test('a rollback to a snapshot without a date gives no version of a lost working copy to another', async () => {
  const { dataDir, snapshot, id, lost } = await changeAfterSnapshot();
  await rollBack(dataDir, snapshot);
  await useAndClose(connectDatabase({ dataDir }), async (db) => {
    const row = db.selectFrom('working_copies').select('version').where('id', '=', id);
    const { version } = await row.executeTakeFirstOrThrow();
    await writeCopy(db, id, 'On another device', version);
    await expect(writeCopy(db, id, 'Lost', lost.version)).rejects.toThrow('changed elsewhere');
  });
});

test('a rollback from data that cannot be read gives no version of a lost text to another', async () => {
  const { dataDir, snapshot, id } = await changeAfterSnapshot();
  writeFileSync(databaseFile(dataDir), 'damaged');
  await rollBack(dataDir, snapshot);
  await useAndClose(connectDatabase({ dataDir }), async (db) => {
    const { update } = postsOf(db);
    for (const title of ['New', 'Newer']) await update(id, { ...postFields, title });
    await expect(update(id, postFields, { version: 3 })).rejects.toThrow('You edited version 3');
  });
});

test('with PostgreSQL the version is named that a copy was made by', async () => {
  const { dataDir, snapshot } = await changeAfterSnapshot();
  const databaseUrl = 'postgres://localhost/blog';
  changeCopy(snapshot, (database) =>
    database
      .prepare(`insert or replace into settings (name, value) values ('software_version', '0.2.0')`)
      .run(),
  );
  const last = Object.keys(migrations).at(-1);
  expect(() => findSnapshot({ dataDir, databaseUrl }, snapshot)).toThrow(
    `install version 0.2.0, whose last migration is ${last}, create an empty database`,
  );
  expect(() => findSnapshot({ dataDir, databaseUrl }, 'none.sqlite')).toThrow('does not exist');
  expect(() => findSnapshot({ dataDir, databaseUrl }, undefined)).toThrow(
    'nothing to roll back to',
  );
  expect(describeVersion(undefined)).toBe('the version that you had before');
});
