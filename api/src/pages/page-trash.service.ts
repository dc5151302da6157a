import type { Page } from '@longhand/contract/pages';
import { inTransaction } from '../database/transaction.ts';
import { PAGES } from '../documents/document-kinds.ts';
import { noSuchDocument } from '../documents/document-problems.ts';
import { moveToTrash } from '../documents/trash.repository.ts';
import { createTrash } from '../documents/trash.service.ts';
import { builtInPageOf } from './default-pages.ts';
import { cannotBeDeleted } from './page-problems.ts';
import { renderStoredPage } from './page-renderer.ts';
import { findPage, insertPage } from './pages.repository.ts';
import type { PagesOptions } from './pages-options.ts';
import { firstFreeSlug, listForOneMore } from './prepare-page.ts';
import { toWrittenPage } from './written-page.ts';

export function createPageTrash({ db, clock, renderer, readSite }: PagesOptions) {
  const trash = createTrash({ db, clock }, PAGES, {
    render: ({ content }) => renderStoredPage(renderer, content),
    async insert(trx, { document, deletedAt }, rendered) {
      // Its address is free for others as soon as it is deleted.
      const slug = firstFreeSlug(document.slug, await listForOneMore(trx));
      const { created_at, updated_at } = document;
      const dates = { created_at: created_at ?? deletedAt, updated_at: updated_at ?? deletedAt };
      const restored = { ...document, ...dates, slug };
      await insertPage(trx, restored, rendered);
      return restored;
    },
  });
  return {
    ...trash,

    restore: async (id: string): Promise<Page> =>
      toWrittenPage(await trash.restore(id), await readSite()),

    async delete(id: string): Promise<void> {
      await inTransaction(db, async (trx) => {
        const page = await findPage(trx, id);
        if (!page) throw noSuchDocument('page');
        if (builtInPageOf(id)) throw cannotBeDeleted(page.title);
        await moveToTrash(trx, PAGES, page, { deletedAt: clock().toISOString() });
      });
    },
  };
}
