import { POST_FIELDS } from '@longhand/contract/post-fields';
import type { Post } from '@longhand/contract/posts';
import { adminApi } from '../api/admin-api.ts';
import { AdminApiError, hasStatus } from '../api/request.ts';
import { newKey } from '../document-editor/drafts/draft-store.ts';
import { isNotInTrash } from '../history/delete-for-good.ts';
import { changeSavedPost, drafted, findSavedPost } from '../post-editor/change-saved-post.ts';
import { EMPTY_FORM, toForm, toInput } from '../post-form/post-form.ts';
import { isNeeded, withoutTopic } from './bulk-change.ts';
import type { BulkChange } from './bulk-words.ts';

// Changes of saved posts, as the dashboard makes them. The working copies stay as they are.

/** A scheduled post too: without its time it is public at once. */
const published = () => ({ published: true, publish_at: '' });

export async function publishPost(id: string): Promise<Post> {
  return changeSavedPost(await findSavedPost(id), published);
}

export async function deletePost(id: string): Promise<undefined> {
  await adminApi.deletePost(id).catch((error) => {
    // Already deleted, by another tab.
    if (!hasStatus(error, 404)) throw error;
  });
}

async function deleteForGood(id: string): Promise<undefined> {
  await adminApi.deletePostForGood(id).catch((error) => {
    if (!isNotInTrash(error)) throw error;
  });
}

/** Undefined if the post is deleted. */
export async function applyChange(change: BulkChange, id: string): Promise<Post | undefined> {
  if (change.kind === 'delete') return deletePost(id);
  if (change.kind === 'restore') return adminApi.restorePost(id);
  if (change.kind === 'delete_for_good') return deleteForGood(id);
  const current = await findSavedPost(id);
  // Made elsewhere, or by an attempt whose answer was lost.
  if (!isNeeded(change, current)) return current;
  switch (change.kind) {
    case 'publish':
      return changeSavedPost(current, published);
    case 'unpublish':
      return changeSavedPost(current, drafted);
    case 'topic':
      return changeSavedPost(current, ({ tags }) => ({ tags: `${tags}, ${change.topic}` }));
    case 'remove_topic':
      return changeSavedPost(current, () => ({
        tags: withoutTopic(current.tags, change.topic).join(', '),
      }));
  }
}

const COPY = ' (copy)';

/** By post, while it is not known whether the server has made the copy: asked again, it makes no second one. */
const copyKeys = new Map<string, string>();

/** A draft of its own, without the dates and the address of the post. */
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
