import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { eachDialect, openDialect, type TestDatabase } from '../../../test-support/dialects.ts';
import { createPostgresDatabase } from '../../../test-support/postgres-databases.ts';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import type { DatabaseLocation } from '../database/location.ts';
import { migrations } from '../database/migrations/index.ts';
import { migrate, openDatabase } from '../database/open.ts';
import { sqliteDialect } from '../database/sqlite/sqlite-dialect.ts';
import type { Tables } from '../database/tables.ts';
import { POSTS } from '../documents/document-kinds.ts';
import { listTrash } from '../documents/trash.repository.ts';
import { findVersion, listVersions } from '../documents/versions.repository.ts';
import { listPage } from './public-lists/public-lists.repository.ts';
import { readPublicState } from './public-lists/public-posts.repository.ts';
import { createUploadReferences } from './uploads/upload-references.ts';

/** The last one is in no text. */
const NAMES = Array.from('012345678', (digit) => `${digit.repeat(32)}-4x2.png`);
const SOURCES = [
  ...(['posts', 'post_revisions', 'trashed_posts', 'working_copies'] as const),
  ...(['pages', 'page_versions', 'trashed_pages'] as const),
];
const POST = '01900000-0000-7000-8000-000000000000';

const before = (number: string) =>
  Object.fromEntries(Object.entries(migrations).filter(([name]) => name < number));

async function locateEmpty(open: () => Promise<TestDatabase>): Promise<DatabaseLocation> {
  const dataDir = temporaryFolder();
  return open === openDialect.sqlite
    ? { dataDir }
    : { dataDir, databaseUrl: await createPostgresDatabase('') };
}

eachDialect((open) => {
  test('the triggers of a database with `place` work after its upgrade to `sort_key`', async () => {
    const location = await locateEmpty(open);
    const old = await openDatabase(location, { migrations: before('0007') });
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

  test('versions and deleted posts and pages of before are listed after an upgrade', async () => {
    const location = await locateEmpty(open);
    const old = await openDatabase(location, { migrations: before('0010') });
    const [at, saved] = ['2026-02-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'];
    const times = { created_at: saved, updated_at: saved };
    const post = { id: POST, slug: 'p', title: 'A post', content: 'Text', ...times };
    const page = { ...post, meta_description: null, placement: 'none', position: 1 };
    const bare = { id: POST, slug: 'p', title: 'Without dates', content: 'Text' };
    // More than one batch.
    for (let version = 1; version <= 120; version += 1)
      await sql`
        insert into post_revisions (post_id, version, snapshot, replaced_at)
        values (${POST}, ${version}, ${JSON.stringify({ ...post, version, published: true })}, ${at})
      `.execute(old);
    for (const [version, snapshot] of [
      [121, JSON.stringify({ ...bare, version: 121, content: NAMES[6] })],
      [122, '{'],
      [123, JSON.stringify({ ...post, version: 1 })],
    ] as const)
      await sql`
        insert into post_revisions (post_id, version, snapshot, replaced_at)
        values (${POST}, ${version}, ${snapshot}, ${at})
      `.execute(old);
    for (const [version, updated_at] of [
      [0, null],
      [1, saved],
    ] as const)
      await sql`
        insert into page_versions (page_id, version, snapshot, replaced_at)
        values (${POST}, ${version}, ${JSON.stringify({ ...page, version, updated_at, content: NAMES[7] })}, ${at})
      `.execute(old);
    await sql`
      insert into posts (id, slug, slug_chosen, title, content, excerpt, tags, published, created_at,
        updated_at, version, public_content, reading_minutes, rendering)
      values ('a', 'a', 0, 'Title', ${NAMES[0]}, 'Excerpt', '[]', 0, ${at}, ${at}, 1,
        ${NAMES[1]}, 1, 4)
    `.execute(old);
    await sql`
      insert into working_copies (id, base_version, version, title, created_at, updated_at, form)
      values ('a', 1, 1, '', ${at}, ${at}, ${NAMES[2]})
    `.execute(old);
    await sql`
      insert into pages (id, slug, title, placement, position, created_at, updated_at, version,
        rendering, content)
      values ('a', 'a', 'Title', 'none', 1, ${at}, ${at}, 1, 4, ${NAMES[3]})
    `.execute(old);
    await sql`
      insert into trashed_posts (post_id, snapshot, deleted_at)
      values (${POST}, ${JSON.stringify({ ...post, version: 124, content: NAMES[4] })}, ${at}), ('damaged', '{', ${at})
    `.execute(old);
    await sql`
      insert into trashed_pages (page_id, snapshot, deleted_at)
      values (${POST}, ${JSON.stringify({ ...page, version: 2, content: NAMES[5] })}, ${at})
    `.execute(old);
    await old.destroy();

    const db = await openDatabase(location);
    const corrupt: string[] = [];
    const onCorrupt = ({ message }: Error) => corrupt.push(message);
    const { entries } = await listVersions(db, POSTS, POST, {}, onCorrupt);
    expect(entries).toHaveLength(121);
    const unknown = { state_change: null };
    const listed = { published: true, saved_at: saved, replaced_at: at, title: 'A post' };
    expect(entries.at(-1)).toEqual({ version: 1, ...listed, ...unknown });
    expect(entries[0]).toEqual({
      ...{ version: 121, title: 'Without dates', published: false },
      ...{ saved_at: at, replaced_at: at, ...unknown },
    });
    const pageVersions = db.selectFrom('page_versions').orderBy('version');
    expect(await pageVersions.select(['version', 'title', 'saved_at']).execute()).toEqual([
      { version: 0, title: 'A post', saved_at: null },
      { version: 1, title: 'A post', saved_at: saved },
    ]);
    expect((await listTrash(db, POSTS, {}, onCorrupt)).entries).toMatchObject([
      { id: POST, version: 124, title: 'A post', excerpt: '', deleted_at: at },
    ]);
    const { summary } = await db
      .selectFrom('trashed_pages')
      .select('summary')
      .executeTakeFirstOrThrow();
    const { content: _, ...listedPage } = page;
    expect(JSON.parse(summary)).toEqual({ ...listedPage, version: 2 });
    expect(corrupt.toSorted()).toEqual([
      'the post damaged in the trash cannot be read: it is not a JSON object',
      `version 122 in the history of the post ${POST} cannot be read: it could not be listed`,
      `version 123 in the history of the post ${POST} cannot be read: it could not be listed`,
    ]);
    expect(await findVersion(db, POSTS, POST, 7)).toMatchObject({ ...post, version: 7 });
    const references = createUploadReferences(db);
    expect([...(await references.findUnreferenced(NAMES))]).toEqual([NAMES[8]]);
    for (const table of SOURCES) await db.deleteFrom(table).execute();
    expect(await db.selectFrom('upload_references').selectAll().execute()).toEqual([]);
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
