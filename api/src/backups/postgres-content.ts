import { Kysely, sql } from 'kysely';
import { isUsedByOthers } from '../database/in-use.ts';
import { nameOfDatabase } from '../database/location.ts';
import { openDatabase } from '../database/open.ts';
import { postgresDialect } from '../database/postgres-dialect.ts';
import { explainConnection } from '../database/postgres-failures.ts';
import { compareMigrations } from '../database/read-only.ts';
import { type Database, EPHEMERAL_TABLES, type Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { useAndClose } from '../database/use-and-close.ts';
import { BackupError } from './backup-error.ts';
import { copyRows, type RowProgress } from './copy-rows.ts';

/** For looking only, however long it takes. */
function readPostgres<Result>(
  url: string,
  read: (db: Database) => Promise<Result>,
): Promise<Result> {
  const dialect = postgresDialect(url, { withoutTimeouts: true, isReadOnly: true });
  return useAndClose(new Kysely<Tables>({ dialect }), async (db) => {
    await sql`select 1`.execute(db).catch((error) => {
      throw new BackupError(
        `The database ${nameOfDatabase(url)} could not be reached: ${explainConnection(error)}`,
        { cause: error },
      );
    });
    return read(db);
  });
}

async function hasTables(db: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found
  `.execute(db);
  return rows[0]?.found === true;
}

export function hasBlog(url: string): Promise<boolean> {
  return readPostgres(url, hasTables);
}

async function refuseOtherVersion(db: Database, name: string): Promise<void> {
  if (!(await hasTables(db)))
    throw new BackupError(`There is no blog in ${name}. Is DATABASE_URL set as where it runs?`);
  const { pending, unknown } = await compareMigrations(db);
  if (unknown.length > 0)
    throw new BackupError(
      `${name} was used by a newer version of the software (it has ${unknown[0]}). Use that one.`,
    );
  if (pending.length > 0)
    throw new BackupError(
      `${name} is not up to date (it lacks ${pending[0]}). Start this version once, or use the one that runs.`,
    );
}

/** The blog at an address as a new database in a folder, as it is at one moment. */
export function copyFromPostgres(
  url: string,
  folder: string,
  progress?: RowProgress,
): Promise<void> {
  return readPostgres(url, async (source) => {
    await refuseOtherVersion(source, nameOfDatabase(url));
    await useAndClose(await openDatabase({ dataDir: folder }), async (target) => {
      // What a power cut would leave of it is not used.
      await sql`pragma synchronous = off`.execute(target);
      await copyRows(source, target, progress);
    });
  });
}

export function isInUse(url: string): Promise<boolean> {
  return readPostgres(url, isUsedByOthers);
}

type CopyOptions = {
  readonly now: Date;
  readonly progress: RowProgress;
  readonly beforeEnd?: () => void;
};

/**
 * Makes the blog at an address the one in a folder, all of it or nothing, and its revision one that
 * no state of it has ever had. What must be there before anybody reads it is done by `beforeEnd`.
 */
export async function copyIntoPostgres(
  folder: string,
  url: string,
  { now, progress, beforeEnd }: CopyOptions,
): Promise<void> {
  await useAndClose(await openDatabase({ dataDir: folder }), async (source) =>
    useAndClose(await openDatabase({ dataDir: folder, databaseUrl: url }), (target) =>
      inTransaction(target, async (trx) => {
        const before = await trx.selectFrom('public_state').select('revision').executeTakeFirst();
        await copyRows(source, trx, progress);
        for (const table of EPHEMERAL_TABLES) await trx.deleteFrom(table).execute();
        const revision = Math.max(Number(before?.revision ?? 0) + 1, now.getTime());
        await trx.updateTable('public_state').set({ revision }).execute();
        beforeEnd?.();
      }),
    ),
  );
}
