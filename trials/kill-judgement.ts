import { findDatabaseProblems, type TestLocation } from '../test-support/database-problems.ts';
import { listMistakes, readStored, readUploads, type Stored } from './kill-findings.ts';
import { compare, type Found, judge, type Unanswered } from './kill-verdict.ts';
import { type WriteKind, type Writer, wordOf } from './kill-writers.ts';

/** Whom a kill meets. Where a worker dies, the others write on, until everybody is killed. */
export const TARGETS = ['the only process', 'all processes', 'the primary', 'a worker'] as const;
export type Target = (typeof TARGETS)[number];

export type KillNumbers = {
  readonly kills: Map<Target, number>;
  readonly acknowledged: Map<WriteKind, number>;
  readonly unanswered: { whole: number; absent: number; half: number };
  /** Acknowledged, and not there as it was acknowledged. */
  lost: number;
  /** Uploads under their final name whose bytes are not what was uploaded. */
  damagedUploads: number;
  readonly mistakes: string[];
};

export function noNumbers(): KillNumbers {
  return {
    kills: new Map(),
    acknowledged: new Map(),
    unanswered: { whole: 0, absent: 0, half: 0 },
    lost: 0,
    damagedUploads: 0,
    mistakes: [],
  };
}

/** Counts anew what the writers have been promised so far. */
export function countAcknowledged({ acknowledged }: KillNumbers, writers: readonly Writer[]): void {
  acknowledged.clear();
  for (const writer of writers)
    for (const [kind, times] of writer.acknowledged)
      acknowledged.set(kind, (acknowledged.get(kind) ?? 0) + times);
}

export type Trial = {
  readonly numbers: KillNumbers;
  readonly writers: readonly Writer[];
  readonly place: TestLocation;
  /** Uploads that are there though nobody was told. */
  readonly strays: Set<string>;
};

function fail(numbers: KillNumbers, kind: 'lost' | 'damagedUploads', mistake: string): void {
  numbers[kind] += 1;
  numbers.mistakes.push(mistake);
}

/** The post that an unanswered write was about, as it is now. */
function findFor(write: Unanswered, { posts }: Stored) {
  if (write.kind !== 'create') return posts.find(({ post }) => post.id === write.before.post.id);
  return posts.find(({ post }) => wordOf(post) === wordOf(write.input));
}

async function judgeUnanswered(writer: Writer, stored: Stored, numbers: KillNumbers) {
  const write = writer.unanswered;
  if (!write || write.kind === 'upload') return;
  const stands = findFor(write, stored);
  const found = stands && (await stored.look(stands));
  const { outcome, mistakes } = judge(write, found);
  numbers.unanswered[outcome] += 1;
  numbers.mistakes.push(...mistakes.map((mistake) => `unanswered ${write.kind}: ${mistake}`));
  const id = found?.post.id ?? (write.kind === 'create' ? undefined : write.before.post.id);
  if (id) writer.touched.delete(id);
  // What came out is what the writer goes on from.
  if (found && outcome === 'whole') {
    const content =
      write.kind === 'create' || write.kind === 'update'
        ? write.input.content
        : write.before.post.content;
    writer.posts.set(found.post.id, { ...found, post: { content, ...found.post } });
  }
}

async function judgeAcknowledged(writer: Writer, stored: Stored, numbers: KillNumbers) {
  const byId = new Map(stored.posts.map((each) => [each.post.id, each]));
  for (const id of writer.touched) {
    const known = writer.posts.get(id);
    const stands = byId.get(id);
    const found: Found | undefined = stands && (await stored.look(stands));
    if (!known) continue;
    const mistakes = compare(known, found);
    if (mistakes.length > 0) fail(numbers, 'lost', `${wordOf(known.post)}: ${mistakes.join('; ')}`);
  }
  writer.touched.clear();
}

/** Which name an upload would have had only its answer could tell: so those are counted. */
function judgeUploads({ writers, numbers, place, strays }: Trial): void {
  const uploads = readUploads(place.dataDir);
  for (const [name, whole] of uploads)
    if (!whole) fail(numbers, 'damagedUploads', `the upload ${name} is damaged`);
  const acknowledged = new Set(writers.flatMap((writer) => [...writer.uploads.keys()]));
  for (const url of acknowledged)
    if (!uploads.has(url.slice('/uploads/'.length)))
      fail(numbers, 'lost', `the upload ${url} is gone`);
  const unanswered = writers.filter((writer) => writer.unanswered?.kind === 'upload').length;
  const names = [...uploads.keys()].filter((name) => !acknowledged.has(`/uploads/${name}`));
  const whole = names.filter((name) => !strays.has(name)).length;
  for (const name of names) strays.add(name);
  numbers.unanswered.whole += whole;
  numbers.unanswered.absent += Math.max(0, unanswered - whole);
}

/** Compares all that was promised with what is there now. */
export async function judgeAll(trial: Trial, site: string, headers: Record<string, string>) {
  const { writers, numbers, place } = trial;
  const stored = await readStored(site, place, headers);
  for (const writer of writers) {
    await judgeUnanswered(writer, stored, numbers);
    await judgeAcknowledged(writer, stored, numbers);
    numbers.mistakes.push(...writer.refusals.splice(0));
  }
  judgeUploads(trial);
  for (const writer of writers) writer.unanswered = undefined;
  numbers.mistakes.push(
    ...(await listMistakes(site, stored)),
    ...(await findDatabaseProblems(place)),
  );
}
