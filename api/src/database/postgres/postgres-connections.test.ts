import { Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../../test-support/free-port.ts';
import { createPostgresDatabase } from '../../../../test-support/postgres-databases.ts';
import { findStorageFailure } from '../../storage-failures.ts';
import { openDatabase } from '../open.ts';
import type { Tables } from '../tables.ts';
import { APPLICATION_NAME, postgresDialect } from './postgres-dialect.ts';

async function connect(options: Parameters<typeof postgresDialect>[1] = {}) {
  const url = await createPostgresDatabase();
  const db = new Kysely<Tables>({ dialect: postgresDialect(url, options) });
  onTestFinished(() => db.destroy());
  return { url, db };
}

const failureOf = (work: Promise<unknown>) => work.then(() => undefined, findStorageFailure);

test('a query without a response closes its connection, and the next query uses another', async () => {
  const { db } = await connect({ responseTimeoutMs: 100 });
  const failure = await failureOf(sql`select pg_sleep(60)`.execute(db));
  expect(failure?.problem).toBe('unavailable');
  await sql`select 1`.execute(db);
});

test('a connection that the server closes during a write fails only that write', async () => {
  const { db } = await connect();
  const write = db.transaction().execute(async (trx) => {
    await trx.insertInto('settings').values({ name: 'half', value: 'a write' }).execute();
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
  });
  expect((await failureOf(write))?.problem).toBe('unavailable');
  expect(await db.selectFrom('settings').selectAll().execute()).toEqual([]);
});

test('idle connections that fail are reported and replaced', async () => {
  const errors: Error[] = [];
  const { url, db } = await connect({ onConnectionError: (error) => errors.push(error) });
  await sql`select 1`.execute(db);
  const other = new Kysely<Tables>({ dialect: postgresDialect(url) });
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(other);
  await other.destroy();
  await expect.poll(() => errors.length).toBe(1);
  await sql`select 1`.execute(db);
});

test('a statement that times out is reported as unavailable, not as a bug', async () => {
  const { db } = await connect();
  const slow = db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 50`.execute(connection);
    await sql`select pg_sleep(60)`.execute(connection);
  });
  expect((await failureOf(slow))?.problem).toBe('unavailable');
});

test('a writer that times out waiting for another leaves a usable connection', async () => {
  const { url, db } = await connect();
  const other = new Kysely<Tables>({ dialect: postgresDialect(url) });
  onTestFinished(() => other.destroy());
  // The pool has only this connection, and reuses it.
  await sql`set lock_timeout = 50`.execute(db);
  const write = () => db.transaction().execute((trx) => trx.selectFrom('settings').execute());
  await other.transaction().execute(async () => {
    expect((await failureOf(write()))?.problem).toBe('unavailable');
    expect(await sql`select 1 as one`.execute(db)).toMatchObject({ rows: [{ one: 1 }] });
  });
  expect(await write()).toEqual([]);
});

test.each([
  ['nothing responds', (port: number) => `postgres://longhand:secret@127.0.0.1:${port}/blog`],
  ['no such host', () => 'postgres://longhand:secret@there-is-no.invalid/blog'],
])('when %s, the start error says so, without the password', async (message, url) => {
  const opened = openDatabase({ dataDir: '', databaseUrl: url(await freePort()) });
  const error: Error = await opened.then(
    () => new Error('it was opened'),
    (reason) => reason,
  );
  expect(error.message).toContain('could not be reached');
  expect(error.message).toContain(message);
  expect(error.message).not.toContain('secret');
});

test('when the database does not exist, the start error says so', async () => {
  const { url } = await connect();
  const other = new URL(url);
  other.pathname = 'another';
  const opened = openDatabase({ dataDir: '', databaseUrl: other.href });
  await expect(opened).rejects.toThrow('there is no such database. Create it');
});

test('the application name cannot be overridden by the URL', async () => {
  const { url } = await connect();
  const db = new Kysely<Tables>({ dialect: postgresDialect(`${url}?application_name=mine`) });
  onTestFinished(() => db.destroy());
  const { rows } = await sql`show application_name`.execute(db);
  expect(rows).toEqual([{ application_name: APPLICATION_NAME }]);
});

test.each([
  [
    'it contains tables of another program',
    'template template0',
    'create table posts (id integer)',
  ],
  ['it is not in UTF8', "template template0 encoding latin1 locale 'C' locale_provider libc", ''],
])('an unusable database is explained: %s', async (explanation, options, prepare) => {
  const url = await createPostgresDatabase(options);
  const db = new Kysely<Tables>({ dialect: postgresDialect(url) });
  if (prepare) await sql.raw(prepare).execute(db);
  await db.destroy();
  const opened = openDatabase({ dataDir: '', databaseUrl: url });
  await expect(opened).rejects.toThrow(`could not be used: ${explanation}`);
});
