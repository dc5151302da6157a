import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isCountedByCharacter } from '@longhand/contract/posts/reading-time';
import {
  compareAndSetSetting,
  deleteSetting,
  findSetting,
  setSetting,
} from '../../database/settings.repository.ts';
import type { Database, Transaction } from '../../database/tables.ts';
import { inTransaction } from '../../database/transaction.ts';
import { RenderTimeoutError } from '../../rendering/render-thread.ts';
import type { PostRenderer } from '../post-renderer.ts';
import {
  type CountedPost,
  listInSiteLanguage,
  saveReadingMinutes,
} from './reading-minutes.repository.ts';

const SETTING = 'reading_minutes_recount';
/** Each change makes every cached page outdated, so changes are stored together, and not more often than this. */
const STORE_EVERY_MS = 1_000;
const MAX_CHANGES = 100;
const MAX_COUNTED = 1_000;

/** `after` is the id of the last post that was counted; `change` differs for each change of language. */
type Progress = { readonly change: string; readonly after: string };

function progressAt(progress: Progress): string {
  return JSON.stringify(progress);
}

type Batch = {
  readonly changed: readonly CountedPost[];
  readonly after: string;
  readonly isLast: boolean;
  readonly timeout?: RenderTimeoutError | undefined;
};

/** The reading time depends on the language, so a change of the site's language changes that of many posts. */
export function createReadingMinutes(
  db: Database,
  { countMinutes, readSiteLanguage }: Pick<PostRenderer, 'countMinutes' | 'readSiteLanguage'>,
) {
  async function countBatch(start: string, signal: AbortSignal): Promise<Batch> {
    const language = await readSiteLanguage();
    const changed: CountedPost[] = [];
    let [after, counted] = [start, 0];
    let timeout: RenderTimeoutError | undefined;
    while (changed.length < MAX_CHANGES && counted < MAX_COUNTED) {
      const posts = await listInSiteLanguage(db, after);
      if (posts.length === 0) return { changed, after, isLast: true, timeout };
      for (const { id, version, content, reading_minutes: before } of posts) {
        if (signal.aborted) return { changed, after, isLast: false, timeout };
        try {
          const reading_minutes = await countMinutes(content, language);
          if (reading_minutes !== before) changed.push({ id, version, reading_minutes });
        } catch (error) {
          // The other posts need not wait for it.
          if (!(error instanceof RenderTimeoutError)) throw error;
          timeout = error;
        }
        [after, counted] = [id, counted + 1];
      }
    }
    return { changed, after, isLast: false, timeout };
  }

  /** False if the language has been changed again, or another process has continued the count. */
  function store(current: string, { changed, after, isLast }: Batch): Promise<boolean> {
    const { change }: Progress = JSON.parse(current);
    return inTransaction(db, async (trx) => {
      const next = progressAt({ change, after });
      if (!(await compareAndSetSetting(trx, SETTING, current, next))) return false;
      for (const post of changed) await saveReadingMinutes(trx, post);
      if (isLast) await deleteSetting(trx, SETTING);
      return true;
    });
  }

  return {
    /** The job `recountReadingMinutes` then does the counting. */
    async changeSiteLanguage(trx: Transaction, from: string, to: string): Promise<void> {
      if (isCountedByCharacter(from) !== isCountedByCharacter(to))
        await setSetting(trx, SETTING, progressAt({ change: randomUUID(), after: '' }));
    },

    isRecountDue: async () => (await findSetting(db, SETTING)) !== undefined,

    /** Continues where it was interrupted. Returns how many posts have another reading time. */
    async recountReadingMinutes(
      signal: AbortSignal,
      onStored: () => Promise<void>,
    ): Promise<number> {
      let [recounted, storedAt] = [0, Number.NEGATIVE_INFINITY];
      let timeout: RenderTimeoutError | undefined;
      while (!signal.aborted) {
        // Read before the language: if that changes in between, this changes too.
        const current = await findSetting(db, SETTING);
        if (current === undefined) break;
        const batch = await countBatch(JSON.parse(current).after, signal);
        timeout ??= batch.timeout;
        const pause = storedAt + STORE_EVERY_MS - performance.now();
        if (pause > 0) await wait(pause, undefined, { signal }).catch(() => {});
        // The posts that took too long are counted when all are counted again.
        const isEnd = batch.isLast && timeout !== undefined;
        const stored = isEnd ? { ...batch, after: '', isLast: false } : batch;
        if (!(await store(current, stored))) continue;
        recounted += batch.changed.length;
        if (batch.changed.length > 0) {
          storedAt = performance.now();
          await onStored();
        }
        if (isEnd) throw timeout;
      }
      return recounted;
    },
  };
}
