import type { Post, TrashedPost } from '@longhand/contract/posts';
import { useState } from 'react';
import { useSite } from '../../reader/site/site.ts';
import { adminApi } from '../api/admin-api.ts';
import { confirmDeletingForGood, deleteForGood } from '../history/delete-for-good.ts';
import { restoredText } from '../history/restored-post.ts';
import { ALERTS, alertFailure, DELETE_QUESTION, DELETE_UNSAVED_QUESTION } from '../ui/alerts.ts';
import {
  deletePost,
  deleteUnsavedPost,
  duplicatePost,
  makeDraft,
  publishPost,
} from './post-changes.ts';
import { type ListedPost, type UnsavedPost, withWorkingCopies } from './post-list.ts';
import { type ListMessage, publishedMessage, withoutChanges } from './published-message.ts';

export type Lists = {
  readonly posts: readonly ListedPost[];
  readonly unsaved: readonly UnsavedPost[];
  readonly trash: readonly TrashedPost[];
};

/** What became of some posts: saved, or undefined if deleted. */
export type Changes = ReadonlyMap<string, Post | undefined>;

function without<Entry extends { id: string }>(list: readonly Entry[], id: string): Entry[] {
  return list.filter((entry) => entry.id !== id);
}

/** The lists after the changes. Working copies stay with their posts. */
function withChanges({ posts, trash, unsaved }: Lists, changes: Changes): Lists {
  const deleted_at = new Date().toISOString();
  const deleted = posts.filter(({ id }) => changes.has(id) && !changes.get(id));
  return {
    posts: posts.flatMap((post) => {
      if (!changes.has(post.id)) return [post];
      const saved = changes.get(post.id);
      return saved ? [{ ...post, ...saved }] : [];
    }),
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
  const [message, setMessage] = useState<ListMessage>({ text: '' });

  const apply = (changes: Changes) => setLists((now) => withChanges(now, changes));

  async function run(
    id: string,
    failure: string,
    action: () => Promise<ListMessage>,
  ): Promise<void> {
    if (busy.has(id)) return;
    setBusy((ids) => new Set(ids).add(id));
    try {
      setMessage(await action());
    } catch (error) {
      alertFailure(failure, error);
    } finally {
      setBusy((ids) => new Set([...ids].filter((other) => other !== id)));
    }
  }

  function remove(post: ListedPost): void {
    if (!window.confirm(DELETE_QUESTION)) return;
    void run(post.id, ALERTS.delete, async () => {
      await deletePost(post.id);
      apply(new Map([[post.id, undefined]]));
      return { text: `“${post.title}” is in the trash.` };
    });
  }

  function removeUnsaved(post: UnsavedPost): void {
    if (!window.confirm(DELETE_UNSAVED_QUESTION)) return;
    void run(post.id, ALERTS.delete, async () => {
      await deleteUnsavedPost(post.id);
      setLists((now) => ({ ...now, unsaved: without(now.unsaved, post.id) }));
      return { text: `“${post.title}” is deleted.` };
    });
  }

  function publish(post: ListedPost): void {
    void run(post.id, ALERTS.save, async () => {
      const saved = await publishPost(post.id);
      apply(new Map([[post.id, saved]]));
      const message = publishedMessage(saved, timeZone);
      return 'workingCopy' in post ? { ...withoutChanges(message), edit: post.id } : message;
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
      return { text: `“${created.title}” is a new draft.`, edit: created.id };
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

  function restore(post: TrashedPost): void {
    void run(post.id, ALERTS.restore, async () => {
      const restored = await adminApi.restorePost(post.id);
      // Those of posts in the trash are not listed.
      const copies = await adminApi.listWorkingCopies().catch(() => []);
      listAgain(withWorkingCopies([restored], copies).posts);
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
    listAgain,
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
