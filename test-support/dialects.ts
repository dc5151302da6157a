import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import pg from 'pg';
import { describe, inject } from 'vitest';
import { openDatabase } from '../api/src/database/open.ts';
import { postgresDialect } from '../api/src/database/postgres-dialect.ts';
import type { Database, Tables } from '../api/src/database/tables.ts';
import { TEMPLATE } from './postgres-once.ts';

export type TestDatabase = {
  db: Database;
  dataDir: string;
  databaseUrl?: string;
  /** More that the app is to be started with. */
  settings?: Record<string, string>;
  remove: () => Promise<void>;
};

function dataFolder() {
  const dataDir = mkdtempSync(join(tmpdir(), 'longhand-test-'));
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

/** A database of its own on the tests' server: a copy of one that is up to date. */
export async function createPostgresDatabase(how = `template ${TEMPLATE}`): Promise<string> {
  const server = new URL(inject('postgres'));
  const client = new pg.Client(server.href);
  await client.connect();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await client.query(`create database ${name} ${how}`);
  await client.end();
  server.pathname = name;
  return server.href;
}

export const openEach = {
  async sqlite() {
    const folder = dataFolder();
    return { ...folder, db: await openDatabase({ dataDir: folder.dataDir }) };
  },
  async postgres() {
    const databaseUrl = await createPostgresDatabase();
    const db = new Kysely<Tables>({ dialect: postgresDialect(databaseUrl) });
    return { ...dataFolder(), databaseUrl, db };
  },
} satisfies Record<string, () => Promise<TestDatabase>>;

const wanted = process.env.TEST_DIALECTS?.split(',') ?? Object.keys(openEach);
for (const name of wanted)
  if (!(name in openEach)) throw new Error(`TEST_DIALECTS names ${name}, which is not a dialect`);

/** Every test that touches the database runs once per dialect; TEST_DIALECTS picks some. */
export function eachDialect(
  tests: (openTestDatabase: () => Promise<TestDatabase>) => void,
  possible: readonly string[] = Object.keys(openEach),
): void {
  for (const [name, open] of Object.entries<() => Promise<TestDatabase>>(openEach))
    if (wanted.includes(name) && possible.includes(name)) describe(name, () => tests(open));
}

/** For what does not depend on the database or on where files are kept. */
export function onSqlite(tests: (open: () => Promise<TestDatabase>) => void): void {
  eachDialect(tests, ['sqlite']);
}
