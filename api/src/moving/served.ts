import { isUsedByOthers } from '../database/in-use.ts';
import { type DatabasePlace, nameOfDatabase } from '../database/place.ts';
import { explainConnection } from '../database/postgres-failures.ts';
import { openReadOnly } from '../database/read-only.ts';
import { DatabaseInUse, refuseIfInUse } from '../database/use-alone.ts';
import { useAndClose } from '../database/use-and-close.ts';
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
  return useAndClose(openReadOnly({ dataDir, databaseUrl }), isUsedByOthers).catch((error) => {
    throw new MoveError(
      `The database ${nameOfDatabase(databaseUrl)} could not be reached: ${explainConnection(error)}`,
    );
  });
}

/** What is written meanwhile would be in one of the two only. */
export async function refuseIfServed(place: DatabasePlace): Promise<void> {
  if (await isServed(place))
    throw new MoveError(
      `The blog in ${nameOf(place)} is in use. Stop it first: what is written meanwhile would not be moved.`,
    );
}
