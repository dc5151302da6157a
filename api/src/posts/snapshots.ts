import { post, postDefaults } from '@longhand/contract/posts';
import { z } from 'zod';
import { ProblemError } from '../http/problem.ts';

/** From the row of the snapshot, which must agree with it. */
export type SnapshotOwner = {
  readonly id: string;
  /** Not stored in the row of a post in the trash. */
  readonly version?: number;
  /** When the snapshot was stored. */
  readonly at: string;
};

/** Also of a working copy. Its message is for the log and the doctor. */
export class CorruptSnapshot extends Error {}

export type OnCorrupt = (error: CorruptSnapshot) => void;

const storedPost = z.object({ ...post.shape, slug_chosen: z.boolean() });

export type Snapshot = z.infer<typeof storedPost>;

const storedSummary = storedPost.omit({ content: true });

type SnapshotSummary = z.infer<typeof storedSummary>;

function describeOwner({ id, version }: Omit<SnapshotOwner, 'at'>): string {
  return version === undefined
    ? `the post ${id} in the trash`
    : `version ${version} in the history of the post ${id}`;
}

export function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Without values, which may be long or private. */
export function reasonOf(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join('.')} is missing or not what it should be`;
}

export function unreadable(owner: Omit<SnapshotOwner, 'at'>, why: string): CorruptSnapshot {
  return new CorruptSnapshot(`${describeOwner(owner)} cannot be read: ${why}`);
}

/** Snapshots may come from any version: unknown fields are dropped, missing ones get their default. */
function read<Fields extends SnapshotSummary>(
  text: string,
  schema: z.ZodType<Fields>,
  owner: SnapshotOwner,
): Fields {
  const { id, version, at } = owner;
  const stored = parseObject(text);
  if (!stored) throw unreadable(owner, 'it is not a JSON object');
  // The first release did not store slug_chosen.
  const filled = { ...postDefaults(at), id, version, slug_chosen: false, ...stored };
  const parsed = schema.safeParse(filled);
  if (!parsed.success) throw unreadable(owner, reasonOf(parsed.error));
  const snapshot = parsed.data;
  if (snapshot.id !== id) throw unreadable(owner, 'it belongs to another post');
  if (version !== undefined && snapshot.version !== version)
    throw unreadable(owner, 'it belongs to another version');
  // Without a date, it would be in no list.
  if (snapshot.published) snapshot.published_at ??= snapshot.created_at;
  return snapshot;
}

export function readSnapshot(text: string, owner: SnapshotOwner): Snapshot {
  return read(text, storedPost, owner);
}

/** Of the text that `summaryOf` has made. */
export function readSnapshotSummary(text: string, owner: SnapshotOwner): SnapshotSummary {
  return read(text, storedSummary, owner);
}

/** What a list shows of a snapshot. */
export function summaryOf<Stored extends { content: unknown }>(stored: Stored): string {
  const { content: _, ...summary } = stored;
  return JSON.stringify(summary);
}

/** Other errors are returned unchanged. */
export function explainCorruptSnapshot(error: unknown, what: string): unknown {
  if (!(error instanceof CorruptSnapshot)) return error;
  return new ProblemError(
    'unavailable',
    `${what} is damaged and cannot be read. Everything else is as it was. npm run doctor says more.`,
    { cause: error },
  );
}

/** Undefined, after the call, for one that cannot be read. */
export function tryToRead<Result>(read: () => Result, onCorrupt: OnCorrupt): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CorruptSnapshot)) throw error;
    onCorrupt(error);
    return undefined;
  }
}
