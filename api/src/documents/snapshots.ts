import type { z } from 'zod';
import { ProblemError } from '../http/problem.ts';
import type { DocumentKind } from './document-kinds.ts';

type Name = DocumentKind['name'];

/** The row of the snapshot, with which the snapshot must agree. */
export type SnapshotOwner = {
  readonly id: string;
  /** Missing for a document in the trash, whose row does not have it. */
  readonly version?: number;
};

/** Also thrown for a working copy. The message is for the log and the doctor. */
export class CorruptSnapshot extends Error {}

export type OnCorrupt = (error: CorruptSnapshot) => void;

export function describeSnapshot(name: Name, { id, version }: SnapshotOwner): string {
  return version === undefined
    ? `the ${name} ${id} in the trash`
    : `version ${version} in the history of the ${name} ${id}`;
}

export function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Leaves out values, which may be long or private. */
export function reasonOf(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join('.')} is missing or not valid`;
}

export function unreadable(name: Name, owner: SnapshotOwner, why: string): CorruptSnapshot {
  return new CorruptSnapshot(`${describeSnapshot(name, owner)} cannot be read: ${why}`);
}

/**
 * The schema is `stored` or `summary` of the kind. Snapshots may come from any version: unknown fields are dropped, and
 * missing ones get their default.
 */
export function readSnapshot<Fields>(
  { name, complete }: Pick<DocumentKind, 'name' | 'complete'>,
  schema: z.ZodType<Fields>,
  text: string,
  { storedAt, ...owner }: SnapshotOwner & { readonly storedAt: string },
): Fields {
  const { id, version } = owner;
  const stored = parseObject(text);
  if (!stored) throw unreadable(name, owner, 'it is not a JSON object');
  const found = { id, version, ...stored };
  const parsed = schema.safeParse(complete(found, storedAt));
  if (!parsed.success) throw unreadable(name, owner, reasonOf(parsed.error));
  if (found.id !== id) throw unreadable(name, owner, `it belongs to another ${name}`);
  if (version !== undefined && found.version !== version)
    throw unreadable(name, owner, 'it belongs to another version');
  return parsed.data;
}

export function summaryOf<Stored extends { content: unknown }>(stored: Stored): string {
  const { content: _, ...summary } = stored;
  return JSON.stringify(summary);
}

export function explainCorruptSnapshot(error: unknown, what: string): unknown {
  if (!(error instanceof CorruptSnapshot)) return error;
  return new ProblemError(
    'unavailable',
    `${what} is damaged and cannot be read. Everything else is intact. Run npm run doctor for details.`,
    { cause: error },
  );
}

/** Calls `onCorrupt` and returns undefined if it cannot be read. */
export function tryToRead<Result>(read: () => Result, onCorrupt: OnCorrupt): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CorruptSnapshot)) throw error;
    onCorrupt(error);
    return undefined;
  }
}
