import type { z } from 'zod';
import { CorruptSnapshot, parseObject, reasonOf } from '../posts/snapshots.ts';
import { type StoredPage, storedPage } from './stored-page.ts';

/** From the row of the snapshot, which must agree with it. */
export type SnapshotOwner = {
  readonly id: string;
  /** Not stored in the row of a page in the trash. */
  readonly version?: number;
};

const storedSummary = storedPage.omit({ content: true });

export type PageSnapshotSummary = z.infer<typeof storedSummary>;

function describeOwner({ id, version }: SnapshotOwner): string {
  return version === undefined
    ? `the page ${id} in the trash`
    : `version ${version} in the history of the page ${id}`;
}

export function unreadable(owner: SnapshotOwner, why: string): CorruptSnapshot {
  return new CorruptSnapshot(`${describeOwner(owner)} cannot be read: ${why}`);
}

/** Snapshots may come from any version: unknown fields are dropped. */
function read<Fields extends PageSnapshotSummary>(
  text: string,
  schema: z.ZodType<Fields>,
  owner: SnapshotOwner,
): Fields {
  const { id, version } = owner;
  const stored = parseObject(text);
  if (!stored) throw unreadable(owner, 'it is not a JSON object');
  const parsed = schema.safeParse(stored);
  if (!parsed.success) throw unreadable(owner, reasonOf(parsed.error));
  if (parsed.data.id !== id) throw unreadable(owner, 'it belongs to another page');
  if (version !== undefined && parsed.data.version !== version)
    throw unreadable(owner, 'it belongs to another version');
  return parsed.data;
}

export function readPageSnapshot(text: string, owner: SnapshotOwner): StoredPage {
  return read(text, storedPage, owner);
}

/** Of the text that `summaryOf` has made. */
export function readPageSnapshotSummary(text: string, owner: SnapshotOwner): PageSnapshotSummary {
  return read(text, storedSummary, owner);
}
