import { DatabaseInUse, refuseIfInUse } from '../database/exclusive-lock.ts';
import { isUsedByOthers } from '../database/in-use.ts';
import { type DatabaseLocation, nameOfDatabase } from '../database/location.ts';
import { explainConnection } from '../database/postgres-failures.ts';
import { openReadOnly } from '../database/read-only.ts';
import { useAndClose } from '../database/use-and-close.ts';
import { MoveError } from './move-error.ts';

export function nameOf({ dataDir, databaseUrl }: DatabaseLocation): string {
  return databaseUrl === undefined ? dataDir : nameOfDatabase(databaseUrl);
}

async function isServed({ dataDir, databaseUrl }: DatabaseLocation): Promise<boolean> {
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
export async function refuseIfServed(place: DatabaseLocation): Promise<void> {
  if (await isServed(place))
    throw new MoveError(
      `The blog in ${nameOf(place)} is in use. Stop it first: what is written meanwhile would not be moved.`,
    );
}
