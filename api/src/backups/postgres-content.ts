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
      // An interrupted copy is never used, so it need not be durable.
      await sql`pragma synchronous = off`.execute(target);
      await copyRows(source, target, progress);
    }),
  );
}

type CopyOptions = {
  readonly now: Date;
  readonly progress: RowProgress;
  readonly beforeCommit?: () => void;
};

/** In one transaction. The revision becomes one that was never used, so that all caches are stale. */
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
