import type { Post, PostInput } from '@longhand/contract/posts/posts';
import { adminApi } from '../api/admin-api.ts';
import { hasStatus } from '../api/request.ts';
import type { Sent } from '../document-editor/document-kind.ts';
import type { Baseline, EditorState } from '../document-editor/editor-state.ts';
import { deleteStoredCopy } from '../document-editor/working-copy.ts';
import { isSavedAs, type PostForm, toForm, toInput } from '../post-form/post-form.ts';
import { logFailure } from '../ui/alerts.ts';
import type { PostTypes } from './post-kind.ts';

async function findTheirs(
  error: unknown,
  { document: post }: Baseline<PostTypes>,
): Promise<Post | undefined> {
  if (!post || !hasStatus(error, 409)) return undefined;
  return (await adminApi.findPost(post.id).catch(logFailure)) ?? undefined;
}

/** The post that an earlier attempt created with the same key from another text. */
async function findCreated(error: unknown): Promise<Post> {
  const id = hasStatus(error, 422) ? error.problem.post_id : undefined;
  const post = id === undefined ? undefined : await adminApi.findPost(id);
  if (!post) throw error;
  return post.version === 1 ? post : adminApi.findPostVersion(post.id, 1);
}

async function createOnce(input: PostInput, key: string, copy: number | undefined) {
  try {
    return await adminApi.createPost(input, key, copy);
  } catch (error) {
    return { post: await findCreated(error), isNew: false };
  }
}

/**
 * Creates or updates the post, whose working copy is `copy`. After a failure, `over` is the version
 * that it should have replaced, and `theirs` the post on the server if it was changed elsewhere.
 */
export async function sendPost(
  form: PostForm,
  baseline: Baseline<PostTypes>,
  { creationKey, copy }: Pick<EditorState<PostTypes>, 'creationKey' | 'copy'>,
): Promise<Sent<PostTypes>> {
  const deleteCopy = () => deleteStoredCopy(adminApi.postCopies, copy);
  const versionFor = (id: string) => (copy?.id === id ? copy.version : undefined);
  let over = baseline;
  try {
    let input = toInput(form, over.form);
    let { document: post } = over;
    if (!post) {
      const created = await createOnce(input, creationKey, versionFor(creationKey));
      post = created.post;
      const saved = toForm(post);
      // An earlier attempt created it and its response was lost: later changes are sent as an update.
      const isDone = created.isNew || isSavedAs(saved, form, over.form);
      if (isDone && !(created.isNew && copy?.id === creationKey)) await deleteCopy();
      if (isDone) return { document: post };
      over = { document: post, version: post.version, form: saved, base: saved };
      input = toInput({ ...form, slug: input.slug ?? post.slug }, saved);
    }
    const { id } = post;
    post = await adminApi.updatePost(id, input, over.version, versionFor(id));
    if (copy?.id !== id) await deleteCopy();
    return { document: post };
  } catch (error) {
    const theirs = await findTheirs(error, over);
    // The same text means that our own save arrived and its response was lost.
    if (theirs && isSavedAs(toForm(theirs), form, over.form)) {
      await deleteCopy();
      return { document: theirs };
    }
    return { error, over, theirs };
  }
}
