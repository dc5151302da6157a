import { isDeepStrictEqual } from 'node:util';
import type { Post, PostInput } from '@longhand/contract/posts';
import type { WorkingCopy, WorkingCopyInput } from '@longhand/contract/working-copies';

/** A post as acknowledged by the last response. */
export type Known = {
  readonly post: Post;
  readonly inTrash: boolean;
  /** Every replaced version, oldest first. */
  readonly history: readonly Post[];
};

/** A post after a kill, as stored and as seen by the public. */
export type Found = {
  /** Without its content where it is in the trash. */
  readonly post: Omit<Post, 'content'> & { readonly content?: string };
  readonly inTrash: boolean;
  readonly history: readonly Post[];
  /** The public's responses: statuses, and whether a search for its unique word finds it. */
  readonly api: number;
  readonly page: number;
  readonly apiVersion: number | null;
  readonly foundBySearch: boolean;
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

export type Verdict = {
  readonly outcome: 'complete' | 'absent' | 'partial';
  readonly problems: readonly string[];
};

/** Compares what the public sees with what is stored. */
export function findPublicProblems(found: Found): string[] {
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
export function compareCopy(known: WorkingCopy, found: WorkingCopy | undefined): string[] {
  if (!found) return ['it is gone'];
  if (isDeepStrictEqual(known, found)) return [];
  return [
    `version ${known.version} was acknowledged, but ${found.version} is there, or with another form`,
  ];
}
