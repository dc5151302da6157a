import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { reasonOf } from '../reason.ts';
import { findStorageFailure } from '../storage-failures.ts';
import { databaseFile } from './database-file.ts';
import { DatabaseInUse } from './exclusive-lock.ts';
import { type DatabaseLocation, DatabaseStartError, nameOfDatabase } from './location.ts';
import { explainLoss } from './lost-database.ts';
import { snapshotBeforeMigration } from './migration-snapshots.ts';
import { migrations as ourMigrations } from './migrations/index.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { explainConnection, explainKnown } from './postgres-failures.ts';
import { compareMigrations } from './read-only.ts';
import { finishReplacement } from './replacement.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import type { Database, Tables } from './tables.ts';
import { useAndClose } from './use-and-close.ts';

export { DatabaseStartError, nameOfDatabase } from './location.ts';

function adviceFor(error: unknown, dataDir: string): string {
  const failure = findStorageFailure(error);
  return failure?.advice(dataDir) ?? `Is ${dataDir} a folder that this user may write to?`;
}

type Migrations = Readonly<Record<string, Pick<Migration, 'up'>>>;

function migratorOf(db: Database, migrations: Migrations): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}

/** Brings the tables up to date, all pending migrations in one transaction or none of them. */
export async function migrate(db: Database, migrations: Migrations = ourMigrations): Promise<void> {
  const { error, results } = await migratorOf(db, migrations).migrateToLatest();
  if (!error) return;
  const failed = results?.find((result) => result.status === 'Error');
  const cause = reasonOf(error);
  const newer = await compareMigrations(db, migrations).then(
    ({ unknown }) => unknown,
    () => [],
  );
  if (newer.length > 0)
    throw new DatabaseStartError(
      `The database was used by a newer version of the software, which has made changes that this one does not know (${newer[0]}). Use that version, or restore a backup from before. Nothing was changed.`,
      { cause: error },
    );
  throw new DatabaseStartError(
    failed
      ? `The database could not be brought up to date: ${failed.migrationName} failed (${cause}). Nothing was changed.`
      : `The database does not fit this version of the software (${cause}). Nothing was changed.`,
    { cause: error },
  );
}

/** The first of the migrations that a database with content still needs. */
async function firstPending(db: Database, migrations: Migrations): Promise<string | undefined> {
  const known = await migratorOf(db, migrations).getMigrations();
  const isNew = known.every(({ executedAt }) => executedAt === undefined);
  return isNew ? undefined : known.find(({ executedAt }) => executedAt === undefined)?.name;
}

function keepCopy(dataDir: string, migration: string): string {
  try {
    return snapshotBeforeMigration(dataDir, migration, new Date());
  } catch (error) {
    throw new DatabaseStartError(
      `The database is to be brought up to date, but a copy of it could not be kept first (${reasonOf(error)}). Nothing was changed. Is there room for it in ${dataDir}, and may this user write there?`,
    );
  }
}

/** Migrates a database that has content only once a copy of it is kept; returns the copy's file. */
async function migrateWithCopy(
  db: Database,
  dataDir: string,
  migrations: Migrations,
): Promise<string | undefined> {
  const pending = await firstPending(db, migrations);
  const copy = pending === undefined ? undefined : keepCopy(dataDir, pending);
  try {
    await migrate(db, migrations);
    return copy;
  } catch (error) {
    // Nothing was changed: the database itself is what the copy would return to.
    if (copy !== undefined) rmSync(copy, { force: true });
    throw error;
  }
}

/** For its owner only, as are the companions that SQLite makes after its example. */
function makeFile(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Of several that start together, one makes it.
  if (!existsSync(file)) writeFileSync(file, '', { flag: 'a', mode: 0o600 });
}

function connectSqlite(dataDir: string): Database {
  const file = databaseFile(dataDir);
  try {
    makeFile(dataDir, file);
    return new Kysely<Tables>({ dialect: sqliteDialect(file) });
  } catch (error) {
    throw new DatabaseStartError(
      `The database ${file} could not be opened: ${reasonOf(error)}. ${adviceFor(error, dataDir)}`,
      { cause: error },
    );
  }
}

