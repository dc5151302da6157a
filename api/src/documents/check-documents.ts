import type { Database } from '../database/tables.ts';
import type { DocumentKind } from './document-kinds.ts';
import { readSnapshot, type SnapshotOwner, tryToRead } from './snapshots.ts';
import { listTrashedIds, readTrash } from './trash.repository.ts';
import { findVersionFloors } from './version-numbers.ts';
import { listPresentVersions, listVersionNumbers, readVersions } from './versions.repository.ts';
import { findThinnedBefore } from './versions.service.ts';
import { listCopiedIds, readForm, readWorkingCopies } from './working-copies.repository.ts';

export type DocumentCheck = {
  /** States what is true when nothing is found. */
  readonly name: string;
  readonly find: (db: Database) => AsyncGenerator<string>;
  readonly todo: string;
};

export const RESTORE =
  'Copy the data folder to be safe, then restore the last backup without this problem: npm run restore -- FILE.';

const ANY_TEXT = '%';

type NumberedVersion = { readonly version: number; readonly saved_at: string | null };

/**
 * A restore may skip numbers: the version after it is one of the stored version floors. Thinning leaves
 * out those before a version of the same month.
 */
function isComplete(
  first: number,
  versions: readonly NumberedVersion[],
  { floors, thinnedBefore }: { floors: readonly number[]; thinnedBefore: string },
): boolean {
  return versions.every(({ version, saved_at }, index) => {
    const before = versions[index - 1]?.version ?? first - 1;
    if (version === before + 1) return true;
    const isThinned = saved_at !== null && saved_at < thinnedBefore;
    return version > before && (isThinned || (index > 0 && floors.includes(version)));
  });
}

/** What is orphaned belongs to a document that does not exist, not even in the trash. */
export async function findInconsistencies(
  db: Database,
  kind: DocumentKind,
  firstVersionOf: (id: string) => number = () => 1,
) {
  const present = await listPresentVersions(db, kind);
  const trashed = await listTrashedIds(db, kind);
  const replaced = Map.groupBy(await listVersionNumbers(db, kind), ({ id }) => id);
  const allowed = {
    floors: await findVersionFloors(db),
    thinnedBefore: await findThinnedBefore(db),
  };
  const incomplete = present.filter(({ id, version }) => {
    const versions = [...(replaced.get(id) ?? []), { version, saved_at: null }];
    return !isComplete(firstVersionOf(id), versions, allowed);
  });
  const known = new Set([...present.map(({ id }) => id), ...trashed]);
  const copied = await listCopiedIds(db, kind);
  return {
    known,
    incomplete: incomplete.map(({ id }) => id),
    alsoInTrash: present.map(({ id }) => id).filter((id) => trashed.has(id)),
    orphanedVersions: [...replaced].filter(([id]) => !known.has(id)),
    orphanedCopies: copied.filter((id) => !known.has(id)),
  };
}

function problemsOf(read: () => unknown): string[] {
  const problems: string[] = [];
  tryToRead(read, ({ message }) => problems.push(message));
  return problems;
}

async function* checkSnapshots(db: Database, kind: DocumentKind): AsyncGenerator<string> {
  const storedAt = new Date(0).toISOString();
  const check = (text: string, owner: SnapshotOwner) =>
    problemsOf(() => readSnapshot(kind, kind.stored, text, { ...owner, storedAt }));
  for await (const rows of readTrash(db, kind, ANY_TEXT))
    for (const { id, snapshot } of rows) yield* check(snapshot, { id });
  for await (const rows of readVersions(db, kind, ANY_TEXT))
    for (const { snapshot, ...owner } of rows) yield* check(snapshot, owner);
}

async function* checkWorkingCopies(db: Database, kind: DocumentKind): AsyncGenerator<string> {
  for await (const rows of readWorkingCopies(db, kind, ANY_TEXT))
    for (const row of rows) yield* problemsOf(() => readForm(kind, row));
}

export function readabilityChecks(kind: DocumentKind): DocumentCheck[] {
  const of = kind.name === 'page' ? ' of pages' : '';
  return [
    {
      name: `Trash and histories${of} can be read`,
      find: (db) => checkSnapshots(db, kind),
      todo: RESTORE,
    },
    {
      name: `Working copies${of} can be read`,
      find: (db) => checkWorkingCopies(db, kind),
      todo: RESTORE,
    },
  ];
}
