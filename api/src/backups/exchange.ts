import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE, databaseFile, timeInName } from '../database/database-file.ts';
import { finishReplacement, replaceData } from '../database/replacement.ts';
import { describeDatabase, forgetPassing, raiseRevision } from '../database/snapshot.ts';
import { DatabaseInUse, refuseIfInUse } from '../database/use-alone.ts';
import { BackupError, reasonOf } from './backup-error.ts';

const INCOMING = 'incoming-';

function explain(error: unknown, dataDir: string, otherwise: string): BackupError {
  return new BackupError(
    error instanceof DatabaseInUse
      ? `The blog in ${dataDir} is running, or something else has its database open. Stop it, then try again. Nothing was changed.`
      : `The data in ${dataDir} could not be exchanged: ${reasonOf(error)}. ${otherwise}`,
    { cause: error },
  );
}

/**
 * A new folder for what is to take the place of the present data, beside them. What was interrupted
 * earlier is finished first, or removed where it had not begun.
 */
export function makeIncoming(dataDir: string, now: Date): string {
  try {
    mkdirSync(dataDir, { recursive: true });
    // Early, so that nobody waits for an archive to be read only to be told to stop the server.
    refuseIfInUse(dataDir);
    finishReplacement(dataDir);
    const leftovers = readdirSync(dataDir).filter((name) => name.startsWith(INCOMING));
    for (const name of leftovers) rmSync(join(dataDir, name), { recursive: true, force: true });
    const incoming = join(dataDir, INCOMING + timeInName(now));
    mkdirSync(incoming, { mode: 0o700 });
    return incoming;
  } catch (error) {
    throw explain(error, dataDir, 'Nothing was changed.');
  }
}

/** The revision of the present data; of those that cannot be read, nobody can say. */
function presentRevision(dataDir: string): number {
  const file = databaseFile(dataDir);
  try {
    return existsSync(file) ? describeDatabase(file).revision : 0;
  } catch {
    return 0;
  }
}

type Reason = 'restore' | 'rollback';

/**
 * Makes what was prepared and checked the blog's data. Returns the folder that has those which it
 * replaced, if there were any.
 */
export function exchangeData(
  dataDir: string,
  reason: Reason,
  incoming: string,
  now: Date,
): string | undefined {
  const copy = join(incoming, DATABASE_FILE);
  const aside = `before-${reason}-${timeInName(now)}`;
  forgetPassing(copy);
  raiseRevision(copy, presentRevision(dataDir), now);
  try {
    replaceData(dataDir, { incoming: incoming.slice(dataDir.length + 1), aside });
  } catch (error) {
    throw explain(
      error,
      dataDir,
      'Nothing is lost: what was begun, if anything, is finished at the next start.',
    );
  }
  return existsSync(join(dataDir, aside)) ? join(dataDir, aside) : undefined;
}
