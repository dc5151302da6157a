import type { Post } from '@longhand/contract/posts';
import { adminApi } from '../api/admin-api.ts';
import { AdminApiError } from '../api/request.ts';
import { type PostForm, toForm, toInput } from '../post-form/post-form.ts';

// Changes of a post as it is saved. The working copy stays as it is.

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

/** Unpublishes or unschedules it. */
export const drafted = () => ({ published: false, publish_at: '' });

export async function makeDraft(id: string): Promise<Post> {
  return changeSavedPost(await findSavedPost(id), drafted);
}
