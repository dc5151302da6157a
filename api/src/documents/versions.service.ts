import type { VersionListQuery } from '@longhand/contract/list-query';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { ProblemError } from '../http/problem.ts';
import type { DocumentKind, StoredDocument } from './document-kinds.ts';
import { noSuchDocument } from './document-problems.ts';
import { explainCorruptSnapshot, type OnCorrupt } from './snapshots.ts';
import { thinVersions } from './thin-versions.ts';
import { findVersion, listVersions } from './versions.repository.ts';

export function createVersions<Stored extends StoredDocument>(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
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
      throw new ProblemError('not-found', `The ${kind.name} has no such replaced version.`);
    },

    /** Leaves one version a month of those older than a year. */
    thinVersions: (timeZone: string) => thinVersions(db, kind, clock(), timeZone),
  };
}
