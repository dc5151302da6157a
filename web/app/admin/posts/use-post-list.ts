import type { Post, TrashedPost } from '@longhand/contract/posts';
import { useRef, useState } from 'react';
import { useSite } from '../../reader/site/site.ts';
import { adminApi } from '../api/admin-api.ts';
import { editorAddress } from '../document-editor/addresses.ts';
import { deleteUnsaved } from '../document-editor/drafts/delete-unsaved.ts';
import { confirmDeletingForGood, deleteForGood } from '../history/delete-for-good.ts';
import { restoredText } from '../history/restored-post.ts';
import { makeDraft } from '../post-editor/change-saved-post.ts';
import { POSTS } from '../post-editor/post-kind.ts';
import { ALERTS, alertFailure, DELETE_QUESTION, DELETE_UNSAVED_QUESTION } from '../ui/alerts.ts';
import type { countPosts } from './bulk-words.ts';
import { deletePost, duplicatePost, publishPost } from './post-changes.ts';
import { type ListedPost, type UnsavedPost, withWorkingCopies } from './post-list.ts';
import { type ListMessage, publishedMessage, withoutChanges } from './published-message.ts';
import { restorePosts, undoneText } from './restore-posts.ts';

export type Lists = {
  readonly posts: readonly ListedPost[];
  readonly unsaved: readonly UnsavedPost[];
  readonly trash: readonly TrashedPost[];
};

/** What became of some posts: saved or restored, or undefined if deleted. */
export type Changes = ReadonlyMap<string, Post | undefined>;

function without<Entry extends { id: string }>(list: readonly Entry[], id: string): Entry[] {
  return list.filter((entry) => entry.id !== id);
}

type UndoOptions = {
  /** Says what the posts are, as ‘3 posts’. */
  readonly count?: typeof countPosts;
  /** Called when some are listed again, or are in the trash after all. */
  readonly onBack?: (isBack: boolean) => void;
};

/** One change at a time. */
const UNDO = 'undo';

/** The lists after the changes. Working copies stay with their posts. */
function withChanges({ posts, trash, unsaved }: Lists, changes: Changes): Lists {
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
    unsaved,
  };
}

export function usePostList(initial: Lists) {
  const { timeZone } = useSite();
  const [lists, setLists] = useState(initial);
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  /** The same: a function in a message is older than the last render. */
  const running = useRef(new Set<string>());
  const [message, setMessage] = useState<ListMessage>({ text: '' });

  const apply = (changes: Changes) => setLists((now) => withChanges(now, changes));

  async function run(
    id: string,
    failure: string,
    action: () => Promise<ListMessage>,
  ): Promise<void> {
    if (running.current.has(id)) return;
    running.current.add(id);
    setBusy(new Set(running.current));
    try {
      setMessage(await action());
    } catch (error) {
      alertFailure(failure, error);
    } finally {
      running.current.delete(id);
      setBusy(new Set(running.current));
    }
  }

  function undo(deleted: readonly ListedPost[], { count, onBack }: UndoOptions): void {
    void run(UNDO, ALERTS.restore, async () => {
      // Before the server answers: many calls take so long that the page would jump.
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

  function remove(post: ListedPost): void {
    if (!window.confirm(DELETE_QUESTION)) return;
    void run(post.id, ALERTS.delete, async () => {
      await deletePost(post.id);
      apply(new Map([[post.id, undefined]]));
      return withUndo(`“${post.title}” is in the trash.`, [post]);
    });
  }

  function removeUnsaved(post: UnsavedPost): void {
    if (!window.confirm(DELETE_UNSAVED_QUESTION)) return;
    void run(post.id, ALERTS.delete, async () => {
      const bringBack = await deleteUnsaved(POSTS, post.id);
      setLists((now) => ({ ...now, unsaved: without(now.unsaved, post.id) }));
      const undo = () => undoUnsaved(post, message, bringBack);
      const message = { text: `“${post.title}” is deleted.`, undo };
      return message;
    });
  }

  function undoUnsaved(post: UnsavedPost, deleted: ListMessage, bringBack: () => Promise<void>) {
    void run(UNDO, ALERTS.restore, async () => {
      setMessage({ text: 'Undoing…' });
      try {
        await bringBack();
      } catch (error) {
        setMessage(deleted);
        throw error;
      }
      setLists((now) => ({ ...now, unsaved: [post, ...without(now.unsaved, post.id)] }));
      return { text: `“${post.title}” is back, as it was.` };
    });
  }

  function publish(post: ListedPost): void {
    void run(post.id, ALERTS.save, async () => {
      const saved = await publishPost(post.id);
      apply(new Map([[post.id, saved]]));
      const message = publishedMessage(saved, timeZone);
      return 'workingCopy' in post
        ? { ...withoutChanges(message), edit: editorAddress('post', post.id) }
        : message;
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

  /** Lists posts that were in the trash. */
  function listAgain(back: readonly ListedPost[]): void {
    const ids = new Set(back.map(({ id }) => id));
    setLists(({ posts, trash, unsaved }) => ({
      posts: [...back, ...posts.filter(({ id }) => !ids.has(id))],
      trash: trash.filter(({ id }) => !ids.has(id)),
      unsaved,
    }));
  }

  /** Those of posts in the trash are not listed. */
  async function findCopies(): Promise<void> {
    const copies = await adminApi.listWorkingCopies().catch(() => []);
    setLists((now) => ({ ...now, posts: withWorkingCopies(now.posts, copies).posts }));
  }

  function restore(post: TrashedPost): void {
    void run(post.id, ALERTS.restore, async () => {
      const restored = await adminApi.restorePost(post.id);
      apply(new Map([[post.id, restored]]));
      await findCopies();
      return { text: restoredText(post, restored) };
    });
  }

  function removeForGood(post: TrashedPost): void {
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
    removeUnsaved,
    publish,
    unpublish,
    duplicate,
    restore,
    removeForGood,
  };
}

export type PostList = ReturnType<typeof usePostList>;
