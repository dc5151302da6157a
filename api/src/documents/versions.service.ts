import { setImmediate } from 'node:timers/promises';
import { calendarDay } from '@longhand/contract/dates';
import type { VersionListQuery } from '@longhand/contract/posts/post-lists';
import type { Context } from '../context.ts';
import { findSetting, setSetting } from '../database/settings.repository.ts';
import type { Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { notFound } from '../http/problem.ts';
import type { DocumentKind, StoredDocument } from './document-kinds.ts';
import { noSuchDocument } from './document-problems.ts';
import { explainCorruptSnapshot, type OnCorrupt } from './snapshots.ts';
import {
  deleteVersions,
  findVersion,
  listVersions,
  readVersionsBefore,
} from './versions.repository.ts';

/** The latest time before which versions were thinned out. Empty if that never happened. */
const THINNED_BEFORE = 'versions_thinned_before';

export async function findThinnedBefore(db: Database): Promise<string> {
  return (await findSetting(db, THINNED_BEFORE)) ?? '';
}

/** Called before versions are removed, so that the doctor expects the gaps. */
async function noteThinning(db: Database, before: string): Promise<void> {
  if (before > (await findThinnedBefore(db))) await setSetting(db, THINNED_BEFORE, before);
}

type StoredVersion = {
  readonly id: string;
  readonly version: number;
  readonly saved_at: string;
};

function aYearBefore(now: Date): Date {
  const date = new Date(now);
  date.setUTCFullYear(date.getUTCFullYear() - 1);
  return date;
}

/** Keeps the last version of each month that ended more than a year ago. Returns how many were deleted. */
async function thinVersions(
  db: Database,
  kind: DocumentKind,
  now: Date,
  timeZone: string,
): Promise<number> {
  const before = aYearBefore(now).toISOString();
  const monthOf = (time: string) => calendarDay(new Date(time), timeZone).slice(0, 7);
  const firstKept = monthOf(before);
  let removed = 0;
  let previous: StoredVersion | undefined;
  for await (const versions of readVersionsBefore(db, kind, before)) {
    const superseded: StoredVersion[] = [];
    for (const version of versions) {
      const month = monthOf(version.saved_at);
      const isNext = previous?.id === version.id && month < firstKept;
      if (previous && isNext && monthOf(previous.saved_at) === month) superseded.push(previous);
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

export function createVersions<Stored extends StoredDocument>(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  kind: DocumentKind<Stored>,
  exists: (db: Database, id: string) => Promise<boolean>,
) {
  async function expectDocument(id: string): Promise<void> {
    if (!(await exists(db, id))) throw noSuchDocument(kind.name);
  }

  return {
    async listVersions(id: string, query: VersionListQuery, onCorrupt: OnCorrupt) {
      await expectDocument(id);
      return listVersions(db, kind, id, query, onCorrupt);
    },

    async findVersion(id: string, version: number): Promise<Stored> {
      await expectDocument(id);
      const found = await findVersion(db, kind, id, version).catch((error) => {
        throw explainCorruptSnapshot(error, `Version ${version} of this ${kind.name}`);
      });
      if (found) return found;
      throw notFound(`The ${kind.name} has no such replaced version.`);
    },

    thinVersions: (timeZone: string) => thinVersions(db, kind, clock(), timeZone),
  };
}
