import { findIntegrityErrors } from '../database/integrity-check.ts';
import { compareMigrations } from '../database/read-only.ts';
import type { Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { POST_CHECKS } from '../posts/check-posts.ts';
import { asError, asWarning, type Check, type Finding, RESTORE } from './finding.ts';

const NAMED = 20;

/** Of thousands of the same kind, the first ones tell enough. */
async function* firstOf(
  mistakes: AsyncIterable<string>,
  toFinding: (says: string) => Finding,
): AsyncGenerator<Finding> {
  let count = 0;
  for await (const mistake of mistakes) {
    count += 1;
    if (count <= NAMED) yield toFinding(mistake);
  }
  if (count > NAMED) yield toFinding(`${count - NAMED} more of this kind`);
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** What must hold for the other checks to make sense. */
export function checkVersion(db: Database): Check {
  return {
    name: 'The database fits this version',
    async *find() {
      const { pending, unknown } = await compareMigrations(db);
      if (unknown.length > 0) {
        yield asError(
          `The database was used by a newer version, which knows of ${unknown.join(', ')}.`,
          'Install that version again, or restore a backup from before.',
        );
      }
      if (pending.length > 0) {
        yield asWarning(
          `The database is not up to date: it lacks ${pending.join(', ')}.`,
          'Start the server once: it brings the database up to date. Then run this again, which leaves out the posts now.',
        );
      }
    },
  };
}

export function checkFile(db: Database): Check {
  return {
    name: 'The database is whole',
    find: () =>
      firstOf(findIntegrityErrors(db), (says) =>
        asError(`The database is damaged: ${says}.`, RESTORE),
      ),
  };
}

/** Each sees one moment of the database, whatever is written meanwhile. */
export function checkPosts(db: Database): Check[] {
  return POST_CHECKS.map(({ name, find, todo }) => ({
    name,
    async *find() {
      yield* await inTransaction(db, (trx) =>
        Array.fromAsync(firstOf(find(trx), (says) => asError(sentence(says), todo))),
      );
    },
  }));
}
