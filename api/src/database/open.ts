import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { Kysely, type KyselyConfig, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { reasonOf } from '../reason.ts';
import { findStorageFailure } from '../storage-failures.ts';
import type { DatabaseActivity } from './activity.ts';
import {
  type DatabaseLocation,
  DatabaseStartError,
  databaseFile,
  redactDatabaseUrl,
} from './location.ts';
import { migrations as ourMigrations } from './migrations/index.ts';
import { postgresDialect } from './postgres/postgres-dialect.ts';
import { explainConnectionFailure, explainKnownFailure } from './postgres/postgres-failures.ts';
import { compareMigrations } from './read-only.ts';
import { DatabaseInUse } from './sqlite/locks.ts';
import { explainLoss } from './sqlite/lost-database.ts';
import { snapshotBeforeMigration } from './sqlite/migration-snapshots.ts';
import { resumeReplacement } from './sqlite/replacement.ts';
import { sqliteDialect } from './sqlite/sqlite-dialect.ts';
import type { Database, Tables } from './tables.ts';
import { useAndClose } from './transaction.ts';

export { createDatabaseActivity } from './activity.ts';
export { DatabaseStartError, redactDatabaseUrl } from './location.ts';
export { isServerAway } from './postgres/postgres-failures.ts';

function adviceFor(error: unknown, dataDir: string): string {
  const failure = findStorageFailure(error);
  return failure?.advice(dataDir) ?? `Is ${dataDir} a folder that this user can write to?`;
}

type Migrations = Readonly<Record<string, Pick<Migration, 'up'>>>;

function createMigrator(db: Database, migrations: Migrations): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}

/** Runs all pending migrations in one transaction. */
export async function migrate(db: Database, migrations: Migrations = ourMigrations): Promise<void> {
  const { error, results } = await createMigrator(db, migrations).migrateToLatest();
  if (!error) return;
  const failed = results?.find((result) => result.status === 'Error');
  const cause = reasonOf(error);
  const newer = await compareMigrations(db, migrations).then(
    ({ unknown }) => unknown,
    () => [],
  );
  if (newer.length > 0)
    throw new DatabaseStartError(
      `The database was used by a newer version of the software, which added a migration that this version does not have (${newer[0]}). Use that version; or return to the copy from before its update, without what was written since: npm run rollback; or restore an older backup. Nothing was changed.`,
      { cause: error },
    );
  throw new DatabaseStartError(
    failed
      ? `The database could not be updated: ${failed.migrationName} failed (${cause}). Nothing was changed.`
      : `The database does not match this version of the software (${cause}). Nothing was changed.`,
    { cause: error },
  );
}

/** Undefined for a new database: there is nothing to copy before its first migration. */
async function findFirstPending(db: Database, migrations: Migrations): Promise<string | undefined> {
  const all = await createMigrator(db, migrations).getMigrations();
  const isNew = all.every(({ executedAt }) => executedAt === undefined);
  return isNew ? undefined : all.find(({ executedAt }) => executedAt === undefined)?.name;
}

function noCopyError(error: unknown, dataDir: string): DatabaseStartError {
  return new DatabaseStartError(
    `The database needs an update, but it could not be copied first (${reasonOf(error)}). Nothing was changed. Is there enough space in ${dataDir}, and can this user write there?`,
  );
}

function takeSnapshot(dataDir: string, migration: string): string {
  try {
    return snapshotBeforeMigration(dataDir, migration, new Date());
  } catch (error) {
    throw noCopyError(error, dataDir);
  }
}

type TakeSnapshot = (migration: string) => string | undefined | Promise<string | undefined>;

/** Returns the snapshot's file, if one was needed. */
async function migrateWithSnapshot(
  db: Database,
  migrations: Migrations,
  take: TakeSnapshot,
): Promise<string | undefined> {
  const pending = await findFirstPending(db, migrations);
  const snapshot = pending === undefined ? undefined : await take(pending);
  try {
    await migrate(db, migrations);
    return snapshot;
  } catch (error) {
    // The failed migration was rolled back, so the snapshot is not needed.
    if (snapshot !== undefined) rmSync(snapshot, { force: true });
    throw error;
  }
}

/** SQLite gives its -wal and -shm files the permissions of the database file. */
function createFile(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Append mode: another process that starts at the same time may have created it already.
  if (!existsSync(file)) writeFileSync(file, '', { flag: 'a', mode: 0o600 });
}

/** Kysely measures the time of each query only if somebody wants it. */
function observeQueries(activity: DatabaseActivity | undefined): Pick<KyselyConfig, 'log'> {
  if (!activity) return {};
  return {
    log({ level, queryDurationMillis }) {
      activity.durations.observe(queryDurationMillis / 1_000);
      if (level === 'error') activity.failed += 1;
    },
  };
}

