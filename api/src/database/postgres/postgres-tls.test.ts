import { spawnSync } from 'node:child_process';
import { chownSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { createAuthority } from '../../../../test-support/certificates.ts';
import { type PostgresServer, startPostgres } from '../../../../test-support/postgres-server.ts';
import { UNPRIVILEGED } from '../../../../test-support/unprivileged.ts';
import { openDatabase } from '../open.ts';
import { openDatabaseReadOnly } from '../read-only.ts';
import type { Database, Tables } from '../tables.ts';
import { useAndClose } from '../transaction.ts';
import { postgresDialect } from './postgres-dialect.ts';

/** pg_hba.conf with one database per kind of connection. */
const HBA_RULES = `
hostssl   encrypted  all all trust
hostnossl plain      all all trust
host      either     all all trust
hostssl   with_cert  all all cert
host      postgres   all all trust
`;

async function isEncrypted(db: Database): Promise<string> {
  const { rows } = await sql<{ ssl: boolean }>`
    select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db);
  return rows[0]?.ssl ? 'encrypted' : 'plain';
}

const connect = (url: string) =>
  useAndClose(new Kysely<Tables>({ dialect: postgresDialect(url) }), isEncrypted);

const errorMessageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'connected',
    (error) => error.message,
  );

describe.skipIf(spawnSync('openssl', ['version']).error)('with a TLS server', () => {
  let server: PostgresServer;
  let authority: ReturnType<typeof createAuthority>;
  let other: ReturnType<typeof createAuthority>;

  beforeAll(async () => {
    authority = createAuthority('the authority');
    other = createAuthority('another authority');
    const { certificate, key } = authority.sign('localhost');
    const { uid, gid } = UNPRIVILEGED;
    if (uid !== undefined) chownSync(key, uid, gid);
    const rules = join(authority.folder, 'pg_hba.conf');
    writeFileSync(rules, HBA_RULES);
    server = await startPostgres([
      ...['ssl=on', `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`],
      ...[`ssl_ca_file=${authority.certificate}`, `hba_file=${rules}`],
    ]);
    for (const name of ['encrypted', 'plain', 'either', 'with_cert'])
      await server.createDatabase(name);
  });
  afterAll(async () => {
    await server.stop();
    for (const { folder } of [authority, other]) rmSync(folder, { recursive: true });
  });

  const REFUSED = 'refused';

  test.each([
    ['', { encrypted: 'encrypted', plain: 'plain', either: 'encrypted', none: 'plain' }],
    ['disable', { encrypted: REFUSED, plain: 'plain', either: 'plain', none: 'plain' }],
    ['allow', { encrypted: 'encrypted', plain: 'plain', either: 'plain', none: 'plain' }],
    ['prefer', { encrypted: 'encrypted', plain: 'plain', either: 'encrypted', none: 'plain' }],
    ['require', { encrypted: 'encrypted', plain: REFUSED, either: 'encrypted', none: REFUSED }],
    ['verify-ca', { encrypted: 'encrypted', plain: REFUSED, either: 'encrypted', none: REFUSED }],
    ['verify-full', { encrypted: 'encrypted', plain: REFUSED, either: 'encrypted', none: REFUSED }],
  ])('sslmode=%s behaves as in libpq', async (mode, expected) => {
    const warned = vi.spyOn(process, 'emitWarning');
    const root = mode.startsWith('verify') ? `&sslrootcert=${authority.certificate}` : '';
    const query = mode && `?sslmode=${mode}${root}`;
    const at = (name: string) => server.url(name).replace('127.0.0.1', 'localhost') + query;
    const resultOf = (url: string) => connect(url).catch(() => REFUSED);
    const connectToAll = async () => ({
      encrypted: await resultOf(at('encrypted')),
      plain: await resultOf(at('plain')),
      either: await resultOf(at('either')),
      // The shared test server has no TLS.
      none: await resultOf(inject('postgres') + query),
    });
    // On a busy machine a connection may take longer than it is given.
    await expect.poll(connectToAll).toEqual(expected);
    expect(warned).not.toHaveBeenCalled();
  });

  test('read-write and read-only connections use the same TLS mode', async () => {
    const databaseUrl = `${server.url('encrypted')}?sslmode=require`;
    const location = { dataDir: '', databaseUrl };
    expect(await useAndClose(await openDatabase(location), isEncrypted)).toBe('encrypted');
    expect(await useAndClose(openDatabaseReadOnly(location), isEncrypted)).toBe('encrypted');
  });

  test('ten concurrent connections succeed when the first TLS mode is refused', async () => {
    const db = new Kysely<Tables>({ dialect: postgresDialect(server.url('plain')) });
    const all = Array.from({ length: 10 }, () => isEncrypted(db));
    expect(new Set(await Promise.all(all))).toEqual(new Set(['plain']));
    await db.destroy();
  });

  test('the error quotes a server that requires encryption', async () => {
    const databaseUrl = `${server.url('encrypted')}?sslmode=disable`;
    const reason = await errorMessageOf(openDatabase({ dataDir: '', databaseUrl }));
    expect(reason).toMatch(/sslmode in DATABASE_URL.*The server said: .*no encryption/);
  });

  test.each([
    ['require', 'another', 'not signed by a trusted authority'],
    ['verify-ca', 'another', 'not signed by a trusted authority'],
    ['verify-full', 'another', 'not signed by a trusted authority'],
    ['verify-full', 'none', 'not signed by a trusted authority'],
    ['verify-full', 'the right', 'certificate is for another host'],
    ['verify-ca', 'the right', 'connected'],
    ['require', 'the right', 'connected'],
  ])('sslmode=%s with %s certificate and another host name: %s', async (mode, root, message) => {
    const certificate = root === 'another' ? other.certificate : authority.certificate;
    const query = `?sslmode=${mode}${root === 'none' ? '' : `&sslrootcert=${certificate}`}`;
    const databaseUrl = server.url('either') + query;
    const reason = await errorMessageOf(
      openDatabase({ dataDir: '', databaseUrl }).then((db) => db.destroy()),
    );
    expect(reason).toContain(message);
  });

  test('a client certificate is sent to a server that requires it', async () => {
    const { certificate, key } = authority.sign('longhand');
    const url = `${server.url('with_cert')}?sslmode=require`;
    expect(await connect(`${url}&sslcert=${certificate}&sslkey=${key}`)).toBe('encrypted');
    const reason = await errorMessageOf(openDatabase({ dataDir: '', databaseUrl: url }));
    expect(reason).toMatch(/The server said: .*client certificate/);
  });

  test.each([
    ['sslrootcert=/not/there.pem', 'names /not/there.pem as sslrootcert, which could not be read'],
    ['sslrootcert=/etc/hostname', 'are not certificates and a key'],
    ['sslcert=/etc/hostname&sslkey=/etc/hostname', 'are not certificates and a key'],
  ])('%s is refused before connecting', async (query, message) => {
    const databaseUrl = `${server.url('either')}?sslmode=require&${query}`;
    expect(await errorMessageOf(openDatabase({ dataDir: '', databaseUrl }))).toContain(message);
  });
});
