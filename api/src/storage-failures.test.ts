import { openSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eachDialect } from '../../test-support/dialects.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import {
  expectProblem,
  postFields,
  startTestApp,
  type TestApp,
} from '../../test-support/test-app.ts';
import { databaseFile } from './database/location.ts';
import { openDatabase } from './database/open.ts';
import { isPostgres } from './database/transaction.ts';
import { createDiskStore } from './files/disk-store.ts';
import { createImageStore } from './images/image-store.ts';
import { findStorageFailure, StorageStartError } from './storage-failures.ts';

type Reason = 'full' | 'read-only';

const IN_SQLITE: Readonly<Record<Reason, readonly [string, string]>> = {
  // Simulates a full disk: SQLite may not grow by a single page.
  full: ['pragma max_page_count = 1', 'pragma max_page_count = 1000000'],
  'read-only': ['pragma query_only = on', 'pragma query_only = off'],
};

const IN_POSTGRES: Readonly<Record<Reason, readonly [string, string]>> = {
  full: ['53100', 'could not extend file: No space left on device'],
  'read-only': ['25006', 'cannot execute it in a read-only transaction'],
};

/** Makes every write fail with the error of the database. */
async function refuseWrites({ db }: TestApp, reason: Reason): Promise<void> {
  if (!isPostgres(db)) {
    await sql.raw(IN_SQLITE[reason][0]).execute(db);
    return;
  }
  const [code, message] = IN_POSTGRES[reason];
  await sql
    .raw(`create function refuse() returns trigger language plpgsql as $$
      begin raise exception '${message}' using errcode = '${code}'; end $$`)
    .execute(db);
  for (const table of ['posts', 'sessions', 'trashed_posts'])
    await sql
      .raw(`create trigger refuse before insert or update or delete on ${table}
        for each row execute function refuse()`)
      .execute(db);
}

async function takeWrites({ db }: TestApp, reason: Reason): Promise<void> {
  const change = isPostgres(db) ? 'drop function refuse() cascade' : IN_SQLITE[reason][1];
  await sql.raw(change).execute(db);
}

const LONG = `<p>${'A text that needs many pages. '.repeat(20_000)}</p>`;

eachDialect((open) => {
  test('on a full disk a save fails with 507 and changes nothing, reading works, and writing does again once there is space', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const post = await site.createPost(token);
    const before = await site.get('/api/admin/posts', token);
    await refuseWrites(site, 'full');
    const url = `/api/admin/posts/${post.id}`;
    for (const request of [
      { method: 'PUT', url, payload: { ...postFields, content: LONG } },
      { method: 'POST', url: '/api/admin/posts', payload: { ...postFields, content: LONG } },
    ] as const) {
      site.expectLoggedError(/disk is full|No space left/);
      expectProblem(await site.request(request, token), 507, {
        type: 'urn:longhand:problem:insufficient-storage',
        detail: expect.stringMatching(
          /^The (server|database)’s disk is full\. Nothing was changed\. Free some space and/,
        ),
      });
    }
    const advice = site.log.filter(({ msg }) => msg.includes('Free some space'));
    expect(advice).toHaveLength(2);
    expect((await site.get('/api/admin/posts', token)).json()).toEqual(before.json());
    expect((await site.get(`/api/posts/${post.slug}`)).statusCode).toBe(200);
    await takeWrites(site, 'full');
    expect((await site.updatePost(token, post.id, { content: LONG })).version).toBe(2);
  });

  test('a session can read while nothing can be written', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    await refuseWrites(site, 'read-only');
    site.passTime(2 * 3_600_000);
    expect((await site.get('/api/admin/posts', token)).statusCode).toBe(200);
    await takeWrites(site, 'read-only');
  });

  test('missing write permission is a 503, explained in the response and in the log', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const post = await site.createPost(token);
    await refuseWrites(site, 'read-only');
    site.expectLoggedError(/readonly database|read-only transaction/);
    const deleting = { method: 'DELETE', url: `/api/admin/posts/${post.id}` } as const;
    expectProblem(await site.request(deleting, token), 503, {
      detail: expect.stringMatching(
        /no permission to write to its (data folder|database)\. Nothing was changed/,
      ),
    });
    expect(site.log.map(({ msg }) => msg).join()).toMatch(/mounted read-only|DATABASE_URL/);
    expect((await site.get(`/api/posts/${post.slug}`)).statusCode).toBe(200);
    await takeWrites(site, 'read-only');
    expect((await site.request(deleting, token)).statusCode).toBe(204);
  });
});

test.each([
  ['ENOSPC', 'insufficient-storage'],
  ['EDQUOT', 'insufficient-storage'],
  ['SQLITE_FULL', 'insufficient-storage'],
  ['53100', 'insufficient-storage'],
  ['25006', 'unavailable'],
  ['57P01', 'unavailable'],
  ['EROFS', 'unavailable'],
  ['SQLITE_READONLY_DBMOVED', 'unavailable'],
  ['SQLITE_IOERR_WRITE', 'unavailable'],
  ['SQLITE_CORRUPT_VTAB', 'unavailable'],
  ['SQLITE_BUSY_SNAPSHOT', 'unavailable'],
  ['SQLITE_CONSTRAINT_UNIQUE', undefined],
  ['ERR_INVALID_ARG_TYPE', undefined],
])('the failure %s, or what it caused, is %s', (code, problem) => {
  const error = Object.assign(new Error('It failed'), { code });
  expect(findStorageFailure(error)?.problem).toBe(problem);
  expect(findStorageFailure(new Error('Later', { cause: error }))?.problem).toBe(problem);
});

test('a file in place of the uploads folder stops the start with an explanation', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'uploads'), '');
  expect(() => createImageStore(createDiskStore(folder))).toThrow(StorageStartError);
  expect(() => createImageStore(createDiskStore(folder))).toThrow(/is a file instead of a folder/);
});

test.each([
  ['its first page', 0],
  ['its tables', 4_096],
])(
  'a database with damage in %s stops the start with what to do, and is left as it is',
  async (_where, at) => {
    const folder = temporaryFolder();
    await (await openDatabase({ dataDir: folder })).destroy();
    const file = databaseFile(folder);
    const { size } = statSync(file);
    writeSync(openSync(file, 'r+'), Buffer.alloc(size - at, 0x5a), 0, size - at, at);
    await expect(openDatabase({ dataDir: folder })).rejects.toThrow(
      /is damaged.*npm run restore -- FILE/,
    );
    expect(statSync(file).size).toBe(size);
  },
);
