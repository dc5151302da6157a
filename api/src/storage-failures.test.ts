import { mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { eachDialect } from '../test/dialects.ts';
import { expectProblem, postFields, startTestApp, type TestApp } from '../test/test-app.ts';
import { databaseFile } from './database/database-file.ts';
import { openDatabase } from './database/open.ts';
import { createImageStore } from './images/image-store.ts';
import { findStorageFailure, StorageStartError } from './storage-failures.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'longhand-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A whole disk of the database's own: it takes not one page more than it has. */
async function fillDisk({ db }: TestApp): Promise<void> {
  await sql`pragma max_page_count = 1`.execute(db);
}

async function makeRoom({ db }: TestApp): Promise<void> {
  await sql`pragma max_page_count = 1000000`.execute(db);
}

const LONG = `<p>${'A text that needs many pages. '.repeat(20_000)}</p>`;

eachDialect(
  (open) => {
    test('on a full disk a save says so and changes nothing, reading goes on, and room is enough to go on', async () => {
      const site = await startTestApp(open);
      const token = await site.login();
      const post = await site.createPost(token);
      const before = await site.get('/api/admin/posts', token);
      await fillDisk(site);
      const url = `/api/admin/posts/${post.id}`;
      for (const request of [
        { method: 'PUT', url, payload: { ...postFields, content: LONG } },
        { method: 'POST', url: '/api/admin/posts', payload: { ...postFields, content: LONG } },
      ] as const) {
        site.expectLoggedError('database or disk is full');
        expectProblem(await site.request(request, token), 507, {
          type: 'urn:longhand:problem:insufficient-storage',
          detail:
            'The disk of the server is full. Nothing was changed. Free some space and try again.',
        });
      }
      const advice = site.log.filter(({ msg }) => msg.includes('Free some space'));
      expect(advice).toHaveLength(2);
      expect((await site.get('/api/admin/posts', token)).json()).toEqual(before.json());
      expect((await site.get(`/api/posts/${post.slug}`)).statusCode).toBe(200);
      await makeRoom(site);
      expect((await site.updatePost(token, post.id, { content: LONG })).version).toBe(2);
    });

    test('a session is good for reading while nothing can be written', async () => {
      const site = await startTestApp(open);
      const token = await site.login();
      await sql`pragma query_only = on`.execute(site.db);
      site.passTime(2 * 3_600_000);
      expect((await site.get('/api/admin/posts', token)).statusCode).toBe(200);
      await sql`pragma query_only = off`.execute(site.db);
    });

    test('what may not be written to is 503 with a sentence, for the writer and for the log', async () => {
      const site = await startTestApp(open);
      const token = await site.login();
      const post = await site.createPost(token);
      await sql`pragma query_only = on`.execute(site.db);
      site.expectLoggedError('attempt to write a readonly database');
      const deleting = { method: 'DELETE', url: `/api/admin/posts/${post.id}` } as const;
      expectProblem(await site.request(deleting, token), 503, {
        detail: expect.stringContaining('may not write to its folder of data. Nothing was changed'),
      });
      expect(site.log.map(({ msg }) => msg).join()).toContain('mounted read-only');
      expect((await site.get(`/api/posts/${post.slug}`)).statusCode).toBe(200);
      await sql`pragma query_only = off`.execute(site.db);
      expect((await site.request(deleting, token)).statusCode).toBe(204);
    });
  },
  ['sqlite'],
);

test.each([
  ['ENOSPC', 'insufficient-storage'],
  ['EDQUOT', 'insufficient-storage'],
  ['SQLITE_FULL', 'insufficient-storage'],
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

test('a file where the folder of uploads should be stops the start with a sentence', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'uploads'), '');
  expect(() => createImageStore(folder)).toThrow(StorageStartError);
  expect(() => createImageStore(folder)).toThrow(/is a file where a folder should be/);
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
