import { useState } from 'react';
import { useSite } from '../../reader/site/site.ts';
import { adminApi } from '../api/admin-api.ts';
import { hasStatus, SessionOverError } from '../api/request.ts';
import { editorAddress } from '../document-editor/addresses.ts';
import { confirmDeletingForGood, deleteForGood, restoredText } from '../history/trash.ts';
import { makeDraft } from '../post-editor/saved-post.ts';
import {
  type ListedPost,
  type ListedTrash,
  statusOf,
  withWorkingCopies,
} from '../post-list/post-list.ts';
import { ALERTS, DELETE_QUESTION } from '../ui/alerts.ts';
import { failureReason } from '../ui/failure-reason.ts';
import type { ListMessage } from '../ui/lists/list-message.tsx';
import { without } from '../ui/lists/without.ts';
import { useOneAtATime } from '../ui/use-one-at-a-time.ts';
import type { countPosts } from './bulk/bulk-words.ts';
import {
  type Changes,
  createFromCopy,
  deletePost,
  duplicatePost,
  publishPost,
  saveTyped,
} from './post-changes.ts';
import { publishedMessage, withoutChanges } from './published-message.ts';
import { restorePosts, undoneText } from './restore-posts.ts';

export type Lists = {
  readonly posts: readonly ListedPost[];
  readonly trash: readonly ListedTrash[];
};

type UndoOptions = {
  /** Returns for example ‘3 posts’. */
  readonly count?: typeof countPosts;
  /**
   * Called with true when the posts are listed again, and with false if they stay in the trash
   * after all.
   */
  readonly onBack?: (isBack: boolean) => void;
};

/** The key of all undo actions, so that only one runs at a time. */
export const UNDO = 'undo';

/** Working copies stay with their posts. */
function withChanges({ posts, trash }: Lists, changes: Changes): Lists {
  const deleted_at = new Date().toISOString();
  const deleted = posts.filter(({ id }) => changes.has(id) && !changes.get(id));
  const restored = trash.flatMap(({ id }) => changes.get(id) ?? []);
  const kept = posts.flatMap((post) => {
    if (!changes.has(post.id)) return [post];
    const saved = changes.get(post.id);
    return saved ? [{ ...post, ...saved }] : [];
  });
  return {
    posts: [...restored, ...kept],
    trash: [
      ...deleted.map(({ workingCopy, ...post }) => ({ ...post, deleted_at })),
      ...trash.filter(({ id }) => !changes.has(id)),
    ],
  };
}

export function usePostList(initial: Lists) {
  const { timeZone } = useSite();
  const [lists, setLists] = useState(initial);
  const { run: runAlone, busy } = useOneAtATime();
  const [message, setMessage] = useState<ListMessage>({ text: '' });

  const apply = (changes: Changes) => setLists((now) => withChanges(now, changes));

  const run = (key: string, failure: string, action: () => Promise<ListMessage>) =>
    runAlone(failure, async () => setMessage(await action()), key);

  function undo(deleted: readonly ListedPost[], { count, onBack }: UndoOptions): void {
    void run(UNDO, ALERTS.restore, async () => {
      // Done before the server answers, because many calls take so long that the page would jump.
      listAgain(deleted);
      onBack?.(true);
      setMessage({ text: 'Undoing…' });
      const restored = await restorePosts(deleted);
      apply(restored.changes);
      onBack?.([...restored.changes.values()].some(Boolean));
      const text = undoneText(deleted, restored, count);
      return withUndo(text, restored.left, { ...(count && { count }), ...(onBack && { onBack }) });
    });
  }

  function withUndo(
    text: string,
    deleted: readonly ListedPost[],
    options: UndoOptions = {},
  ): ListMessage {
    return deleted.length === 0 ? { text } : { text, undo: () => undo(deleted, options) };
  }

  /** Makes a draft of a post that was never saved and, before it is published, of what was typed in a draft. */
  async function toSaved(post: ListedPost, isPublishing = false): Promise<ListedPost> {
    const isTyped = isPublishing && post.workingCopy && statusOf(post) === 'draft';
    if (!post.isUnsaved && !isTyped) return post;
    const saved = await (post.isUnsaved ? createFromCopy(post.id) : saveTyped(post.id));
    if (!saved) return post;
    setLists(({ posts, trash }) => ({
      posts: posts.map((other) => (other.id === post.id ? saved : other)),
      trash,
    }));
    return saved;
  }

  function remove(post: ListedPost): void {
    if (!window.confirm(DELETE_QUESTION)) return;
    void run(post.id, ALERTS.delete, async () => {
      const saved = await toSaved(post).catch((error) => {
        if (!hasStatus(error, 404)) throw error;
        setLists((now) => ({ ...now, posts: without(now.posts, post.id) }));
      });
      if (!saved)
        return { text: `“${post.title}” was saved or deleted elsewhere. Reload the page.` };
      await deletePost(saved.id);
      apply(new Map([[saved.id, undefined]]));
      return withUndo(`“${post.title}” is in the trash.`, [saved]);
    });
  }

  function publish(post: ListedPost): void {
    const edit = editorAddress('post', post.id);
    void run(post.id, ALERTS.save, async () => {
      const { workingCopy } = await toSaved(post, true).catch((error) => {
        const text = `“${post.title}” is still a draft. ${failureReason(error)}`;
        if (!(error instanceof SessionOverError)) setMessage({ text, edit });
        throw error;
      });
      const saved = await publishPost(post.id);
      apply(new Map([[post.id, saved]]));
      const message = publishedMessage(saved, timeZone);
      return workingCopy ? { ...withoutChanges(message), edit } : message;
    });
  }

  function unpublish(post: ListedPost): void {
    void run(post.id, ALERTS.save, async () => {
      const saved = await makeDraft(post.id);
      apply(new Map([[post.id, saved]]));
      return { text: `“${saved.title}” is a draft now.` };
    });
  }

  function duplicate(post: ListedPost): void {
    void run(post.id, ALERTS.duplicate, async () => {
      const created = await duplicatePost(post.id);
      setLists((now) => ({ ...now, posts: [created, ...now.posts] }));
      return {
        text: `“${created.title}” is a new draft.`,
        edit: editorAddress('post', created.id),
      };
    });
  }

  function listAgain(back: readonly ListedPost[]): void {
    const ids = new Set(back.map(({ id }) => id));
    setLists(({ posts, trash }) => ({
      posts: [...back, ...posts.filter(({ id }) => !ids.has(id))],
      trash: trash.filter(({ id }) => !ids.has(id)),
    }));
  }

  async function findCopies(): Promise<void> {
    const copies = await adminApi.listWorkingCopies().catch(() => []);
    setLists((now) => ({ ...now, posts: withWorkingCopies(now.posts, copies) }));
  }

  function restore(post: ListedTrash): void {
    void run(post.id, ALERTS.restore, async () => {
      const restored = await adminApi.restorePost(post.id);
      apply(new Map([[post.id, restored]]));
      await findCopies();
      return { text: restoredText(post, restored) };
    });
  }

  function removeForGood(post: ListedTrash): void {
    if (!confirmDeletingForGood(post)) return;
    void run(post.id, ALERTS.deleteForGood, async () => {
      const text = await deleteForGood(post);
      setLists((now) => ({ ...now, trash: without(now.trash, post.id) }));
      return { text };
    });
  }

  return {
    ...lists,
    busy,
    message,
    say: setMessage,
    apply,
    run,
    withUndo,
    findCopies,
    remove,
    toSaved,
    publish,
    unpublish,
    duplicate,
    restore,
    removeForGood,
  };
}

export type PostList = ReturnType<typeof usePostList>;
