import type { Post } from '@longhand/contract/posts';
import type { WorkingCopy } from '@longhand/contract/working-copies';
import { adminApi } from './admin-api.ts';
import { logFailure } from './alerts.ts';
import { type Baseline, baselineOf, type StoredCopy } from './editor-state.ts';
import { type PostForm, toForm } from './post-form.ts';

/** What is missing was added to the form later, and is as in the post. */
export function toStoredCopy(copy: WorkingCopy, saved: PostForm): StoredCopy {
  return { ...copy, form: { ...saved, ...copy.form } as PostForm };
}

export async function findStoredCopy(
  id: string,
  saved: PostForm,
  isBackground = false,
): Promise<StoredCopy | null> {
  const copy = await adminApi.findWorkingCopy(id, isBackground);
  return copy ? toStoredCopy(copy, saved) : null;
}

/** The baseline of an editor that was opened at this version. */
export async function baselineAt(post: Post, version: number): Promise<Baseline> {
  if (version === post.version) return baselineOf(post);
  const earlier = await adminApi.findPostVersion(post.id, version).catch(logFailure);
  const base = earlier ? toForm(earlier) : null;
  return { post, version, form: base ?? toForm(post), base };
}
