import { existsSync } from 'node:fs';
import { databaseFile } from '../database/database-file.ts';
import { isUsedByOthers } from '../database/in-use.ts';
import { type DatabasePlace, nameOfDatabase } from '../database/place.ts';
import { explainConnection } from '../database/postgres-failures.ts';
import { compareMigrations, openReadOnly } from '../database/read-only.ts';
import type { Database } from '../database/tables.ts';
import { DatabaseInUse, refuseIfInUse } from '../database/use-alone.ts';
import { MoveError } from './move-error.ts';

export function nameOf({ dataDir, databaseUrl }: DatabasePlace): string {
  return databaseUrl === undefined ? dataDir : nameOfDatabase(databaseUrl);
}

async function isServed({ dataDir, databaseUrl }: DatabasePlace): Promise<boolean> {
  if (databaseUrl === undefined) {
    try {
      refuseIfInUse(dataDir);
      return false;
    } catch (error) {
      if (error instanceof DatabaseInUse) return true;
      throw error;
    }
  }
  const db = openReadOnly({ dataDir, databaseUrl });
  try {
    return await isUsedByOthers(db);
  } catch (error) {
    throw new MoveError(
      `The database ${nameOfDatabase(databaseUrl)} could not be reached: ${explainConnection(error)}`,
    );
  } finally {
    await db.destroy();
  }
}

/** What is written meanwhile would be in one of the two only. */
export async function refuseIfServed(place: DatabasePlace): Promise<void> {
  if (await isServed(place))
    throw new MoveError(
      `The blog in ${nameOf(place)} is in use. Stop it first: what is written meanwhile would not be moved.`,
    );
}

/** Opens the blog that is to be moved, for looking only. */
export async function openSource(place: DatabasePlace): Promise<Database> {
  const { dataDir, databaseUrl } = place;
  if (databaseUrl === undefined && !existsSync(databaseFile(dataDir)))
    throw new MoveError(`There is no blog in ${dataDir}. Look at DATA_DIR.`);
  const db = openReadOnly(place);
  const { pending, unknown } = await compareMigrations(db).catch(async () => {
    await db.destroy();
    throw new MoveError(`There is no blog in ${nameOf(place)}.`);
  });
  if (pending.length === 0 && unknown.length === 0) return db;
  await db.destroy();
  throw new MoveError(
    `The blog in ${nameOf(place)} is of another version of the software. Start it once with this version, which brings it up to date, and stop it; then move it.`,
  );
}
