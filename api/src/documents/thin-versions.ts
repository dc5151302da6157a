import { setImmediate } from 'node:timers/promises';
import { yearAndMonthOf } from '@longhand/contract/dates';
import type { Database } from '../database/tables.ts';
import { noteThinning } from '../database/thinned-versions.ts';
import { inTransaction } from '../database/transaction.ts';
import type { DocumentKind } from './document-kinds.ts';
import { deleteVersions, readVersionsBefore } from './versions.repository.ts';

type StoredVersion = {
  /** Of the document. */
  readonly id: string;
  readonly version: number;
  readonly saved_at: string;
};

function aYearBefore(now: Date): Date {
  const date = new Date(now);
  date.setUTCFullYear(date.getUTCFullYear() - 1);
  return date;
}

/** Leaves the last version of each month that ended more than a year ago. Returns how many are gone. */
export async function thinVersions(
  db: Database,
  kind: DocumentKind,
  now: Date,
  timeZone: string,
): Promise<number> {
  const yearAgo = aYearBefore(now);
  const before = yearAgo.toISOString();
  const firstKept = yearAndMonthOf(yearAgo, timeZone);
  const monthOf = ({ saved_at }: StoredVersion) => yearAndMonthOf(new Date(saved_at), timeZone);
  let removed = 0;
  let previous: StoredVersion | undefined;
  for await (const versions of readVersionsBefore(db, kind, before)) {
    const superseded: StoredVersion[] = [];
    for (const version of versions) {
      const month = monthOf(version);
      const isNext = previous?.id === version.id && month < firstKept;
      if (previous && isNext && monthOf(previous) === month) superseded.push(previous);
      previous = version;
    }
    if (superseded.length > 0)
      await inTransaction(db, async (trx) => {
        await noteThinning(trx, before);
        for (const { id, version } of superseded) await deleteVersions(trx, kind, id, version);
      });
    removed += superseded.length;
    // SQLite is synchronous: without this, no request would be served meanwhile.
    await setImmediate();
  }
  return removed;
}
