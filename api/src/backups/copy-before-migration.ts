import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { backupsFolder, databaseFile } from '../database/database-file.ts';
import { keepNewestSnapshots, snapshotFile } from '../database/migration-snapshots.ts';
import { migrations } from '../database/migrations/index.ts';
import { openDatabase } from '../database/open.ts';
import { chownLikeDataDir, createDataFolder } from '../database/ownership.ts';
import { compareMigrations, openDatabaseReadOnly } from '../database/read-only.ts';
import { useAndClose } from '../database/use-and-close.ts';
import { syncPath } from '../durable-files.ts';
import { TEMPORARY_SUFFIX } from '../files/atomic-write.ts';
import { copyRows } from './copy-rows.ts';

type Location = { readonly dataDir: string; readonly databaseUrl: string };

/** Into an SQLite file with the same migrations, so that the older version can use it. */
async function copyAsItIs({ dataDir, databaseUrl }: Location, folder: string): Promise<void> {
  await useAndClose(openDatabaseReadOnly({ dataDir, databaseUrl }), async (source) => {
    const { pending } = await compareMigrations(source);
    const done = Object.entries(migrations).filter(([name]) => !pending.includes(name));
    const options = { migrations: Object.fromEntries(done) };
    await useAndClose(await openDatabase({ dataDir: folder }, options), async (target) => {
      await sql`pragma synchronous = off`.execute(target);
      await copyRows(source, target);
    });
  });
}

/** A copy of a PostgreSQL database in the data folder, as there is one of SQLite's. */
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
