import { isDeepStrictEqual } from 'node:util';
import type { Post, PostInput } from '@longhand/contract/posts/posts';
import type { WorkingCopy, WorkingCopyInput } from '@longhand/contract/working-copies';
import { findDatabaseProblems, type TestLocation } from '../test-support/database-problems.ts';
import { type WriteKind, type Writer, wordOf } from './kill-writers.ts';
import {
  type Found,
  findListProblems,
  readStored,
  readUploads,
  type Stored,
} from './stored-state.ts';

/** A post as acknowledged by the last response. */
export type Known = {
  readonly post: Post;
  readonly inTrash: boolean;
  /** Every replaced version, oldest first. */
  readonly history: readonly Post[];
};

/** The working copy that a post is saved from, which goes with it. */
type Saves = { readonly copy?: WorkingCopy | undefined };

/** A write without a response. */
export type Unanswered =
  | ({ readonly kind: 'create'; readonly input: PostInput } & Saves)
  | ({ readonly kind: 'update'; readonly before: Known; readonly input: PostInput } & Saves)
  | { readonly kind: 'delete'; readonly before: Known }
  | { readonly kind: 'restore'; readonly before: Known };

export type CopyWrite = {
  readonly kind: 'working copy';
  readonly id: string;
  readonly replaced: WorkingCopy | undefined;
  readonly input: WorkingCopyInput;
};

type Verdict = {
  readonly outcome: 'complete' | 'absent' | 'partial';
  readonly problems: readonly string[];
};

/** Compares what the public sees with what is stored. */
function findPublicProblems(found: Found): string[] {
  const { post, api, page, apiVersion, foundBySearch } = found;
  const isPublic = post.published && !found.inTrash;
  const status = isPublic ? 200 : 404;
  const problems: string[] = [];
  if (api !== status) problems.push(`the API answers ${api} instead of ${status}`);
  if (page !== status) problems.push(`its page answers ${page} instead of ${status}`);
  if (isPublic && apiVersion !== post.version) problems.push('the API answers another version');
  if (foundBySearch !== isPublic)
    problems.push(isPublic ? 'the search does not find it' : 'the search finds it');
  return problems;
}

function samePost(known: Post, found: Found['post']): boolean {
  const { content, ...summary } = known;
  const { content: foundContent = content, ...foundSummary } = found;
  return content === foundContent && isDeepStrictEqual(summary, foundSummary);
}

/** The differences from the last acknowledged state. */
export function compare(known: Known, found: Found | undefined): string[] {
  if (!found) return ['it is gone'];
  const problems: string[] = [];
  if (!samePost(known.post, found.post))
    problems.push(
      `version ${known.post.version} was acknowledged, but ${found.post.version} is there, or with other fields`,
    );
  if (known.inTrash !== found.inTrash)
    problems.push(found.inTrash ? 'it is in the trash' : 'it is not in the trash');
  if (!isDeepStrictEqual(known.history, found.history))
    problems.push('its history is not every version that was replaced');
  return [...problems, ...findPublicProblems(found)];
}

function hasAllOf(input: PostInput, post: Found['post']): boolean {
  return Object.entries(input).every(([field, value]) =>
    isDeepStrictEqual(post[field as keyof Post], value),
  );
}

/** The differences from the state after a completed write. */
function findDoneProblems(write: Unanswered, found: Found): string[] {
  if (write.kind === 'create' || write.kind === 'update') {
    const version = write.kind === 'create' ? 1 : write.before.post.version + 1;
    const history = write.kind === 'create' ? [] : [...write.before.history, write.before.post];
    const problems = findPublicProblems(found);
    if (found.post.version !== version) problems.push(`it has version ${found.post.version}`);
    if (!hasAllOf(write.input, found.post)) problems.push('it has not all that was sent');
    if (!isDeepStrictEqual(history, found.history)) problems.push('its history does not fit');
    return problems;
  }
  const after = { ...write.before, inTrash: write.kind === 'delete' };
  return compare(after, found);
}

/** A write without a response may be done or not; everything in between is partial. */
export function judge(write: Unanswered, found: Found | undefined): Verdict {
  if (write.kind === 'create' && !found) return { outcome: 'absent', problems: [] };
  const asBefore = write.kind === 'create' ? ['it is there'] : compare(write.before, found);
  if (asBefore.length === 0) return { outcome: 'absent', problems: [] };
  const asDone = found ? findDoneProblems(write, found) : asBefore;
  if (asDone.length === 0) return { outcome: 'complete', problems: [] };
  return { outcome: 'partial', problems: [...new Set([...asBefore, ...asDone])] };
}

/** The same for a write of a working copy. */
export function judgeCopy({ replaced, input }: CopyWrite, found: WorkingCopy | undefined): Verdict {
  if (isDeepStrictEqual(replaced, found)) return { outcome: 'absent', problems: [] };
  if (!found) return { outcome: 'partial', problems: ['it is gone'] };
  const { base_version, form, version } = found;
  const isNext = !replaced || version === replaced.version + 1;
  if (isNext && isDeepStrictEqual({ base_version, form }, input))
    return { outcome: 'complete', problems: [] };
  return { outcome: 'partial', problems: ['it is neither as it was before nor as it was sent'] };
}

