import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { backupsFolder, DATABASE_FILE } from '../database/database-file.ts';
import { listMigrationSnapshots } from '../database/migration-snapshots.ts';
import { isReplacing } from '../database/replacement.ts';
import type { DatabaseFacts } from '../database/snapshot.ts';
import { syncPathNow } from '../durable-files.ts';
import { BackupError } from './backup-error.ts';
import { checkDatabase } from './check-database.ts';
import { exchangeData, makeIncoming } from './exchange.ts';

/** The newest copy that was kept before a migration, or the one that is named. */
export function findSnapshot(dataDir: string, named: string | undefined): string {
  const folder = backupsFolder(dataDir);
  const file = named ? resolve(folder, named) : listMigrationSnapshots(dataDir)[0]?.file;
  if (file === undefined)
    throw new BackupError(
      `There is nothing to return to: no migration of the database in ${dataDir} has left a copy in ${folder}.`,
    );
  if (!existsSync(file)) throw new BackupError(`There is no ${file}. Look into ${folder}.`);
  return file;
}

export type RolledBack = { readonly facts: DatabaseFacts; readonly aside: string | undefined };

/** Makes the database the one that was kept before a migration. The uploads stay as they are. */
export function rollBack(dataDir: string, snapshot: string): RolledBack {
  const now = new Date();
  const facts = checkDatabase(snapshot, basename(snapshot));
  const incoming = makeIncoming(dataDir, now);
  try {
    const copy = join(incoming, DATABASE_FILE);
    copyFileSync(snapshot, copy);
    syncPathNow(copy);
    return { facts, aside: exchangeData(dataDir, 'rollback', incoming, now) };
  } catch (error) {
    if (!isReplacing(dataDir)) rmSync(incoming, { recursive: true, force: true });
    throw error;
  }
}
