import { cpSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { describe, inject, onTestFinished } from 'vitest';
import { openDatabase } from '../api/src/database/open.ts';
import { postgresDialect } from '../api/src/database/postgres/postgres-dialect.ts';
import type { Database, Tables } from '../api/src/database/tables.ts';
import { returnPostgresDatabase, takePostgresDatabase } from './postgres-databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    sqlite: string;
  }
}

export type TestDatabase = {
  db: Database;
  dataDir: string;
  databaseUrl?: string;
  /** Additional settings for the app. */
  settings?: Record<string, string>;
  remove: () => Promise<void>;
};

function dataFolder() {
  const dataDir = mkdtempSync(join(tmpdir(), 'longhand-test-'));
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

export const openDialect = {
  async sqlite() {
    const folder = dataFolder();
    cpSync(inject('sqlite'), folder.dataDir, { recursive: true });
    return { ...folder, db: await openDatabase({ dataDir: folder.dataDir }) };
  },
  async postgres() {
    const databaseUrl = await takePostgresDatabase();
    const db = new Kysely<Tables>({ dialect: postgresDialect(databaseUrl) });
    const folder = dataFolder();
    const remove = async () => {
      await folder.remove();
      returnPostgresDatabase(databaseUrl);
    };
    return { dataDir: folder.dataDir, databaseUrl, db, remove };
  },
} satisfies Record<string, () => Promise<TestDatabase>>;

const selected = process.env.TEST_DIALECTS?.split(',') ?? Object.keys(openDialect);
for (const name of selected)
  if (!(name in openDialect))
    throw new Error(`TEST_DIALECTS names ${name}, which is not a dialect`);

/** Of a database that nothing is connected to. */
export async function emptyLocation(open: () => Promise<TestDatabase>) {
  const { db, dataDir, databaseUrl, remove } = await open();
  onTestFinished(remove);
  await db.destroy();
  return { dataDir, databaseUrl };
}

/** Runs the tests once per dialect; TEST_DIALECTS selects some. */
export function eachDialect(
  tests: (openTestDatabase: () => Promise<TestDatabase>) => void,
  dialects: readonly string[] = Object.keys(openDialect),
): void {
  for (const [name, open] of Object.entries<() => Promise<TestDatabase>>(openDialect))
    if (selected.includes(name) && dialects.includes(name)) describe(name, () => tests(open));
}

/** For tests that do not depend on the dialect or the file store. */
export function onSqlite(tests: (open: () => Promise<TestDatabase>) => void): void {
  eachDialect(tests, ['sqlite']);
}
