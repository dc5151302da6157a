import type { Post } from '@longhand/contract/posts/posts';
import { adminApi } from '../api/admin-api.ts';
import { AdminApiError } from '../api/request.ts';
import type { SavedState } from '../document-editor/working-copy-notice.ts';
import { type PostForm, toForm, toInput } from '../post-form/post-form.ts';

/** A scheduled post is public once its time has come, also if this editor has not heard of it. */
export function savedStateOf(
  post: Pick<Post, 'published' | 'publish_at'> | null,
  now = Date.now(),
): SavedState {
  if (!post) return 'new';
  if (post.publish_at && Date.parse(post.publish_at) > now) return 'scheduled';
  return post.published || post.publish_at ? 'live' : 'draft';
}

// These change the saved post and leave the working copy as it is.

export async function findSavedPost(id: string): Promise<Post> {
  const post = await adminApi.findPost(id);
  if (!post) throw new AdminApiError('GET /admin/posts', 404, { detail: 'The post was deleted' });
  return post;
}

export function changeSavedPost(
  current: Post,
  change: (form: PostForm) => Partial<PostForm>,
): Promise<Post> {
  const form = toForm(current);
  const input = toInput({ ...form, ...change(form) }, form);
  return adminApi.updatePost(current.id, input, current.version);
}

export async function makeDraft(id: string): Promise<Post> {
  return changeSavedPost(await findSavedPost(id), () => ({ published: false, publish_at: '' }));
}
