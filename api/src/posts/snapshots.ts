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

function describeOwner({ id, version }: SnapshotOwner): string {
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

/** Snapshots may come from any version: unknown fields are dropped, missing ones get their default. */
export function readSnapshot(text: string, owner: SnapshotOwner): Snapshot {
  const { id, version, at } = owner;
  const corrupt = (why: string) =>
    new CorruptSnapshot(`${describeOwner(owner)} cannot be read: ${why}`);
  const stored = parseObject(text);
  if (!stored) throw corrupt('it is not a JSON object');
  // The first release did not store slug_chosen.
  const filled = { ...postDefaults(at), id, version, slug_chosen: false, ...stored };
  const read = storedPost.safeParse(filled);
  if (!read.success) throw corrupt(reasonOf(read.error));
  const snapshot = read.data;
  if (snapshot.id !== id) throw corrupt('it belongs to another post');
  if (version !== undefined && snapshot.version !== version)
    throw corrupt('it belongs to another version');
  // Without a date, it would be in no list.
  if (snapshot.published) snapshot.published_at ??= snapshot.created_at;
  return snapshot;
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

export function tryToReadSnapshot(
  text: string,
  owner: SnapshotOwner,
  onCorrupt: OnCorrupt,
): Snapshot | undefined {
  try {
    return readSnapshot(text, owner);
  } catch (error) {
    if (!(error instanceof CorruptSnapshot)) throw error;
    onCorrupt(error);
    return undefined;
  }
}
