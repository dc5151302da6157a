import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { eachDialect, emptyLocation, openDialect } from '../../../test-support/dialects.ts';
import { createBucket } from '../../../test-support/stores.ts';
import { subscriberRow } from '../../../test-support/subscribers.ts';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import { readConfig } from '../config/config.ts';
import { type DatabaseLocation, databaseFile } from '../database/location.ts';
import { connectDatabase } from '../database/open.ts';
import type { Database } from '../database/tables.ts';
import { useAndClose } from '../database/transaction.ts';
import { recordEvent } from '../events/record-event.ts';
import { openFileStore } from '../files/open-store.ts';
import { hashOfImage } from '../images/image-store.ts';
import { countRows } from './copy-rows.ts';
import { moveBlog } from './move.ts';

function using<Result>(location: DatabaseLocation, use: (db: Database) => Promise<Result>) {
  return useAndClose(connectDatabase(location), use);
}

const TIME = '2026-01-01T12:00:00.000Z';
const setting = (name: string) => ({ name, value: name });
const settingsOf = (db: Database) =>
  db.selectFrom('settings').selectAll().orderBy('name').execute();

eachDialect((open) => {
  test('an empty source is refused', async () => {
    const { dataDir, databaseUrl } = await emptyLocation(open);
    const nothing = new URL(databaseUrl ?? 'postgres://nobody');
    nothing.pathname = 'postgres';
    const from = databaseUrl ? { dataDir, databaseUrl: nothing.href } : { dataDir: `${dataDir}-2` };
    await expect(moveBlog(from, await emptyLocation(open))).rejects.toThrow(/^There is no blog in/);
  });

  test.each([
    ['subscribers', subscriberRow('ann@example.com')],
    [
      'mailings',
      { id: 'm', post_id: 'p', title: 'T', state: 'done', recipients: 0, created_at: TIME },
    ],
    ['redirects', { from_path: '/old', to_address: '/new', created_at: TIME }],
    [
      'imported_items',
      { origin: 'o', guid: 'g', source_id: 's', kind: 'post', document_id: 'p', imported_at: TIME },
    ],
  ] as const)('a target that has only %s is not empty', async (table, row) => {
    const [from, to] = [await emptyLocation(open), await emptyLocation(open)];
    await using(from, (db) => db.insertInto('settings').values(setting('one')).execute());
    const insert = (db: Database) =>
      db
        .insertInto(table)
        .values(row as never)
        .execute();
    await using(to, insert);
    await expect(moveBlog(from, to)).rejects.toThrow(/^There is already a blog in/);
    expect(await using(to, (db) => countRows(db, table))).toBe(1);
  });

  test('a target whose server was only started is empty, also with a password and a login', async () => {
    const [from, to] = [await emptyLocation(open), await emptyLocation(open)];
    await using(from, (db) => db.insertInto('settings').values(setting('one')).execute());
    await using(to, async (db) => {
      await db.insertInto('settings').values(setting('two')).execute();
      await recordEvent(db, () => new Date(TIME), { kind: 'login.failed' });
    });
    await moveBlog(from, to);
    expect(await using(to, settingsOf)).toEqual([setting('one')]);
    expect(await using(to, (db) => countRows(db, 'events'))).toBe(0);
  });

  test('a source that changes during the move is refused', async () => {
    const [from, to] = [await emptyLocation(open), await emptyLocation(open)];
    await using(from, (db) => db.insertInto('settings').values(setting('one')).execute());
    const changes: Promise<unknown>[] = [];
    const change = () => {
      if (changes.length > 0) return;
      changes.push(using(from, (db) => db.insertInto('settings').values(setting('two')).execute()));
    };
    await expect(moveBlog(from, to, change)).rejects.toThrow(/was changed while it was moved/);
    await Promise.all(changes);
    expect(await using(to, settingsOf)).toEqual([]);
    await moveBlog(from, to);
    expect(await using(to, settingsOf)).toEqual([setting('one'), setting('two')]);
  });

  test('a server started during the move makes it fail', async () => {
    const [from, to] = [await emptyLocation(open), await emptyLocation(open)];
    await using(from, (db) => db.insertInto('settings').values(setting('one')).execute());
    let server: Database | undefined;
    onTestFinished(() => server?.destroy());
    const start = () => {
      server ??= connectDatabase(from);
      void sql`select 1`.execute(server);
    };
    await expect(moveBlog(from, to, start)).rejects.toThrow(/is running, .*Stop it, then/);
    expect(await using(to, settingsOf)).toEqual([]);
  });

  test('only the uploads move when the database stays, into a store and back', async () => {
    const location = await emptyLocation(open);
    await using(location, (db) => db.insertInto('settings').values(setting('one')).execute());
    const { s3 } = readConfig(await createBucket());
    await expect(moveBlog(location, location)).rejects.toThrow(/is already in/);
    await expect(moveBlog({ ...location, s3 }, { ...location, s3 })).rejects.toThrow(/already/);
    const bytes = Buffer.from('a picture');
    const name = `${hashOfImage(bytes)}-1x1-000.png`;
    const folder = join(location.dataDir, 'uploads');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), bytes);

    const inStore = { ...location, s3 };
    expect(await moveBlog(location, inStore)).toMatchObject({
      rows: undefined,
      uploads: { copied: 1, present: 0 },
    });
    expect(await openFileStore(inStore).read(`uploads/${name}`)).toEqual(bytes);
    expect(readdirSync(folder)).toEqual([name]);

    rmSync(folder, { recursive: true });
    expect(await moveBlog(inStore, location)).toMatchObject({ uploads: { copied: 1, present: 0 } });
    expect(readFileSync(join(folder, name))).toEqual(bytes);
    expect(await openFileStore(inStore).read(`uploads/${name}`)).toEqual(bytes);
    expect(await using(location, settingsOf)).toEqual([setting('one')]);
  });
});

test('a corrupt database is not treated as an empty one', async () => {
  const from = { dataDir: temporaryFolder() };
  writeFileSync(databaseFile(from.dataDir), 'not a database at all, whatever its name says');
  await expect(moveBlog(from, { dataDir: temporaryFolder() })).rejects.toThrow(
    'file is not a database',
  );
});

test('nor is a database whose tables this user may not read', async () => {
  const location = await emptyLocation(openDialect.postgres);
  const client = new pg.Client(location.databaseUrl);
  await client.connect();
  const user = `user_${randomUUID().replaceAll('-', '')}`;
  await client.query(`create role ${user} login`);
  onTestFinished(async () => {
    await client.query(`drop role ${user}`);
    await client.end();
  });
  const url = new URL(location.databaseUrl ?? '');
  url.username = user;
  const from = { ...location, databaseUrl: url.href };
  await expect(moveBlog(from, { dataDir: temporaryFolder() })).rejects.toThrow(
    'permission denied for table',
  );
});
