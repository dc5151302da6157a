import type { Post } from '@longhand/contract/posts';
import { AdminApiError, adminApi } from './admin-api.ts';
import { logFailure } from './alerts.ts';
import { type Baseline, baselineOf } from './editor-state.ts';
import { isSavedAs, type PostForm, toForm, toInput } from './post-form.ts';

async function findTheirs(error: unknown, { post }: Baseline): Promise<Post | undefined> {
  if (!post || !(error instanceof AdminApiError) || error.status !== 409) return undefined;
  return (await adminApi.findPost(post.id).catch(logFailure)) ?? undefined;
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
      const created = await adminApi.createPost(input, creationKey);
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
