import { statSync } from 'node:fs';
import { databaseFile } from './database-file.ts';
import { type DatabaseLocation, nameOfDatabase } from './location.ts';
import { DatabaseStartError, type OpenOptions, openDatabase } from './open.ts';
import { explainConnection } from './postgres-failures.ts';
import { compareMigrations, isWithoutTables, openReadOnly } from './read-only.ts';
import { isReplacing } from './replacement.ts';
import type { Database } from './tables.ts';

function noBlog({ dataDir, databaseUrl }: DatabaseLocation): DatabaseStartError {
  const [where, setting] =
    databaseUrl === undefined
      ? [dataDir, 'DATA_DIR']
      : [nameOfDatabase(databaseUrl), 'DATABASE_URL'];
  return new DatabaseStartError(
    `There is no blog in ${where}. If there should be one, look at ${setting}, or restore a backup: npm run restore -- FILE. A new one is made by the first npm start.`,
  );
}

function isFileMissing({ dataDir, databaseUrl }: DatabaseLocation): boolean {
  if (databaseUrl !== undefined) return false;
  return (statSync(databaseFile(dataDir), { throwIfNoEntry: false })?.size ?? 0) === 0;
}

async function look(place: DatabaseLocation): Promise<Database> {
  if (isFileMissing(place)) throw noBlog(place);
  const db = openReadOnly(place);
  try {
    if (await isWithoutTables(db)) throw noBlog(place);
    return db;
  } catch (error) {
    await db.destroy();
    if (error instanceof DatabaseStartError || place.databaseUrl === undefined) throw error;
    throw new DatabaseStartError(
      `The database ${nameOfDatabase(place.databaseUrl)} could not be reached: ${explainConnection(error)}`,
      { cause: error },
    );
  }
}

async function refuseOtherVersion(db: Database): Promise<void> {
  const { pending, unknown } = await compareMigrations(db);
  if (unknown.length > 0)
    throw new DatabaseStartError('The database was used by a newer version. Install that again.');
  if (pending.length > 0)
    throw new DatabaseStartError(
      'The database is of an earlier version. Start the server once, which brings it up to date.',
    );
}

/** For looking only, at a blog that this version has brought up to date. */
export async function openExistingReadOnly(place: DatabaseLocation): Promise<Database> {
  const db = await look(place);
  try {
    await refuseOtherVersion(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** As `openDatabase`, but makes no new blog where there is none. */
export async function openExisting(
  place: DatabaseLocation,
  options?: OpenOptions,
): Promise<Database> {
  // One that is being replaced is there again once it is opened.
  if (!isReplacing(place.dataDir)) await (await look(place)).destroy();
  return openDatabase(place, options);
}
