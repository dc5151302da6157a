import { existsSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import { type DatabaseLocation, databaseFile, WAL_FILE_SUFFIXES } from './location.ts';
import { migrations as ourMigrations } from './migrations/index.ts';
import { postgresDialect } from './postgres/postgres-dialect.ts';
import { sqliteReadOnlyDialect } from './sqlite/sqlite-dialect.ts';
import type { Database, Tables } from './tables.ts';

/**
 * A read-only connection creates -wal and -shm files but cannot remove them; a writable one removes
 * them when it is the last to close.
 */
function removeWalFiles(file: string): void {
  try {
    const database = new SqliteDatabase(file, { fileMustExist: true, timeout: 0 });
    try {
      database.prepare('select count(*) from sqlite_schema').get();
    } finally {
      database.close();
    }
  } catch {
    // The folder is read-only or the database is corrupt: the files do no harm.
  }
}

function openSqlite(dataDir: string): Database {
  const file = databaseFile(dataDir);
  const wasInUse = WAL_FILE_SUFFIXES.some((suffix) => existsSync(file + suffix));
  const onClose = () => {
    if (!wasInUse) removeWalFiles(file);
  };
  return new Kysely<Tables>({ dialect: sqliteReadOnlyDialect(file, onClose) });
}

/** Works while a server is running. Creates nothing and runs no migrations. */
export function openDatabaseReadOnly({ dataDir, databaseUrl }: DatabaseLocation): Database {
  if (databaseUrl === undefined) return openSqlite(dataDir);
  const dialect = postgresDialect(databaseUrl, { isReadOnly: true, withoutTimeouts: true });
  return new Kysely<Tables>({ dialect });
}

export async function isUninitialized(db: Database): Promise<boolean> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  return tables.every(({ name }) => name !== 'kysely_migration');
}

/** `unknown` has the migrations of a newer version. */
export async function compareMigrations(db: Database, migrations: object = ourMigrations) {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name
  `.execute(db);
  const executed = rows.map(({ name }) => name);
  const available = Object.keys(migrations);
  return {
    pending: available.filter((name) => !executed.includes(name)),
    unknown: executed.filter((name) => !available.includes(name)),
  };
}
