import { post, postDefaults } from '@longhand/contract/posts';
import { z } from 'zod';
import { ProblemError } from '../http/problem.ts';

/** What is known of a post beside its snapshot, which may not say otherwise. */
export type SnapshotOwner = {
  readonly id: string;
  /** Of a post in the trash, only its snapshot says the version. */
  readonly version?: number;
  /** When the snapshot was put away. */
  readonly at: string;
};

/** Its message names the post and what is wrong, for the log and the doctor. */
export class DamagedSnapshot extends Error {}

/** Told of what cannot be read and is left out. */
export type OnDamage = (error: DamagedSnapshot) => void;

const storedPost = z.object({ ...post.shape, slug_chosen: z.boolean() });

/** A post, and whether somebody asked for its slug, of which a history knows nothing. */
export type Snapshot = z.infer<typeof storedPost>;

function describeOwner({ id, version }: SnapshotOwner): string {
  return version === undefined
    ? `the post ${id} in the trash`
    : `version ${version} in the history of the post ${id}`;
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The first thing that is wrong, without the values, which may be long or private. */
function reasonOf(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join('.')} is missing or not what it should be`;
}

/**
 * Reads a post as it was stored, by whichever version of the software: fields that this one does not
 * know are dropped, those that it has no value for get their default.
 */
export function readSnapshot(text: string, owner: SnapshotOwner): Snapshot {
  const { id, version, at } = owner;
  const damaged = (why: string) =>
    new DamagedSnapshot(`${describeOwner(owner)} cannot be read: ${why}`);
  const stored = parseObject(text);
  if (!stored) throw damaged('it is not a JSON object');
  // Only the first version of the software did not keep who chose the slug.
  const filled = { ...postDefaults(at), id, version, slug_chosen: false, ...stored };
  const read = storedPost.safeParse(filled);
  if (!read.success) throw damaged(reasonOf(read.error));
  const snapshot = read.data;
  if (snapshot.id !== id) throw damaged('it belongs to another post');
  if (version !== undefined && snapshot.version !== version)
    throw damaged('it belongs to another version');
  // Without, it would be published and in no list.
  if (snapshot.published) snapshot.published_at ??= snapshot.created_at;
  return snapshot;
}

/** What somebody is told who asked for `what`, where that is damaged; any other error as it is. */
export function explainDamage(error: unknown, what: string): unknown {
  if (!(error instanceof DamagedSnapshot)) return error;
  return new ProblemError(
    'unavailable',
    `${what} is damaged and cannot be read. Everything else is as it was. npm run doctor says more.`,
    { cause: error },
  );
}

/** The same, or undefined for one that is damaged, which is told to `onDamage`. */
export function tryToReadSnapshot(
  text: string,
  owner: SnapshotOwner,
  onDamage: OnDamage,
): Snapshot | undefined {
  try {
    return readSnapshot(text, owner);
  } catch (error) {
    if (!(error instanceof DamagedSnapshot)) throw error;
    onDamage(error);
    return undefined;
  }
}
