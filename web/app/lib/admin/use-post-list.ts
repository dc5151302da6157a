import type { AdminPostSummary, TrashedPost } from '@longhand/contract/posts';
import { useState } from 'react';
import { AdminApiError, adminApi } from './admin-api.ts';
import { ALERTS, alertFailure, DELETE_QUESTION } from './alerts.ts';
import { confirmDeletingForGood, deleteForGood } from './delete-for-good.ts';
import { toForm, toInput } from './post-form.ts';

type Lists = {
  readonly posts: readonly AdminPostSummary[];
  readonly trash: readonly TrashedPost[];
};

function without<Entry extends { id: string }>(list: readonly Entry[], id: string): Entry[] {
  return list.filter((entry) => entry.id !== id);
}

export function usePostList(initial: Lists) {
  const [lists, setLists] = useState(initial);
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [message, setMessage] = useState('');

  async function run(id: string, failure: string, action: () => Promise<string>): Promise<void> {
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

  function remove(post: AdminPostSummary): void {
    if (!window.confirm(DELETE_QUESTION)) return;
    void run(post.id, ALERTS.delete, async () => {
      await adminApi.deletePost(post.id).catch((error) => {
        // Already deleted, by another tab.
        if (!(error instanceof AdminApiError && error.status === 404)) throw error;
      });
      setLists(({ posts, trash }) => ({
        posts: without(posts, post.id),
        trash: [{ ...post, deleted_at: new Date().toISOString() }, ...without(trash, post.id)],
      }));
      return `“${post.title}” is in the trash.`;
    });
  }

  function publish(post: AdminPostSummary, published: boolean): void {
    void run(post.id, ALERTS.save, async () => {
      const current = await adminApi.findPost(post.id);
      if (!current) throw new Error('The post was deleted in the meantime');
      const form = toForm(current);
      const input = toInput({ ...form, published }, form);
      const saved = await adminApi.updatePost(post.id, input, current.version);
      setLists((now) => ({
        ...now,
        posts: now.posts.map((other) => (other.id === post.id ? saved : other)),
      }));
      return published ? `“${saved.title}” is public now.` : `“${saved.title}” is a draft now.`;
    });
  }

  function restore(post: TrashedPost): void {
    void run(post.id, ALERTS.restore, async () => {
      const restored = await adminApi.restorePost(post.id);
      setLists(({ posts, trash }) => ({
        posts: [restored, ...without(posts, post.id)],
        trash: without(trash, post.id),
      }));
      return `“${restored.title}” is back, as it was.`;
    });
  }

  function removeForGood(post: TrashedPost): void {
    if (!confirmDeletingForGood(post)) return;
    void run(post.id, ALERTS.deleteForGood, async () => {
      const result = await deleteForGood(post);
      setLists(({ posts, trash }) => ({ posts, trash: without(trash, post.id) }));
      return result;
    });
  }

  return { ...lists, busy, message, remove, publish, restore, removeForGood };
}

export type PostList = ReturnType<typeof usePostList>;
