import { Kysely, sql } from 'kysely';
import { databaseFile } from './database-file.ts';
import { migrations } from './migrations/index.ts';
import { sqliteReadOnlyDialect } from './sqlite-dialect.ts';
import type { Database, Tables } from './tables.ts';

/** For looking only, also while a server writes; nothing is made or brought up to date. */
export function openReadOnly(dataDir: string): Database {
  return new Kysely<Tables>({ dialect: sqliteReadOnlyDialect(databaseFile(dataDir)) });
}

/** The migrations that a database still needs, and those that this version has never heard of. */
export async function compareMigrations(db: Database) {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const done = rows.map(({ name }) => name);
  const known = Object.keys(migrations);
  return {
    pending: known.filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !known.includes(name)),
  };
}