function connectSqlite(dataDir: string, activity?: DatabaseActivity): Database {
  const file = databaseFile(dataDir);
  try {
    createFile(dataDir, file);
    return new Kysely<Tables>({
      dialect: sqliteDialect(file, activity),
      ...observeQueries(activity),
    });
  } catch (error) {
    throw new DatabaseStartError(
      `The database ${file} could not be opened: ${reasonOf(error)}. ${adviceFor(error, dataDir)}`,
      { cause: error },
    );
  }
}

type ConnectOptions = {
  readonly onConnectionError?: (error: Error) => void;
  readonly activity?: DatabaseActivity | undefined;
};

/** Runs no migrations. */
export function connectDatabase(
  { dataDir, databaseUrl }: DatabaseLocation,
  options: ConnectOptions = {},
): Database {
  const { activity } = options;
  if (databaseUrl === undefined) return connectSqlite(dataDir, activity);
  const dialect = postgresDialect(databaseUrl, options);
  return new Kysely<Tables>({ dialect, ...observeQueries(activity) });
}

function resumeReplacementOrExplain(dataDir: string): string | undefined {
  try {
    return resumeReplacement(dataDir);
  } catch (error) {
    throw new DatabaseStartError(
      error instanceof DatabaseInUse
        ? `Another process is replacing the data in ${dataDir}. Wait until it has finished, then start again.`
        : `A restore or rollback of ${dataDir} was interrupted, and could not be finished (${reasonOf(error)}). Nothing is lost. Fix that, then start again.`,
      { cause: error },
    );
  }
}

export type OpenOptions = {
  onSnapshot?: ((file: string) => void) | undefined;
  /** Copies a PostgreSQL database before this migration; SQLite is always copied. Returns the file. */
  copyPostgres?: ((migration: string) => Promise<string>) | undefined;
  /** Called with a message when an interrupted restore, rollback or move was completed. */
  onReplacementFinished?: ((message: string) => void) | undefined;
  migrations?: Migrations;
};

async function openSqlite(dataDir: string, migrations: Migrations, options: OpenOptions) {
  const finished = resumeReplacementOrExplain(dataDir);
  if (finished !== undefined) options.onReplacementFinished?.(finished);
  const db = connectSqlite(dataDir);
  try {
    const take = (migration: string) => takeSnapshot(dataDir, migration);
    const snapshot = await migrateWithSnapshot(db, migrations, take);
    if (snapshot !== undefined) options.onSnapshot?.(snapshot);
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

/** Opens one connection of each kind: a pooler may refuse the startup parameters of one of them. */
async function testConnections(url: string): Promise<void> {
  for (const options of [{}, { isReadOnly: true, withoutTimeouts: true }])
    await useAndClose(new Kysely<Tables>({ dialect: postgresDialect(url, options) }), (db) =>
      sql`select 1`.execute(db),
    );
}

async function openPostgres(
  { url, dataDir }: { url: string; dataDir: string },
  migrations: Migrations,
  { copyPostgres, onSnapshot }: OpenOptions,
): Promise<Database> {
  async function take(migration: string): Promise<string | undefined> {
    try {
      return await copyPostgres?.(migration);
    } catch (error) {
      // Another instance has migrated it meanwhile, and has made a copy.
      if ((await findFirstPending(db, migrations)) === undefined) return undefined;
      throw noCopyError(error, dataDir);
    }
  }
  const db = new Kysely<Tables>({ dialect: postgresDialect(url, { withoutTimeouts: true }) });
  let isConnected = false;
  try {
    await testConnections(url);
    isConnected = true;
    const snapshot = await migrateWithSnapshot(db, migrations, take);
    if (snapshot !== undefined) onSnapshot?.(snapshot);
    return db;
  } catch (error) {
    await db.destroy();
    const cause = error instanceof DatabaseStartError ? error.cause : error;
    if (cause === undefined) throw error;
    if (isConnected && !findStorageFailure(error) && !explainKnownFailure(cause)) throw error;
    throw new DatabaseStartError(
      `The database ${redactDatabaseUrl(url)} could not be ${isConnected ? 'used' : 'reached'}: ${explainConnectionFailure(cause)}`,
      { cause: error },
    );
  }
}

export function assertDatabaseNotLost({ dataDir, databaseUrl }: DatabaseLocation): void {
  const loss = databaseUrl === undefined ? explainLoss(dataDir) : undefined;
  if (loss !== undefined) throw new DatabaseStartError(loss);
}

export async function openDatabase(
  { dataDir, databaseUrl }: DatabaseLocation,
  { migrations = ourMigrations, ...options }: OpenOptions = {},
): Promise<Database> {
  return databaseUrl === undefined
    ? openSqlite(dataDir, migrations, options)
    : openPostgres({ url: databaseUrl, dataDir }, migrations, options);
}
