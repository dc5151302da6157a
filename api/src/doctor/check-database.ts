import { findIntegrityErrors } from '../database/integrity-check.ts';
import { compareMigrations } from '../database/read-only.ts';
import type { Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { PAGE_CHECKS } from '../pages/check-pages.ts';
import { POST_CHECKS } from '../posts/check-posts.ts';
import { asError, asWarning, type Check, type Finding, RESTORE } from './finding.ts';

const MAX_LISTED = 20;

async function* limitFindings(
  problems: AsyncIterable<string>,
  toFinding: (message: string) => Finding,
): AsyncGenerator<Finding> {
  let count = 0;
  for await (const problem of problems) {
    count += 1;
    if (count <= MAX_LISTED) yield toFinding(problem);
  }
  if (count > MAX_LISTED) yield toFinding(`${count - MAX_LISTED} more of this kind`);
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

export function checkVersion(db: Database): Check {
  return {
    name: 'The database matches this version',
    async *find() {
      const { pending, unknown } = await compareMigrations(db);
      if (unknown.length > 0) {
        yield asError(
          `The database was used by a newer version, which added ${unknown.join(', ')}.`,
          'Install that version again; or return to the copy from before its update: npm run rollback; or restore a backup from before.',
        );
      }
      if (pending.length > 0) {
        yield asWarning(
          `The database is not up to date: it lacks ${pending.join(', ')}.`,
          'Start the server once to update the database. Then run this again: posts were not checked.',
        );
      }
    },
  };
}

export function checkFile(db: Database): Check {
  return {
    name: 'The database is intact',
    find: () =>
      limitFindings(findIntegrityErrors(db), (message) =>
        asError(`The database is damaged: ${message}.`, RESTORE),
      ),
  };
}

/** Each check has a transaction, to read a consistent state while the server writes. */
export function checkPostsAndPages(db: Database): Check[] {
  return [...POST_CHECKS, ...PAGE_CHECKS].map(({ name, find, todo }) => ({
    name,
    async *find() {
      yield* await inTransaction(db, (trx) =>
        Array.fromAsync(limitFindings(find(trx), (message) => asError(sentence(message), todo))),
      );
    },
  }));
}
