import type { Post, PostInput } from '@longhand/contract/posts';
import { AdminApiError, adminApi } from './admin-api.ts';
import { logFailure } from './alerts.ts';
import { type Baseline, baselineOf } from './editor-state.ts';
import { isSameInput, isSavedAs, type PostForm, toForm, toInput } from './post-form.ts';

type SendResult =
  | { readonly post: Post }
  | {
      readonly error: unknown;
      /** What it was to be saved over. */
      readonly over: Baseline;
      /** What is there instead, if it was changed elsewhere. */
      readonly theirs: Post | undefined;
    };

/** What is to be sent over a post that was created by an earlier attempt; null if it is the same. */
function changesSince(post: Post, form: PostForm, { slug = post.slug }: PostInput) {
  const created = toForm(post);
  const wanted = { ...form, slug };
  const isSame = isSameInput(created, wanted) && slug === post.slug;
  return isSame ? null : toInput(wanted, created);
}

async function findTheirs(error: unknown, { post }: Baseline): Promise<Post | undefined> {
  if (!post || !(error instanceof AdminApiError) || error.status !== 409) return undefined;
  return (await adminApi.findPost(post.id).catch(logFailure)) ?? undefined;
}

/** Creates the post, or updates the one it started from. */
export async function sendPost(
  form: PostForm,
  baseline: Baseline,
  creationKey: string,
): Promise<SendResult> {
  let over = baseline;
  try {
    let input = toInput(form, over.form);
    let { post } = over;
    if (!post) {
      const created = await adminApi.createPost(input, creationKey);
      post = created.post;
      // Created before, though the answer was lost: what was typed since is a change of it.
      const changes = created.isNew ? null : changesSince(post, form, input);
      if (!changes) return { post };
      over = baselineOf(post);
      input = changes;
    }
    return { post: await adminApi.updatePost(post.id, input, over.version) };
  } catch (error) {
    const theirs = await findTheirs(error, over);
    // Saved by ourselves, though the answer was lost on the way.
    if (theirs && isSavedAs(toForm(theirs), form, over.form)) return { post: theirs };
    return { error, over, theirs };
  }
}
