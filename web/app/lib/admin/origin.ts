import type { Post } from '@longhand/contract/posts';
import { adminApi } from './admin-api.ts';
import { logFailure } from './alerts.ts';
import { EMPTY_FORM, type PostForm, toForm } from './post-form.ts';

/** What the editor started from: the post on the server, or none yet. */
export type Origin = {
  readonly post: Post | null;
  readonly version: number;
  readonly form: PostForm;
  /** The form of that version; null where it is not to be had. */
  readonly base: PostForm | null;
};

export function originOf(post: Post | null): Origin {
  const form = post ? toForm(post) : EMPTY_FORM;
  return { post, version: post?.version ?? 0, form, base: form };
}

/** As if the editor had been opened when the post was in this version. */
export async function originAt(post: Post, version: number): Promise<Origin> {
  if (version === post.version) return originOf(post);
  const earlier = await adminApi.findPostVersion(post.id, version).catch(logFailure);
  const base = earlier ? toForm(earlier) : null;
  return { post, version, form: base ?? toForm(post), base };
}
