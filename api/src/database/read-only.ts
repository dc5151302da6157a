import { existsSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import { COMPANIONS, databaseFile } from './database-file.ts';
import type { DatabaseLocation } from './location.ts';
import { migrations as ourMigrations } from './migrations/index.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { sqliteReadOnlyDialect } from './sqlite-dialect.ts';
import type { Database, Tables } from './tables.ts';

/**
 * Whoever only reads makes SQLite's companions, but may not remove them. Whoever could write does so
 * when closing, as the last that uses it.
 */
function removeCompanions(file: string): void {
  try {
    const database = new SqliteDatabase(file, { fileMustExist: true, timeout: 0 });
    try {
      database.prepare('select count(*) from sqlite_schema').get();
    } finally {
      database.close();
    }
  } catch {
    // Nothing may be written here, or the database is damaged: they do no harm.
  }
}

function openSqlite(dataDir: string): Database {
  const file = databaseFile(dataDir);
  const wasInUse = COMPANIONS.some((end) => existsSync(file + end));
  const tidyUp = () => {
    if (!wasInUse) removeCompanions(file);
  };
  return new Kysely<Tables>({ dialect: sqliteReadOnlyDialect(file, tidyUp) });
}

/** For looking only, also while a server writes; nothing is made or brought up to date. */
export function openReadOnly({ dataDir, databaseUrl }: DatabaseLocation): Database {
  if (databaseUrl === undefined) return openSqlite(dataDir);
  const dialect = postgresDialect(databaseUrl, { isReadOnly: true, withoutTimeouts: true });
  return new Kysely<Tables>({ dialect });
}

/** Whether no version has ever made its tables there. */
export async function isWithoutTables(db: Database): Promise<boolean> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  return tables.every(({ name }) => name !== 'kysely_migration');
}

/** The migrations that a database still needs, and those that this version has never heard of. */
export async function compareMigrations(db: Database, migrations: object = ourMigrations) {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name
  `.execute(db);
  const done = rows.map(({ name }) => name);
  const known = Object.keys(migrations);
  return {
    pending: known.filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !known.includes(name)),
  };
}
