import type { Post, PostInput } from '@longhand/contract/posts';
import { AdminApiError, adminApi } from './admin-api.ts';
import { logFailure } from './alerts.ts';
import { type Baseline, baselineOf } from './editor-state.ts';
import { isSavedAs, type PostForm, toForm, toInput } from './post-form.ts';

async function findTheirs(error: unknown, { post }: Baseline): Promise<Post | undefined> {
  if (!post || !(error instanceof AdminApiError) || error.status !== 409) return undefined;
  return (await adminApi.findPost(post.id).catch(logFailure)) ?? undefined;
}

/** What an earlier attempt created with this key from another text, as it was then. */
async function findCreated(error: unknown): Promise<Post> {
  const isReused = error instanceof AdminApiError && error.status === 422;
  const id = isReused ? error.problem.post_id : undefined;
  const post = id === undefined ? undefined : await adminApi.findPost(id);
  if (!post) throw error;
  return post.version === 1 ? post : adminApi.findPostVersion(post.id, 1);
}

async function createOnce(input: PostInput, key: string) {
  try {
    return await adminApi.createPost(input, key);
  } catch (error) {
    return { post: await findCreated(error), isNew: false };
  }
}

/**
 * Creates or updates the post. After a failure, `over` is the version it was to replace, and
 * `theirs` the post on the server if it was changed elsewhere.
 */
export async function sendPost(form: PostForm, baseline: Baseline, creationKey: string) {
  let over = baseline;
  try {
    let input = toInput(form, over.form);
    let { post } = over;
    if (!post) {
      const created = await createOnce(input, creationKey);
      post = created.post;
      const saved = toForm(post);
      // Created by an earlier attempt whose response was lost: send later changes as an update.
      if (created.isNew || isSavedAs(saved, form, over.form)) return { post };
      over = baselineOf(post);
      input = toInput({ ...form, slug: input.slug ?? post.slug }, saved);
    }
    return { post: await adminApi.updatePost(post.id, input, over.version) };
  } catch (error) {
    const theirs = await findTheirs(error, over);
    // Our own save, whose response was lost.
    if (theirs && isSavedAs(toForm(theirs), form, over.form)) return { post: theirs };
    return { error, over, theirs };
  }
}
