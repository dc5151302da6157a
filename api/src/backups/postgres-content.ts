import { sql } from 'kysely';
import { redactDatabaseUrl } from '../database/location.ts';
import { DatabaseStartError, openDatabase } from '../database/open.ts';
import { openExistingDatabaseReadOnly } from '../database/open-existing.ts';
import { hasOtherConnections } from '../database/other-connections.ts';
import { explainConnectionFailure } from '../database/postgres-failures.ts';
import { isUninitialized, openDatabaseReadOnly } from '../database/read-only.ts';
import { type Database, EPHEMERAL_TABLES } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { useAndClose } from '../database/use-and-close.ts';
import { BackupError } from './backup-error.ts';
import { copyRows, type RowProgress } from './copy-rows.ts';

function look<Result>(url: string, read: (db: Database) => Promise<Result>): Promise<Result> {
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
  return look(url, async (db) => !(await isUninitialized(db)));
}

export function isInUse(url: string): Promise<boolean> {
  return look(url, hasOtherConnections);
}

/** The blog at an address as a new database in a folder, as it is at one moment. */
export async function copyFromPostgres(
  url: string,
  folder: string,
  progress?: RowProgress,
): Promise<void> {
  const opened = await openExistingDatabaseReadOnly({ dataDir: folder, databaseUrl: url }).catch(
    (error) => {
      throw error instanceof DatabaseStartError
        ? new BackupError(error.message, { cause: error })
        : error;
    },
  );
  await useAndClose(opened, async (source) =>
    useAndClose(await openDatabase({ dataDir: folder }), async (target) => {
      // What a power cut would leave of it is not used.
      await sql`pragma synchronous = off`.execute(target);
      await copyRows(source, target, progress);
    }),
  );
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
