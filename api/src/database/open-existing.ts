import { statSync } from 'node:fs';
import { type DatabaseLocation, databaseFile, redactDatabaseUrl } from './location.ts';
import { DatabaseStartError, type OpenOptions, openDatabase } from './open.ts';
import { explainConnectionFailure } from './postgres/postgres-failures.ts';
import { compareMigrations, isUninitialized, openDatabaseReadOnly } from './read-only.ts';
import { isReplacementPending } from './sqlite/replacement.ts';
import type { Database } from './tables.ts';

function noBlogError({ dataDir, databaseUrl }: DatabaseLocation): DatabaseStartError {
  const [where, setting] =
    databaseUrl === undefined
      ? [dataDir, 'DATA_DIR']
      : [redactDatabaseUrl(databaseUrl), 'DATABASE_URL'];
  return new DatabaseStartError(
    `There is no blog in ${where}. If there should be one, check ${setting}, or restore a backup: npm run restore -- FILE. The first npm start creates a new one.`,
  );
}

function isFileMissing({ dataDir, databaseUrl }: DatabaseLocation): boolean {
  if (databaseUrl !== undefined) return false;
  return (statSync(databaseFile(dataDir), { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/** Opens it read-only; undefined if there is no blog. */
async function findBlog(location: DatabaseLocation): Promise<Database | undefined> {
  if (isFileMissing(location)) return undefined;
  const db = openDatabaseReadOnly(location);
  try {
    if (!(await isUninitialized(db))) return db;
    await db.destroy();
    return undefined;
  } catch (error) {
    await db.destroy();
    if (location.databaseUrl === undefined) throw error;
    throw new DatabaseStartError(
      `The database ${redactDatabaseUrl(location.databaseUrl)} could not be reached: ${explainConnectionFailure(error)}`,
      { cause: error },
    );
  }
}

async function assertCurrentVersion(db: Database): Promise<void> {
  const { pending, unknown } = await compareMigrations(db);
  if (unknown.length > 0)
    throw new DatabaseStartError(
      'The database was used by a newer version. Install that version again, or return to the copy from before its update: npm run rollback.',
    );
  if (pending.length > 0)
    throw new DatabaseStartError(
      'The database is from an earlier version. Start the server once to update it.',
    );
}

/** The database must have all migrations of this version. Undefined if there is no blog. */
export async function findExistingDatabaseReadOnly(
  location: DatabaseLocation,
): Promise<Database | undefined> {
  const db = await findBlog(location);
  try {
    if (db) await assertCurrentVersion(db);
    return db;
  } catch (error) {
    await db?.destroy();
    throw error;
  }
}

export async function openExistingDatabaseReadOnly(location: DatabaseLocation): Promise<Database> {
  const db = await findExistingDatabaseReadOnly(location);
  if (!db) throw noBlogError(location);
  return db;
}

/** Like `openDatabase`, but fails if there is no blog yet. */
export async function openExistingDatabase(
  location: DatabaseLocation,
  options?: OpenOptions,
): Promise<Database> {
  // During a replacement the file may be missing: opening completes the replacement.
  if (!isReplacementPending(location.dataDir)) {
    const db = await findBlog(location);
    if (!db) throw noBlogError(location);
    await db.destroy();
  }
  return openDatabase(location, options);
}
