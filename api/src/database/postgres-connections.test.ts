import { Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createPostgresDatabase } from '../../../test-support/dialects.ts';
import { freePort } from '../../../test-support/free-port.ts';
import { findStorageFailure } from '../storage-failures.ts';
import { openDatabase } from './open.ts';
import { APPLICATION_NAME, postgresDialect } from './postgres-dialect.ts';
import type { Tables } from './tables.ts';

async function connect(options: Parameters<typeof postgresDialect>[1] = {}) {
  const url = await createPostgresDatabase();
  const db = new Kysely<Tables>({ dialect: postgresDialect(url, options) });
  onTestFinished(() => db.destroy());
  return { url, db };
}

const failureOf = (work: Promise<unknown>) => work.then(() => undefined, findStorageFailure);

test('a query that gets no answer ends with its connection, and the next one has another', async () => {
  const { db } = await connect({ answerWithinMs: 100 });
  const failure = await failureOf(sql`select pg_sleep(60)`.execute(db));
  expect(failure?.problem).toBe('unavailable');
  await sql`select 1`.execute(db);
});

test('a connection that the server ends in the middle of a write fails that write alone', async () => {
  const { db } = await connect();
  const write = db.transaction().execute(async (trx) => {
    await trx.insertInto('settings').values({ name: 'half', value: 'a write' }).execute();
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
  });
  expect((await failureOf(write))?.problem).toBe('unavailable');
  expect(await db.selectFrom('settings').selectAll().execute()).toEqual([]);
});

test('connections that end while nobody uses them are told of, and replaced', async () => {
  const complaints: Error[] = [];
  const { url, db } = await connect({ complain: (error) => complaints.push(error) });
  await sql`select 1`.execute(db);
  const other = new Kysely<Tables>({ dialect: postgresDialect(url) });
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(other);
  await other.destroy();
  await expect.poll(() => complaints.length).toBe(1);
  await sql`select 1`.execute(db);
});

test('a statement that takes too long is ended, and is no mistake of the software', async () => {
  const { db } = await connect();
  const slow = db.connection().execute(async (one) => {
    await sql`set statement_timeout = 50`.execute(one);
    await sql`select pg_sleep(60)`.execute(one);
  });
  expect((await failureOf(slow))?.problem).toBe('unavailable');
});

test('a writer that waits too long for another leaves a connection that can be used', async () => {
  const { url, db } = await connect();
  const other = new Kysely<Tables>({ dialect: postgresDialect(url) });
  onTestFinished(() => other.destroy());
  // The pool has this one connection, and gives it to whoever asks next.
  await sql`set lock_timeout = 50`.execute(db);
  const write = () => db.transaction().execute((trx) => trx.selectFrom('settings').execute());
  await other.transaction().execute(async () => {
    expect((await failureOf(write()))?.problem).toBe('unavailable');
    expect(await sql`select 1 as one`.execute(db)).toMatchObject({ rows: [{ one: 1 }] });
  });
  expect(await write()).toEqual([]);
});

test.each([
  ['nothing answers', (port: number) => `postgres://longhand:secret@127.0.0.1:${port}/blog`],
  ['no such host', () => 'postgres://longhand:secret@there-is-no.invalid/blog'],
])('where %s, the start says so, without the password', async (says, url) => {
  const opened = openDatabase({ dataDir: '', databaseUrl: url(await freePort()) });
  const { message } = await opened.then(
    () => new Error('it was opened'),
    (error) => error,
  );
  expect(message).toContain('could not be reached');
  expect(message).toContain(says);
  expect(message).not.toContain('secret');
});

test('where there is no such database, the start says so', async () => {
  const { url } = await connect();
  const other = new URL(url);
  other.pathname = 'another';
  const opened = openDatabase({ dataDir: '', databaseUrl: other.href });
  await expect(opened).rejects.toThrow('there is no such database. Create it');
});

test('by its name others know that a blog is in use, whatever its address asks for', async () => {
  const { url } = await connect();
  const db = new Kysely<Tables>({ dialect: postgresDialect(`${url}?application_name=mine`) });
  onTestFinished(() => db.destroy());
  const { rows } = await sql`show application_name`.execute(db);
  expect(rows).toEqual([{ application_name: APPLICATION_NAME }]);
});

test.each([
  ['there are tables of something else', 'template template0', 'create table posts (id integer)'],
  ['it is not in UTF8', "template template0 encoding latin1 locale 'C' locale_provider libc", ''],
])('a database that cannot be used says why: %s', async (says, how, prepare) => {
  const url = await createPostgresDatabase(how);
  const db = new Kysely<Tables>({ dialect: postgresDialect(url) });
  if (prepare) await sql.raw(prepare).execute(db);
  await db.destroy();
  const opened = openDatabase({ dataDir: '', databaseUrl: url });
  await expect(opened).rejects.toThrow(`could not be used: ${says}`);
});
