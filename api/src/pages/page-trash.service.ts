import { TRASH_DAYS } from '@longhand/contract/limits';
import type { TrashListQuery } from '@longhand/contract/list-query';
import type { Page, TrashedPage } from '@longhand/contract/pages';
import { daysBefore } from '../clock.ts';
import type { DatabaseTransaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import type { ListPart } from '../http/list-part.ts';
import { explainCorruptSnapshot, type OnCorrupt } from '../posts/snapshots.ts';
import { builtInPageOf } from './default-pages.ts';
import { cannotBeDeleted, noSuchPage, notInTrash } from './page-problems.ts';
import { renderStoredPage } from './page-renderer.ts';
import * as trash from './page-trash.repository.ts';
import { type DatedPage, findPage, insertPage, type RenderedPage } from './pages.repository.ts';
import type { PagesOptions } from './pages-options.ts';
import { firstFreeSlug, listForOneMore } from './prepare-page.ts';
import { toWrittenPage } from './written-page.ts';

/** Undefined if this copy is no longer in the trash: restored, or deleted again, by another request. */
async function restoreFrom(
  trx: DatabaseTransaction,
  entry: trash.TrashEntry,
  rendered: RenderedPage,
): Promise<DatedPage | undefined> {
  if (!(await trash.takeFromTrash(trx, entry))) return undefined;
  const { page, deletedAt } = entry;
  // Its address is free for others as soon as it is deleted.
  const slug = firstFreeSlug(page.slug, await listForOneMore(trx));
  const { created_at, updated_at } = page;
  const dates = { created_at: created_at ?? deletedAt, updated_at: updated_at ?? deletedAt };
  const restored = { ...page, ...dates, slug };
  await insertPage(trx, restored, rendered);
  return restored;
}

export function createPageTrash({ db, clock, renderer, readSite }: PagesOptions) {
  async function find(id: string): Promise<trash.TrashEntry> {
    const entry = await trash.findTrashedPage(db, id).catch((error) => {
      throw explainCorruptSnapshot(error, 'The copy of this page in the trash');
    });
    if (!entry) throw notInTrash();
    return entry;
  }

  return {
    async delete(id: string): Promise<void> {
      await inTransaction(db, async (trx) => {
        const page = await findPage(trx, id);
        if (!page) throw noSuchPage();
        if (builtInPageOf(id)) throw cannotBeDeleted(page.title);
        await trash.movePageToTrash(trx, page, clock().toISOString());
      });
    },

    async listTrash(query: TrashListQuery, onCorrupt: OnCorrupt): Promise<ListPart<TrashedPage>> {
      const part = await trash.listTrashedPages(db, query, onCorrupt);
      // About and Contact are never in the trash.
      return { ...part, entries: part.entries.map((page) => ({ ...page, is_default: false })) };
    },

    /** Undoes a deletion; not a change of the page, so its version and dates stay. */
    async restore(id: string): Promise<Page> {
      for (;;) {
        const entry = await find(id);
        // Rendered before the transaction, which blocks other writers.
        const rendered = await renderStoredPage(renderer, entry.page.content);
        const restored = await inTransaction(db, (trx) => restoreFrom(trx, entry, rendered));
        if (restored) return toWrittenPage(restored, await readSite());
      }
    },

    async deleteForGood(id: string): Promise<void> {
      const isDeleted = await inTransaction(db, (trx) => trash.deletePageForGood(trx, id));
      if (!isDeleted) throw notInTrash();
    },

    purgeTrash(): Promise<number> {
      const before = daysBefore(clock(), TRASH_DAYS).toISOString();
      return inTransaction(db, (trx) => trash.purgePageTrash(trx, before));
    },
  };
}
