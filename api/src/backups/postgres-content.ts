import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { backupsFolder, databaseFile, redactDatabaseUrl } from '../database/location.ts';
import { migrations } from '../database/migrations/index.ts';
import { DatabaseStartError, openDatabase } from '../database/open.ts';
import { openExistingDatabaseReadOnly } from '../database/open-existing.ts';
import { chownLikeDataDir, createDataFolder } from '../database/ownership.ts';
import { APPLICATION_NAME } from '../database/postgres/postgres-dialect.ts';
import { explainConnectionFailure } from '../database/postgres/postgres-failures.ts';
import { compareMigrations, isUninitialized, openDatabaseReadOnly } from '../database/read-only.ts';
import { keepNewestSnapshots, snapshotFile } from '../database/sqlite/migration-snapshots.ts';
import { type Database, EPHEMERAL_TABLES } from '../database/tables.ts';
import { inTransaction, useAndClose } from '../database/transaction.ts';
import { syncPath } from '../durable-files.ts';
import { TEMPORARY_SUFFIX } from '../files/atomic-write.ts';
import { BackupError } from './backup-error.ts';
import { copyRows, type RowProgress } from './copy-rows.ts';

const WAIT_MS = 3_000;
const POLL_INTERVAL_MS = 100;

async function countOtherConnections(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = ${APPLICATION_NAME}
      and pid <> pg_backend_pid()
  `.execute(db);
  return Number(rows[0]?.count);
}

/** PostgreSQL only. A running server always has a connection: it polls the content revision. */
export async function hasOtherConnections(db: Database): Promise<boolean> {
  // PostgreSQL lists a closed connection for a moment longer.
  for (let remainingMs = WAIT_MS; ; remainingMs -= POLL_INTERVAL_MS) {
    if ((await countOtherConnections(db)) === 0) return false;
    if (remainingMs <= 0) return true;
    await setTimeout(POLL_INTERVAL_MS);
  }
}

function withConnection<Result>(
  url: string,
  read: (db: Database) => Promise<Result>,
): Promise<Result> {
  return useAndClose(openDatabaseReadOnly({ dataDir: '', databaseUrl: url }), async (db) => {
    await sql`select 1`.execute(db).catch((error) => {
      throw new BackupError(
        `The database ${redactDatabaseUrl(url)} could not be reached: ${explainConnectionFailure(error)}`,
        { cause: error },
      );
    });
    return read(db);
  });
}

export function hasBlog(url: string): Promise<boolean> {
  return withConnection(url, async (db) => !(await isUninitialized(db)));
}

export function isInUse(url: string): Promise<boolean> {
  return withConnection(url, hasOtherConnections);
}

async function copyIntoSqlite(
  source: Database,
  folder: string,
  { progress, ...options }: { migrations?: typeof migrations; progress?: RowProgress | undefined },
): Promise<void> {
  await useAndClose(await openDatabase({ dataDir: folder }, options), async (target) => {
    // An interrupted copy is never used, so it need not be durable.
    await sql`pragma synchronous = off`.execute(target);
    await copyRows(source, target, progress);
  });
}

export async function copyFromPostgres(url: string, folder: string, progress?: RowProgress) {
  const opened = await openExistingDatabaseReadOnly({ dataDir: folder, databaseUrl: url }).catch(
    (error) => {
      throw error instanceof DatabaseStartError
        ? new BackupError(error.message, { cause: error })
        : error;
    },
  );
  await useAndClose(opened, (source) => copyIntoSqlite(source, folder, { progress }));
}

type CopyOptions = {
  readonly now: Date;
  readonly progress: RowProgress;
  readonly beforeCommit?: () => void;
};

/** Runs in one transaction. The revision becomes one that was never used, so that all caches are outdated. */
export async function copyIntoPostgres(
  folder: string,
  url: string,
  { now, progress, beforeCommit }: CopyOptions,
): Promise<void> {
  await useAndClose(await openDatabase({ dataDir: folder }), async (source) =>
    useAndClose(await openDatabase({ dataDir: folder, databaseUrl: url }), (target) =>
      inTransaction(target, async (trx) => {
        const before = await trx.selectFrom('public_state').select('revision').executeTakeFirst();
        await copyRows(source, trx, progress);
        for (const table of EPHEMERAL_TABLES) await trx.deleteFrom(table).execute();
        const revision = Math.max(Number(before?.revision ?? 0) + 1, now.getTime());
        await trx.updateTable('public_state').set({ revision }).execute();
        beforeCommit?.();
      }),
    ),
  );
}

type Location = { readonly dataDir: string; readonly databaseUrl: string };

/** The SQLite file has the same migrations, so that the older version can use it. */
async function copyAsItIs({ dataDir, databaseUrl }: Location, folder: string): Promise<void> {
  await useAndClose(openDatabaseReadOnly({ dataDir, databaseUrl }), async (source) => {
    const { pending } = await compareMigrations(source);
    const done = Object.entries(migrations).filter(([name]) => !pending.includes(name));
    await copyIntoSqlite(source, folder, { migrations: Object.fromEntries(done) });
  });
}

/** The copy is in the data folder, like that of an SQLite database. */
export async function copyBeforeMigration(
  location: Location,
  migration: string,
  now: Date,
): Promise<string> {
  const { dataDir } = location;
  const file = snapshotFile(dataDir, migration, now);
  const backups = backupsFolder(dataDir);
  createDataFolder(dataDir, backups);
  const temporary = join(backups, `${randomUUID()}${TEMPORARY_SUFFIX}`);
  await mkdir(temporary, { mode: 0o700 });
  try {
    await copyAsItIs(location, temporary);
    await syncPath(databaseFile(temporary));
    chownLikeDataDir(dataDir, temporary);
    await rename(databaseFile(temporary), file);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  keepNewestSnapshots(dataDir);
  return file;
}
