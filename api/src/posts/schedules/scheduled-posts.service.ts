import type { Post } from '@longhand/contract/posts/posts';
import type { Clock } from '../../clock.ts';
import type { Database, Transaction } from '../../database/tables.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { RenderedPost } from '../../rendering/render.ts';
import { findStorageFailure } from '../../storage-failures.ts';
import { notePostChange } from '../post-changes.ts';
import type { PostRenderer } from '../post-renderer.ts';
import { findPost, replacePost } from '../posts.repository.ts';
import { prepareScheduled } from '../prepare-post.ts';
import { claimScheduled, listDueIds } from './scheduled-posts.repository.ts';

/** A batch is published in one transaction, so that many posts for one moment do not take long. */
const BATCH_SIZE = 10;
/** Each process takes any batch of the first so many, so that two seldom prepare the same one. */
const CANDIDATES = 10 * BATCH_SIZE;
/** The wait before a post that could not be published is tried again; it doubles after each failure. */
const RETRY_MS = { first: 5_000, longest: 5 * 60_000 };

/** Prepares what is stored together with a post when it is published. Undefined if there is nothing. */
export type PrepareWith = (
  post: Post,
) => Promise<((trx: Transaction, now: string) => Promise<unknown>) | undefined>;

type Prepared = {
  readonly post: Post & { readonly publish_at: string };
  readonly rendered: RenderedPost;
  readonly storeWith: Awaited<ReturnType<PrepareWith>>;
};

/** False if another process has published the post, or it was changed in the meantime. */
async function publish(
  trx: Transaction,
  clock: Clock,
  { post, rendered, storeWith }: Prepared,
  now: string,
): Promise<boolean> {
  const claimed = await claimScheduled(trx, post);
  if (!claimed) return false;
  const next = await prepareScheduled(trx, claimed, now);
  await replacePost(trx, post, next, rendered);
  await notePostChange(trx, clock, { before: post, after: next });
  await storeWith?.(trx, now);
  return true;
}

function pickBatch(due: readonly string[]): readonly string[] {
  const batches = Math.ceil(due.length / BATCH_SIZE);
  const start = Math.floor(Math.random() * batches) * BATCH_SIZE;
  return due.slice(start, start + BATCH_SIZE);
}

/** Remembers the posts that could not be published, because they must not keep the others waiting. */
function createPostponed(clock: Clock) {
  const failures = new Map<string, { readonly failedAt: number; readonly waitMs: number }>();
  return {
    ids(): string[] {
      const now = clock().getTime();
      return [...failures].flatMap(([id, { failedAt, waitMs }]) => {
        // `abs`: the wait also ends if the clock was set back.
        const passedMs = Math.abs(now - failedAt);
        if (passedMs > 2 * RETRY_MS.longest) failures.delete(id);
        return passedMs < waitMs ? [id] : [];
      });
    },
    add(id: string): void {
      const waitMs = Math.min((failures.get(id)?.waitMs ?? 0) * 2, RETRY_MS.longest);
      failures.set(id, { failedAt: clock().getTime(), waitMs: waitMs || RETRY_MS.first });
    },
  };
}

export function createScheduledPosts(db: Database, clock: Clock, { renderStored }: PostRenderer) {
  const postponed = createPostponed(clock);

  const listDue = (limit: number) =>
    listDueIds(db, clock().toISOString(), { skip: postponed.ids(), limit });

  /** Undefined if the post is no longer due: another process has published it, or it has another schedule. */
  async function prepare(id: string, prepareWith: PrepareWith): Promise<Prepared | undefined> {
    const post = await findPost(db, id);
    const publish_at = post?.publish_at;
    if (!publish_at || publish_at > clock().toISOString()) return undefined;
    const rendered = await renderStored(post);
    const shown = {
      content: rendered.public_content,
      published_at: post.published_at ?? publish_at,
    };
    const storeWith = await prepareWith({ ...post, ...shown });
    return { post: { ...post, publish_at }, rendered, storeWith };
  }

  function store(all: readonly Prepared[]): Promise<number> {
    const now = clock().toISOString();
    return inTransaction(db, async (trx) => {
      let published = 0;
      for (const each of all) if (await publish(trx, clock, each, now)) published += 1;
      return published;
    });
  }

  return {
    isScheduledPostDue: async () => (await listDue(1)).length > 0,

    async publishScheduled(
      signal: AbortSignal,
      onFailure: (error: unknown, id: string) => void,
      prepareWith: PrepareWith = async () => undefined,
    ): Promise<number> {
      /** Undefined if the post itself is the cause of the failure; it is tried again later. */
      async function attempt<Result>(id: string, work: () => Promise<Result>) {
        try {
          return await work();
        } catch (error) {
          // Without a database, no post can be published.
          if (findStorageFailure(error) || signal.aborted) throw error;
          postponed.add(id);
          onFailure(error, id);
          return undefined;
        }
      }

      async function storeOneByOne(all: readonly Prepared[]): Promise<number> {
        let published = 0;
        for (const each of all)
          published += (await attempt(each.post.id, () => store([each]))) ?? 0;
        return published;
      }

      let published = 0;
      while (!signal.aborted) {
        const ids = pickBatch(await listDue(CANDIDATES));
        if (ids.length === 0) break;
        const prepared = await Promise.all(
          ids.map((id) => attempt(id, () => prepare(id, prepareWith))),
        );
        const batch = prepared.filter((each) => each !== undefined);
        if (batch.length === 0) continue;
        published += await store(batch).catch((error) => {
          if (findStorageFailure(error)) throw error;
          return storeOneByOne(batch);
        });
      }
      return published;
    },
  };
}
