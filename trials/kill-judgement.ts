import { findDatabaseProblems, type TestLocation } from '../test-support/database-problems.ts';
import { findListProblems, readStored, readUploads, type Stored } from './kill-findings.ts';
import {
  type CopyWrite,
  compare,
  compareCopy,
  type Found,
  judge,
  judgeCopy,
  type Unanswered,
} from './kill-verdict.ts';
import { type WriteKind, type Writer, wordOf } from './kill-writers.ts';

/** After the kill of a worker, the others go on for a moment before all are killed. */
export const TARGETS = ['the only process', 'all processes', 'the primary', 'a worker'] as const;
export type Target = (typeof TARGETS)[number];

export type KillNumbers = {
  readonly kills: Map<Target, number>;
  readonly acknowledged: Map<WriteKind, number>;
  readonly unanswered: { complete: number; absent: number; partial: number };
  /** Acknowledged, but missing or different now. */
  lost: number;
  /** Of them, working copies. */
  lostCopies: number;
  /** Uploads under their final name with other content. */
  corruptUploads: number;
  readonly problems: string[];
};

export function emptyNumbers(): KillNumbers {
  return {
    kills: new Map(),
    acknowledged: new Map(),
    unanswered: { complete: 0, absent: 0, partial: 0 },
    lost: 0,
    lostCopies: 0,
    corruptUploads: 0,
    problems: [],
  };
}

export function countAcknowledged({ acknowledged }: KillNumbers, writers: readonly Writer[]): void {
  acknowledged.clear();
  for (const writer of writers)
    for (const [kind, times] of writer.acknowledged)
      acknowledged.set(kind, (acknowledged.get(kind) ?? 0) + times);
}

export type Trial = {
  readonly numbers: KillNumbers;
  readonly writers: readonly Writer[];
  readonly location: TestLocation;
  /** Uploads without an acknowledgement. */
  readonly strays: Set<string>;
};

function fail(numbers: KillNumbers, kind: 'lost' | 'corruptUploads', problem: string): void {
  numbers[kind] += 1;
  numbers.problems.push(problem);
}

function findTarget(write: Unanswered, { posts }: Stored) {
  if (write.kind !== 'create') return posts.find(({ post }) => post.id === write.before.post.id);
  return posts.find(({ post }) => wordOf(post) === wordOf(write.input));
}

function judgeUnansweredCopy(
  write: CopyWrite,
  { copies }: Writer,
  stored: Stored,
  numbers: KillNumbers,
): void {
  const found = stored.copies.get(write.id);
  const { outcome, problems } = judgeCopy(write, found);
  numbers.unanswered[outcome] += 1;
  numbers.problems.push(...problems.map((problem) => `unanswered ${write.kind}: ${problem}`));
  if (found && outcome === 'complete') copies.set(write.id, found);
}

async function judgeUnanswered(writer: Writer, stored: Stored, numbers: KillNumbers) {
  const write = writer.unanswered;
  if (!write || write.kind === 'upload') return;
  if (write.kind === 'working copy') return judgeUnansweredCopy(write, writer, stored, numbers);
  const target = findTarget(write, stored);
  const found = target && (await stored.observe(target));
  const { outcome, problems } = judge(write, found);
  numbers.unanswered[outcome] += 1;
  numbers.problems.push(...problems.map((problem) => `unanswered ${write.kind}: ${problem}`));
  const id = found?.post.id ?? (write.kind === 'create' ? undefined : write.before.post.id);
  if (id) writer.touched.delete(id);
  // The writer continues from this state.
  if (found && outcome === 'complete') {
    const content =
      write.kind === 'create' || write.kind === 'update'
        ? write.input.content
        : write.before.post.content;
    writer.posts.set(found.post.id, { ...found, post: { content, ...found.post } });
    if ('copy' in write && write.copy) writer.copies.delete(write.copy.id);
  }
}

async function judgeAcknowledged(writer: Writer, stored: Stored, numbers: KillNumbers) {
  const byId = new Map(stored.posts.map((entry) => [entry.post.id, entry]));
  for (const id of writer.touched) {
    const known = writer.posts.get(id);
    const target = byId.get(id);
    const found: Found | undefined = target && (await stored.observe(target));
    if (!known) continue;
    const problems = compare(known, found);
    if (problems.length > 0) fail(numbers, 'lost', `${wordOf(known.post)}: ${problems.join('; ')}`);
  }
  writer.touched.clear();
}

/** After the unanswered writes: a post that was saved from a working copy has none. */
function judgeCopies({ writers, numbers }: Trial, stored: Stored): void {
  const known = new Map(writers.flatMap(({ copies }) => [...copies]));
  for (const [id, copy] of known) {
    const problems = compareCopy(copy, stored.copies.get(id));
    if (problems.length === 0) continue;
    numbers.lostCopies += 1;
    fail(numbers, 'lost', `the working copy ${id}: ${problems.join('; ')}`);
  }
  for (const id of stored.copies.keys())
    if (!known.has(id)) numbers.problems.push(`the working copy ${id} is still there`);
}

/** Only the response tells an upload's name, so unacknowledged ones are only counted. */
function judgeUploads({ writers, numbers, location, strays }: Trial): void {
  const uploads = readUploads(location.dataDir);
  for (const [name, isIntact] of uploads)
    if (!isIntact) fail(numbers, 'corruptUploads', `the upload ${name} is damaged`);
  const acknowledged = new Set(writers.flatMap((writer) => [...writer.uploads.keys()]));
  for (const url of acknowledged)
    if (!uploads.has(url.slice('/uploads/'.length)))
      fail(numbers, 'lost', `the upload ${url} is gone`);
  const unanswered = writers.filter((writer) => writer.unanswered?.kind === 'upload').length;
  const names = [...uploads.keys()].filter((name) => !acknowledged.has(`/uploads/${name}`));
  const complete = names.filter((name) => !strays.has(name)).length;
  for (const name of names) strays.add(name);
  numbers.unanswered.complete += complete;
  numbers.unanswered.absent += Math.max(0, unanswered - complete);
}

export async function checkAll(trial: Trial, site: string, headers: Record<string, string>) {
  const { writers, numbers, location } = trial;
  const stored = await readStored(site, location, headers);
  for (const writer of writers) {
    await judgeUnanswered(writer, stored, numbers);
    await judgeAcknowledged(writer, stored, numbers);
    numbers.problems.push(...writer.refusals.splice(0));
  }
  judgeCopies(trial, stored);
  judgeUploads(trial);
  for (const writer of writers) writer.unanswered = undefined;
  numbers.problems.push(
    ...(await findListProblems(site, stored)),
    ...(await findDatabaseProblems(location)),
  );
}
