import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { migrations as ourMigrations } from './migrations/index.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import type { Database, Tables } from './tables.ts';

/** Something the owner can put right; its message is for the terminal, without a stack. */
export class DatabaseStartError extends Error {}

type Migrations = Readonly<Record<string, Pick<Migration, 'up'>>>;

/** Brings the tables up to date, all pending migrations in one transaction or none of them. */
export async function migrate(db: Database, migrations: Migrations = ourMigrations): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (!error) return;
  const failed = results?.find((result) => result.status === 'Error');
  const cause = error instanceof Error ? error.message : String(error);
  throw new DatabaseStartError(
    failed
      ? `The database could not be brought up to date: ${failed.migrationName} failed (${cause}). Nothing was changed.`
      : `The database does not fit this version of the software (${cause}). Nothing was changed.`,
    { cause: error },
  );
}

/** For a database that is up to date already. */
export function connectDatabase(dataDir: string): Database {
  const file = join(dataDir, 'longhand.sqlite');
  try {
    mkdirSync(dataDir, { recursive: true });
    return new Kysely<Tables>({ dialect: sqliteDialect(file) });
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new DatabaseStartError(
      `The database ${file} could not be opened: ${cause}. Is the folder there, and may this user write to it?`,
      { cause: error },
    );
  }
}

/** Opens the database, and brings it up to date. */
export async function openDatabase(dataDir: string): Promise<Database> {
  const db = connectDatabase(dataDir);
  try {
    await migrate(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
