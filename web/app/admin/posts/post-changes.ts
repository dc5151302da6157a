import { MAX_BULK_POSTS } from '@longhand/contract/limits';
import type { BulkChange, BulkInput, BulkOutcome } from '@longhand/contract/posts/bulk-changes';
import { POST_FIELDS } from '@longhand/contract/posts/post-fields';
import type { AdminPostSummary, Post } from '@longhand/contract/posts/posts';
import type { Problem } from '@longhand/contract/problems';
import { adminApi } from '../api/admin-api.ts';
import { AdminApiError, hasStatus, SessionOverError } from '../api/request.ts';
import { newKey } from '../document-editor/drafts/draft-store.ts';
import { withoutCopied } from '../document-editor/drafts/local-drafts.ts';
import { baselineOf } from '../document-editor/editor-state.ts';
import { compareForms, mergeForms } from '../document-editor/merge-forms.ts';
import { baselineAt, findStoredCopy } from '../document-editor/working-copy.ts';
import { POSTS } from '../post-editor/post-kind.ts';
import { changeSavedPost, findSavedPost } from '../post-editor/saved-post.ts';
import { EMPTY_FORM, toForm, toInput } from '../post-form/post-form.ts';
import type { ListedPost } from '../post-list/post-list.ts';
import { logFailure } from '../ui/alerts.ts';

// The others change saved posts and leave the working copies as they are.

const CHOOSE = 'It was also changed elsewhere. Open it in the editor to choose.';

/** Saves a draft as it was typed: to its writer, that is the draft. Undefined if nothing was typed since. */
export async function saveTyped(id: string): Promise<Post | undefined> {
  const post = await findSavedPost(id);
  const copy = await findStoredCopy(POSTS, id, toForm(post));
  if (!copy) return undefined;
  const { base } = await baselineAt(POSTS, post, copy.base_version);
  const saved = baselineOf(POSTS, post);
  const versions = { base, mine: copy.form, theirs: saved.form };
  if ([...compareForms(POSTS.fields, versions).values()].includes('choice'))
    throw new AdminApiError(`save ${id}`, 422, { detail: CHOOSE });
  const form = { ...mergeForms(POSTS.fields, versions, {}), published: false };
  const sent = await POSTS.send(form, saved, { creationKey: newKey(), copy });
  if ('error' in sent) throw sent.error;
  return sent.document;
}

/** Undefined for a deleted post. */
export type Changes = ReadonlyMap<string, AdminPostSummary | undefined>;

/** A scheduled post without its time is public at once. */
export async function publishPost(id: string): Promise<Post> {
  return changeSavedPost(await findSavedPost(id), () => ({ published: true, publish_at: '' }));
}

/**
 * Makes a draft of a post that exists only as a working copy. What only this browser has of it stays a local draft.
 */
export async function createFromCopy(id: string): Promise<Post> {
  const drafts = await POSTS.drafts.list();
  await withoutCopied(
    POSTS,
    drafts.filter(({ documentId, creationKey }) => documentId === null && creationKey === id),
  );
  return adminApi.createPostFromCopy(id);
}

export async function deletePost(id: string): Promise<undefined> {
  await adminApi.deletePost(id).catch((error) => {
    // A 404 means that another tab has deleted it already.
    if (!hasStatus(error, 404)) throw error;
  });
}

/** Waits and tries again while the server answers that there were too many writes. */
async function sendPart(body: BulkInput): Promise<BulkOutcome[]> {
  for (;;) {
    try {
      return (await adminApi.changePosts(body)).outcomes;
    } catch (error) {
      if (!hasStatus(error, 429)) throw error;
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfter ?? 5) * 1_000));
    }
  }
}

type ChangedPart = {
  readonly changes: Changes;
  readonly failures: readonly { readonly post: ListedPost; readonly error: unknown }[];
};

/** Posts that another tab has deleted are deleted. */
function isDeletedAlready({ kind }: BulkChange, { status }: Problem): boolean {
  return status === 404 && (kind === 'delete' || kind === 'delete_for_good');
}

async function changePart(change: BulkChange, part: readonly ListedPost[]): Promise<ChangedPart> {
  const byId = new Map(part.map((post) => [post.id, post]));
  const changes = new Map<string, AdminPostSummary | undefined>();
  const failures = [];
  for (const outcome of await sendPart({ ids: [...byId.keys()], change })) {
    const post = byId.get(outcome.id);
    if (outcome.outcome === 'done') changes.set(outcome.id, outcome.post ?? undefined);
    else if (isDeletedAlready(change, outcome.problem)) changes.set(outcome.id, undefined);
    else if (post) {
      const { problem } = outcome;
      const error = new AdminApiError(`${change.kind} ${post.id}`, problem.status, problem);
      logFailure(error);
      failures.push({ post, error });
    }
  }
  return { changes, failures };
}

/** Throws only if the session is over. A part that fails otherwise does not stop the others. */
export async function* changeInParts(
  change: BulkChange,
  posts: readonly ListedPost[],
): AsyncGenerator<ChangedPart> {
  for (let first = 0; first < posts.length; first += MAX_BULK_POSTS) {
    const part = posts.slice(first, first + MAX_BULK_POSTS);
    try {
      yield await changePart(change, part);
    } catch (error) {
      if (error instanceof SessionOverError) throw error;
      logFailure(error);
      yield { changes: new Map(), failures: part.map((post) => ({ post, error })) };
    }
  }
}

const COPY = ' (copy)';

/** The key of a copy whose response was lost, by post: with it, the server makes no second copy. */
const copyKeys = new Map<string, string>();

/** The copy is a draft without the dates and the slug of the post. */
export async function duplicatePost(id: string): Promise<Post> {
  const form = toForm(await findSavedPost(id));
  const title = form.title.slice(0, POST_FIELDS.title.limit - COPY.length) + COPY;
  const { slug, published, published_at, publish_at, send_when_published } = EMPTY_FORM;
  const copy = { ...form, title, slug, published, published_at, publish_at, send_when_published };
  const key = copyKeys.get(id) ?? newKey();
  copyKeys.set(id, key);
  try {
    const { post } = await adminApi.createPost(toInput(copy, EMPTY_FORM), key);
    copyKeys.delete(id);
    return post;
  } catch (error) {
    if (error instanceof AdminApiError) copyKeys.delete(id);
    throw error;
  }
}
