import type { Post } from '@longhand/contract/posts';
import type { Clock } from '../clock.ts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { findStorageFailure } from '../storage-failures.ts';
import type { PostRenderer } from './post-renderer.ts';
import { findPost, isSlugChosen, replacePost } from './posts.repository.ts';
import { prepareScheduled } from './prepare-post.ts';
import type { RenderedPost } from './rendering/render.ts';
import { claimScheduled, listDueIds } from './scheduled-posts.repository.ts';

/** Each process takes any of the first so many: they seldom prepare the same one. */
const CANDIDATES = 30;
/** How long a post waits that could not be published; twice as long after each failure. */
const RETRY_MS = { first: 5_000, longest: 5 * 60_000 };

type Scheduled = Post & { readonly publish_at: string };

/** False if another process has published it, or it was changed meanwhile. */
async function publish(
  trx: DatabaseTransaction,
  post: Scheduled,
  rendered: RenderedPost,
  now: string,
): Promise<boolean> {
  if (!(await claimScheduled(trx, post))) return false;
  const slug_chosen = await isSlugChosen(trx, post.id);
  const next = await prepareScheduled(trx, { ...post, slug_chosen }, now);
  await replacePost(trx, post, next, rendered);
  return true;
}

/** Posts that could not be published, which must not keep the others waiting. */
function createPostponed(clock: Clock) {
  const failures = new Map<string, { readonly at: number; readonly waitMs: number }>();
  return {
    ids: () => {
      const now = clock().getTime();
      // `abs`: the wait also ends if the clock was set back.
      return [...failures].flatMap(([id, { at, waitMs }]) =>
        Math.abs(now - at) < waitMs ? [id] : [],
      );
    },
    add(id: string): void {
      const waitMs = Math.min((failures.get(id)?.waitMs ?? 0) * 2, RETRY_MS.longest);
      failures.set(id, { at: clock().getTime(), waitMs: waitMs || RETRY_MS.first });
    },
    remove: (id: string) => failures.delete(id),
  };
}

export function createScheduledPosts(db: Database, clock: Clock, { renderStored }: PostRenderer) {
  const postponed = createPostponed(clock);

  const listDue = (limit: number) =>
    listDueIds(db, clock().toISOString(), { skip: postponed.ids(), limit });

  async function publishOne(id: string): Promise<boolean> {
    const post = await findPost(db, id);
    const publish_at = post?.publish_at;
    if (!publish_at) return false;
    const rendered = await renderStored(post);
    const now = clock().toISOString();
    return inTransaction(db, (trx) => publish(trx, { ...post, publish_at }, rendered, now));
  }

  return {
    isScheduledPostDue: async () => (await listDue(1)).length > 0,

    /** Publishes every post that is due; returns how many. */
    async publishScheduled(
      signal: AbortSignal,
      onFailure: (error: unknown, id: string) => void,
    ): Promise<number> {
      let published = 0;
      while (!signal.aborted) {
        const due = await listDue(CANDIDATES);
        const id = due[Math.floor(Math.random() * due.length)];
        if (id === undefined) break;
        try {
          if (await publishOne(id)) published += 1;
          postponed.remove(id);
        } catch (error) {
          // Without a database, no post can be published.
          if (findStorageFailure(error)) throw error;
          postponed.add(id);
          onFailure(error, id);
        }
      }
      return published;
    },
  };
}