type Complain = (error: Error) => void;

/** For a database that is up to date already. */
export function connectDatabase(
  { dataDir, databaseUrl }: DatabaseLocation,
  complain?: Complain,
): Database {
  if (databaseUrl === undefined) return connectSqlite(dataDir);
  return new Kysely<Tables>({ dialect: postgresDialect(databaseUrl, { complain }) });
}

function finishInterrupted(dataDir: string): string | undefined {
  try {
    return finishReplacement(dataDir);
  } catch (error) {
    throw new DatabaseStartError(
      error instanceof DatabaseInUse
        ? `The data in ${dataDir} are being replaced right now. Wait until that is done, then start again.`
        : `Putting other data into ${dataDir} was interrupted, and could not be finished (${reasonOf(error)}). Nothing is lost. Put that right, then start again.`,
      { cause: error },
    );
  }
}

export type OpenOptions = {
  /** Told of the copy that was kept because the database had to be brought up to date. */
  onCopy?: ((file: string) => void) | undefined;
  /** Told, in a sentence, of a restore or rollback that was interrupted, and is done now. */
  onFinished?: ((says: string) => void) | undefined;
  migrations?: Migrations;
};

async function openSqlite(dataDir: string, migrations: Migrations, options: OpenOptions) {
  const finished = finishInterrupted(dataDir);
  if (finished !== undefined) options.onFinished?.(finished);
  const db = connectSqlite(dataDir);
  try {
    const copy = await migrateWithCopy(db, dataDir, migrations);
    if (copy !== undefined) options.onCopy?.(copy);
    return db;
  } catch (error) {
    await db.destroy();
    if (!findStorageFailure(error)) throw error;
    const cause = error instanceof DatabaseStartError ? error.cause : error;
    throw new DatabaseStartError(
      `The database ${databaseFile(dataDir)} could not be used: ${reasonOf(cause)}. ${adviceFor(error, dataDir)}`,
      { cause: error },
    );
  }
}

/** One connection of each kind that is used later: a pooler may refuse what only one of them asks for. */
async function tryConnections(url: string): Promise<void> {
  for (const options of [{}, { isReadOnly: true, withoutTimeouts: true }])
    await useAndClose(new Kysely<Tables>({ dialect: postgresDialect(url, options) }), (db) =>
      sql`select 1`.execute(db),
    );
}

/** No copy is kept first: that is the server's own to do, and it undoes a failed migration whole. */
async function openPostgres(url: string, migrations: Migrations): Promise<Database> {
  const db = new Kysely<Tables>({ dialect: postgresDialect(url, { withoutTimeouts: true }) });
  let isReached = false;
  try {
    await tryConnections(url);
    isReached = true;
    await migrate(db, migrations);
    return db;
  } catch (error) {
    await db.destroy();
    const cause = error instanceof DatabaseStartError ? error.cause : error;
    if (isReached && !findStorageFailure(error) && !explainKnown(cause)) throw error;
    throw new DatabaseStartError(
      `The database ${nameOfDatabase(url)} could not be ${isReached ? 'used' : 'reached'}: ${explainConnection(cause)}`,
      { cause: error },
    );
  }
}

/** For a start: what cannot be a new blog is not made one. */
export function refuseIfLost({ dataDir, databaseUrl }: DatabaseLocation): void {
  const loss = databaseUrl === undefined ? explainLoss(dataDir) : undefined;
  if (loss !== undefined) throw new DatabaseStartError(loss);
}

/** Opens the database, and brings it up to date. */
export async function openDatabase(
  { dataDir, databaseUrl }: DatabaseLocation,
  { migrations = ourMigrations, ...options }: OpenOptions = {},
): Promise<Database> {
  return databaseUrl === undefined
    ? openSqlite(dataDir, migrations, options)
    : openPostgres(databaseUrl, migrations);
}
