import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { eachDialect, openDialect, type TestDatabase } from '../../../test-support/dialects.ts';
import { createPostgresDatabase } from '../../../test-support/postgres-databases.ts';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import type { DatabaseLocation } from '../database/location.ts';
import { migrations } from '../database/migrations/index.ts';
import { migrate, openDatabase } from '../database/open.ts';
import { sqliteDialect } from '../database/sqlite-dialect.ts';
import type { Tables } from '../database/tables.ts';
import { listPage } from './public-lists.repository.ts';
import { readPublicState } from './public-state.repository.ts';

const UNTIL_0006 = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0007'));

async function locateEmpty(open: () => Promise<TestDatabase>): Promise<DatabaseLocation> {
  const dataDir = temporaryFolder();
  return open === openDialect.sqlite
    ? { dataDir }
    : { dataDir, databaseUrl: await createPostgresDatabase('') };
}

eachDialect((open) => {
  test('the triggers of a database with `place` work after its upgrade to `sort_key`', async () => {
    const location = await locateEmpty(open);
    const old = await openDatabase(location, { migrations: UNTIL_0006 });
    await sql`
      insert into posts (id, slug, slug_chosen, title, content, excerpt, tags, published, created_at,
        updated_at, published_at, version, public_content, reading_minutes, rendering, place)
      values ('a', 'a', 0, 'Title', 'Text', 'Excerpt', '["X"]', 1, '2026-01-01', '2026-01-01',
        '2026-01-01T00:00:00.000Z', 1, 'Text', 1, 4, 7)
    `.execute(old);
    await sql`insert into post_tags values ('a', 'X', 'X', 7)`.execute(old);
    await sql`insert into post_search (rowid, text) values (7, 'BEFORE')`.execute(old);
    await old.destroy();

    const db = await openDatabase(location);
    const list = async (fields: object) =>
      (await listPage(db, { view: 'whole', ...fields }, 9)).posts.map((post) => post.id);
    expect(await list({ tag: 'x' })).toEqual(['a']);
    expect(await list({ text: 'BEFORE' })).toEqual(['a']);
    await sql`update post_search set text = 'AFTER' where rowid = 7`.execute(db);
    expect(await list({ text: 'AFTER' })).toEqual(['a']);
    await db.deleteFrom('posts').execute();
    expect(await db.selectFrom('post_search').select('rowid').execute()).toEqual([]);
    expect(await readPublicState(db)).toMatchObject({ posts: 0, characters: 0 });
    await db.destroy();
  });
});

test('posts of the first version get their sort keys, topics and search texts', async () => {
  const dataDir = temporaryFolder();
  const { '0001-initial': initial } = migrations;
  const old = new Kysely<Tables>({ dialect: sqliteDialect(join(dataDir, 'longhand.sqlite')) });
  await migrate(old, initial ? { '0001-initial': initial } : {});
  for (const [id, published, published_at] of [
    ['a', 1, '2026-01-01T00:00:00.000Z'],
    ['b', 1, '2026-01-01T00:00:00.000Z'],
    ['c', 0, '2026-02-01T00:00:00.000Z'],
    ['d', 0, null],
    ['e', 1, '2025-01-01T00:00:00.000Z'],
  ] as const) {
    await sql`
      insert into posts values (${id}, ${id}, 0, 'Title', 'Text', 'Excerpt', '["X"]', null, null,
        ${published}, null, null, '2025-01-01', '2025-01-01', ${published_at}, 1, 'Text',
        ${`SEARCHED ${id.toUpperCase()}`}, 1, 4)
    `.execute(old);
    await sql`insert into post_tags values (${id}, 'X', 'X')`.execute(old);
  }
  await old.destroy();

  const db = await openDatabase({ dataDir });
  const list = async (fields: object) =>
    (await listPage(db, { view: 'whole', ...fields }, 9)).posts.map((post) => post.id);
  expect(await list({})).toEqual(['b', 'a', 'e']);
  expect(await list({ tag: 'x' })).toEqual(['b', 'a', 'e']);
  expect(await list({ text: 'SEARCHED' })).toEqual(['b', 'a', 'e']);
  expect(await list({ text: 'D A' })).toEqual(['a']);
  expect(await readPublicState(db)).toEqual({ revision: 1, posts: 3, characters: 48 });
  await db.destroy();
});
