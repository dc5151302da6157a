import type { Database } from '../database/tables.ts';
import type { DocumentKind } from './document-kinds.ts';
import { readSnapshot, type SnapshotOwner, tryToRead } from './snapshots.ts';
import { readTrash } from './trash.repository.ts';
import { readVersions } from './versions.repository.ts';
import { readForm, readWorkingCopies } from './working-copies.repository.ts';

const ANY_TEXT = '%';

function problemsOf(read: () => unknown): string[] {
  const problems: string[] = [];
  tryToRead(read, ({ message }) => problems.push(message));
  return problems;
}

/** What is wrong with the snapshots in trash and histories. */
export async function* checkSnapshots(db: Database, kind: DocumentKind): AsyncGenerator<string> {
  const at = new Date(0).toISOString();
  const check = (text: string, owner: SnapshotOwner) =>
    problemsOf(() => readSnapshot(kind, kind.stored, text, { ...owner, at }));
  for await (const rows of readTrash(db, kind, ANY_TEXT))
    for (const { id, snapshot } of rows) yield* check(snapshot, { id });
  for await (const rows of readVersions(db, kind, ANY_TEXT))
    for (const { snapshot, ...owner } of rows) yield* check(snapshot, owner);
}

export async function* checkWorkingCopies(
  db: Database,
  kind: DocumentKind,
): AsyncGenerator<string> {
  for await (const rows of readWorkingCopies(db, kind, ANY_TEXT))
    for (const row of rows) yield* problemsOf(() => readForm(kind, row));
}