/** The difference from the last acknowledged state, if any. */
export function compareCopy(known: WorkingCopy, found: WorkingCopy | undefined) {
  if (!found) return 'it is gone';
  if (isDeepStrictEqual(known, found)) return undefined;
  return `version ${known.version} was acknowledged, but ${found.version} is there, or with another form`;
}

export function emptyNumbers() {
  return {
    acknowledged: new Map<WriteKind, number>(),
    unanswered: { complete: 0, absent: 0, partial: 0 },
    /** Acknowledged, but missing or different now. */
    lost: 0,
    /** Of them, working copies. */
    lostCopies: 0,
    /** Uploads under their final name with other content. */
    corruptUploads: 0,
    problems: [] as string[],
  };
}

export type KillNumbers = ReturnType<typeof emptyNumbers>;

export type Trial = {
  readonly numbers: KillNumbers;
  readonly writers: readonly Writer[];
  readonly location: TestLocation;
  /** Uploads without an acknowledgement. */
  readonly strays: Set<string>;
};

async function checkUnanswered(writer: Writer, stored: Stored, numbers: KillNumbers) {
  const write = writer.unanswered;
  if (!write || write.kind === 'upload') return;
  const count = ({ outcome, problems }: Verdict) => {
    numbers.unanswered[outcome] += 1;
    numbers.problems.push(...problems.map((problem) => `unanswered ${write.kind}: ${problem}`));
    return outcome === 'complete';
  };
  // The writer continues from a state that is complete.
  if (write.kind === 'working copy') {
    const copy = stored.copies.get(write.id);
    if (count(judgeCopy(write, copy)) && copy) writer.copies.set(write.id, copy);
    return;
  }
  const found = await stored.observe((post) =>
    write.kind === 'create'
      ? wordOf(post) === wordOf(write.input)
      : post.id === write.before.post.id,
  );
  const isComplete = count(judge(write, found));
  if ('before' in write) writer.touched.delete(write.before.post.id);
  if (!found || !isComplete) return;
  const { content } = 'input' in write ? write.input : write.before.post;
  writer.posts.set(found.post.id, { ...found, post: { content, ...found.post } });
  if ('copy' in write && write.copy) writer.copies.delete(write.copy.id);
}

async function checkAcknowledged(writer: Writer, stored: Stored, numbers: KillNumbers) {
  for (const id of writer.touched) {
    const known = writer.posts.get(id) as Known;
    const problems = compare(known, await stored.observe((post) => post.id === id));
    if (problems.length === 0) continue;
    numbers.lost += 1;
    numbers.problems.push(`${wordOf(known.post)}: ${problems.join('; ')}`);
  }
  writer.touched.clear();
}

/** After the unanswered writes: a post that was saved from a working copy has none. */
function checkCopies({ writers, numbers }: Trial, stored: Stored): void {
  const known = new Map(writers.flatMap(({ copies }) => [...copies]));
  for (const [id, copy] of known) {
    const problem = compareCopy(copy, stored.copies.get(id));
    if (!problem) continue;
    numbers.lost += 1;
    numbers.lostCopies += 1;
    numbers.problems.push(`the working copy ${id}: ${problem}`);
  }
  for (const id of stored.copies.keys())
    if (!known.has(id)) numbers.problems.push(`the working copy ${id} is still there`);
}

/** Only the response tells an upload's name, so unacknowledged ones are only counted. */
function checkUploads({ writers, numbers, location, strays }: Trial): void {
  const uploads = readUploads(location.dataDir);
  const acknowledged = new Set(writers.flatMap((writer) => [...writer.uploads]));
  for (const [name, isIntact] of uploads) {
    if (isIntact) continue;
    numbers.corruptUploads += 1;
    numbers.problems.push(`the upload ${name} is damaged`);
  }
  for (const url of acknowledged) {
    if (uploads.has(url.slice('/uploads/'.length))) continue;
    numbers.lost += 1;
    numbers.problems.push(`the upload ${url} is gone`);
  }
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
  numbers.acknowledged.clear();
  for (const writer of writers) {
    await checkUnanswered(writer, stored, numbers);
    await checkAcknowledged(writer, stored, numbers);
    numbers.problems.push(...writer.refusals.splice(0));
    for (const [kind, times] of writer.acknowledged)
      numbers.acknowledged.set(kind, (numbers.acknowledged.get(kind) ?? 0) + times);
  }
  checkCopies(trial, stored);
  checkUploads(trial);
  for (const writer of writers) writer.unanswered = undefined;
  numbers.problems.push(
    ...(await findListProblems(site, stored)),
    ...(await findDatabaseProblems(location)),
  );
}
