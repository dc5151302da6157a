import type { Post } from '@longhand/contract/posts';
import type { SavedState } from '../document-editor/private-changes.ts';

/** A scheduled post is public once its time has come, also if this editor has not heard of it. */
export function savedStateOf(
  post: Pick<Post, 'published' | 'publish_at'> | null,
  now = Date.now(),
): SavedState {
  if (!post) return 'new';
  if (post.publish_at && Date.parse(post.publish_at) > now) return 'scheduled';
  return post.published || post.publish_at ? 'live' : 'draft';
}
