import { spawnSync } from 'node:child_process';
import { chownSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { createAuthority } from '../../../test-support/certificates.ts';
import {
  NOBODY,
  type PostgresServer,
  startPostgres,
} from '../../../test-support/postgres-server.ts';
import { openDatabase } from './open.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { openReadOnly } from './read-only.ts';
import type { Database, Tables } from './tables.ts';
import { useAndClose } from './use-and-close.ts';

/** Databases by how the server lets anybody in. */
const RULES = `
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

const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it was let in',
    (error) => error.message,
  );

describe.skipIf(spawnSync('openssl', ['version']).error)('with a server that has TLS', () => {
  let server: PostgresServer;
  let authority: ReturnType<typeof createAuthority>;
  let other: ReturnType<typeof createAuthority>;

  beforeAll(async () => {
    authority = createAuthority('the authority');
    other = createAuthority('another authority');
    const { certificate, key } = authority.sign('localhost');
    if (process.getuid?.() === 0) chownSync(key, NOBODY, NOBODY);
    const rules = join(authority.folder, 'pg_hba.conf');
    writeFileSync(rules, RULES);
    server = await startPostgres([
      ...['ssl=on', `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`],
      ...[`ssl_ca_file=${authority.certificate}`, `hba_file=${rules}`],
    ]);
    for (const name of ['encrypted', 'plain', 'either', 'with_cert'])
      await server.createDatabase(name);
  }, 60_000);
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
  ])('sslmode=%s means what it means to libpq', async (mode, expected) => {
    const warned = vi.spyOn(process, 'emitWarning');
    const root = mode.startsWith('verify') ? `&sslrootcert=${authority.certificate}` : '';
    const asked = mode && `?sslmode=${mode}${root}`;
    const at = (name: string) => server.url(name).replace('127.0.0.1', 'localhost') + asked;
    const found: Record<string, string> = {};
    for (const name of ['encrypted', 'plain', 'either'])
      found[name] = await connect(at(name)).catch(() => REFUSED);
    // The server of the other tests has no certificate.
    found.none = await connect(inject('postgres') + asked).catch(() => REFUSED);
    expect(found).toEqual(expected);
    expect(warned).not.toHaveBeenCalled();
  });

  test('every kind of connection is made in the same way', async () => {
    const databaseUrl = `${server.url('encrypted')}?sslmode=require`;
    const place = { dataDir: '', databaseUrl };
    expect(await useAndClose(await openDatabase(place), isEncrypted)).toBe('encrypted');
    expect(await useAndClose(openReadOnly(place), isEncrypted)).toBe('encrypted');
  });

  test('ten connections at once go through, whichever way is tried first', async () => {
    const db = new Kysely<Tables>({ dialect: postgresDialect(server.url('plain')) });
    const all = Array.from({ length: 10 }, () => isEncrypted(db));
    expect(new Set(await Promise.all(all))).toEqual(new Set(['plain']));
    await db.destroy();
  });

  test('a server that wants encryption is quoted when it gets none', async () => {
    const databaseUrl = `${server.url('encrypted')}?sslmode=disable`;
    const reason = await reasonOf(openDatabase({ dataDir: '', databaseUrl }));
    expect(reason).toMatch(/sslmode in DATABASE_URL.*The server said: .*no encryption/);
  });

  test.each([
    ['require', 'another', 'not signed by an authority that is trusted here'],
    ['verify-ca', 'another', 'not signed by an authority that is trusted here'],
    ['verify-full', 'another', 'not signed by an authority that is trusted here'],
    ['verify-full', 'none', 'not signed by an authority that is trusted here'],
    ['verify-full', 'the right', 'certificate is for another host'],
    ['verify-ca', 'the right', 'it was let in'],
    ['require', 'the right', 'it was let in'],
  ])('sslmode=%s with %s certificate, by another name: %s', async (mode, whose, says) => {
    const root = whose === 'another' ? other.certificate : authority.certificate;
    const asked = `?sslmode=${mode}${whose === 'none' ? '' : `&sslrootcert=${root}`}`;
    const databaseUrl = server.url('either') + asked;
    const reason = await reasonOf(
      openDatabase({ dataDir: '', databaseUrl }).then((db) => db.destroy()),
    );
    expect(reason).toContain(says);
  });

  test('a certificate of our own is shown to a server that asks for it', async () => {
    const { certificate, key } = authority.sign('longhand');
    const url = `${server.url('with_cert')}?sslmode=require`;
    expect(await connect(`${url}&sslcert=${certificate}&sslkey=${key}`)).toBe('encrypted');
    const reason = await reasonOf(openDatabase({ dataDir: '', databaseUrl: url }));
    expect(reason).toMatch(/The server said: .*client certificate/);
  });

  test.each([
    ['sslrootcert=/not/there.pem', 'names /not/there.pem as sslrootcert, which could not be read'],
    ['sslrootcert=/etc/hostname', 'are no certificates and no key'],
    ['sslcert=/etc/hostname&sslkey=/etc/hostname', 'are no certificates and no key'],
  ])('%s is refused before anything is asked', async (asked, says) => {
    const databaseUrl = `${server.url('either')}?sslmode=require&${asked}`;
    expect(await reasonOf(openDatabase({ dataDir: '', databaseUrl }))).toContain(says);
  });
});
