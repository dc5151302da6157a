import { FIELD_NAMES, type FieldKind, fieldOf } from '@longhand/contract/posts/post-fields';
import type { Post, PostInput } from '@longhand/contract/posts/posts';
import type { WorkingCopy } from '@longhand/contract/working-copies';
import { notFound, ProblemError } from '../../http/problem.ts';
import type { PostsService } from '../posts.service.ts';
import { blankPost } from '../prepare-post.ts';
import type { PostWorkingCopies } from './working-copies.service.ts';
import { asPost } from './working-copy-as-post.ts';

type Services = {
  readonly posts: Pick<PostsService, 'createOnce'>;
  readonly workingCopies: PostWorkingCopies;
};

/** Their rules depend on other posts and on the time. They stay in the working copy. */
const LEFT_OUT: ReadonlySet<FieldKind> = new Set(['slug', 'boolean', 'date', 'post']);

function toInput(copy: Pick<WorkingCopy, 'form'>, untitled: string, now: string): PostInput {
  const typed = asPost({ ...blankPost('', now), reading_minutes: 1 }, copy, false);
  const entries = FIELD_NAMES.filter((name) => !LEFT_OUT.has(fieldOf(name).kind)).map((name) => {
    const value = typed[name];
    const isText = typeof value === 'string';
    return [name, isText ? value.slice(0, fieldOf(name).limit).toWellFormed() : value];
  });
  const input = Object.fromEntries(entries) as PostInput;
  return { ...input, title: input.title || untitled };
}

/** False if the post lacks something that was typed. */
function hasAll(input: PostInput, form: WorkingCopy['form']): boolean {
  return Object.entries(form).every(([name, typed]) => {
    const value = input[name as keyof PostInput] ?? (typed === false ? false : '');
    return (Array.isArray(value) ? value.join(', ') : value) === typed;
  });
}

/** An editor that stayed open elsewhere writes the copy again after its key has created a post. */
function isKeyUsed(error: unknown): boolean {
  return (
    error instanceof ProblemError && ['not-found', 'idempotency-key-reused'].includes(error.code)
  );
}

/**
 * Makes a draft of a post that exists only as a working copy, also of one that could not be saved yet. What was typed
 * and does not fit in a post stays in its working copy.
 */
export async function createPostFromCopy(
  { posts, workingCopies }: Services,
  id: string,
): Promise<Post> {
  const [listed] = await workingCopies.list([id]);
  const copy = listed?.post_id === null ? await workingCopies.find(id) : undefined;
  if (!listed || !copy) throw notFound('There is no working copy of an unsaved post with this id.');
  const input = toInput(copy, listed.first_words || 'Untitled', copy.created_at);
  const isWhole = hasAll(input, copy.form);
  const { post } = await posts
    .createOnce(id, input, isWhole ? copy.version : undefined)
    .catch((error) => {
      if (!isKeyUsed(error)) throw error;
      // No other key has a space.
      return posts.createOnce(`${id} ${copy.version}`, input);
    });
  if (!isWhole)
    await workingCopies.save(post.id, { base_version: post.version, form: copy.form }, undefined);
  await workingCopies.discard(id, copy.version);
  return post;
}
