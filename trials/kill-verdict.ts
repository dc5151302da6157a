import { isDeepStrictEqual } from 'node:util';
import type { Post, PostInput } from '@longhand/contract/posts';

/** A post as its writer knows it from the last answer: nothing of it may ever be different. */
export type Known = {
  readonly post: Post;
  readonly inTrash: boolean;
  /** Every replaced version, oldest first. */
  readonly history: readonly Post[];
};

/** A post as it was found after a kill, in all the places where it can be seen. */
export type Found = {
  /** Without its content where it is in the trash. */
  readonly post: Omit<Post, 'content'> & { readonly content?: string };
  readonly inTrash: boolean;
  readonly history: readonly Post[];
  /** What anybody gets of it: the answers' statuses, and whether its own word finds it. */
  readonly api: number;
  readonly page: number;
  readonly apiVersion: number | null;
  readonly foundByItsWord: boolean;
};

/** A write whose answer never came. */
export type Unanswered =
  | { readonly kind: 'create'; readonly input: PostInput }
  | { readonly kind: 'update'; readonly before: Known; readonly input: PostInput }
  | { readonly kind: 'delete'; readonly before: Known }
  | { readonly kind: 'restore'; readonly before: Known };

export type Verdict = {
  readonly outcome: 'whole' | 'absent' | 'half';
  readonly mistakes: readonly string[];
};

/** What the public sees must fit what is stored, whichever state that is. */
export function publicMistakes(found: Found): string[] {
  const { post, api, page, apiVersion, foundByItsWord } = found;
  const isPublic = post.published && !found.inTrash;
  const status = isPublic ? 200 : 404;
  const mistakes: string[] = [];
  if (api !== status) mistakes.push(`the API answers ${api} instead of ${status}`);
  if (page !== status) mistakes.push(`its page answers ${page} instead of ${status}`);
  if (isPublic && apiVersion !== post.version) mistakes.push('the API answers another version');
  if (foundByItsWord !== isPublic)
    mistakes.push(isPublic ? 'the search does not find it' : 'the search finds it');
  return mistakes;
}

function samePost(known: Post, found: Found['post']): boolean {
  const { content, ...summary } = known;
  const { content: foundContent = content, ...foundSummary } = found;
  return content === foundContent && isDeepStrictEqual(summary, foundSummary);
}

/** What is not as the last answer said; empty where everything is. */
export function compare(known: Known, found: Found | undefined): string[] {
  if (!found) return ['it is gone'];
  const mistakes: string[] = [];
  if (!samePost(known.post, found.post))
    mistakes.push(
      `version ${known.post.version} was acknowledged, but ${found.post.version} is there, or with other fields`,
    );
  if (known.inTrash !== found.inTrash)
    mistakes.push(found.inTrash ? 'it is in the trash' : 'it is not in the trash');
  if (!isDeepStrictEqual(known.history, found.history))
    mistakes.push('its history is not every version that was replaced');
  return [...mistakes, ...publicMistakes(found)];
}

/** Whether a post has all that was sent; what was left out cannot be judged by it. */
function hasAllOf(input: PostInput, post: Found['post']): boolean {
  return Object.entries(input).every(([field, value]) =>
    isDeepStrictEqual(post[field as keyof Post], value),
  );
}

/** What a write that was done leaves behind, as far as its writer can tell. */
function doneMistakes(write: Unanswered, found: Found): string[] {
  if (write.kind === 'create' || write.kind === 'update') {
    const version = write.kind === 'create' ? 1 : write.before.post.version + 1;
    const history = write.kind === 'create' ? [] : [...write.before.history, write.before.post];
    const mistakes = publicMistakes(found);
    if (found.post.version !== version) mistakes.push(`it has version ${found.post.version}`);
    if (!hasAllOf(write.input, found.post)) mistakes.push('it has not all that was sent');
    if (!isDeepStrictEqual(history, found.history)) mistakes.push('its history does not fit');
    return mistakes;
  }
  const after = { ...write.before, inTrash: write.kind === 'delete' };
  return compare(after, found);
}

/** A write without an answer may be done, or not; everything in between is half. */
export function judge(write: Unanswered, found: Found | undefined): Verdict {
  if (write.kind === 'create' && !found) return { outcome: 'absent', mistakes: [] };
  const asBefore = write.kind === 'create' ? ['it is there'] : compare(write.before, found);
  if (asBefore.length === 0) return { outcome: 'absent', mistakes: [] };
  const asDone = found ? doneMistakes(write, found) : asBefore;
  if (asDone.length === 0) return { outcome: 'whole', mistakes: [] };
  return { outcome: 'half', mistakes: [...new Set([...asBefore, ...asDone])] };
}
