import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import { migrations } from '../database/migrations/index.ts';
import { migrate, openDatabase } from '../database/open.ts';
import { sqliteDialect } from '../database/sqlite-dialect.ts';
import type { Tables } from '../database/tables.ts';
import { listPage } from './public-lists.repository.ts';
import { readPublicState } from './public-state.repository.ts';

test('posts of the first version find their place, their topics and their words', async () => {
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
