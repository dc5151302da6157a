import { randomUUIDv7 } from 'node:crypto';
import type { NewPageInput, Page, PageInput } from '@longhand/contract/pages';
import { inTransaction } from '../database/transaction.ts';
import { PAGES } from '../documents/document-kinds.ts';
import { expectVersion, noSuchDocument } from '../documents/document-problems.ts';
import { deleteWorkingCopy } from '../documents/working-copies.repository.ts';
import { renderPage } from './page-renderer.ts';
import { findPage, insertPage, replacePage, updatePage } from './pages.repository.ts';
import type { PagesOptions } from './pages-options.ts';
import {
  applyChanges,
  applyPlace,
  hasSameWords,
  listForOneMore,
  prepareNewPage,
  toChanges,
} from './prepare-page.ts';
import { toWrittenPage } from './written-page.ts';

/** With `version`, fails with an edit conflict if the page has another one. */
type UpdateOptions = {
  readonly version?: number | undefined;
  /** The version of the working copy that is saved: deleted unless it has changed since. */
  readonly workingCopy?: number | undefined;
};

export function createPageWriter({ db, clock, renderer, readSite }: PagesOptions) {
  return {
    async create(input: NewPageInput): Promise<Page> {
      const rendered = await renderPage(renderer, input.content);
      const created = await inTransaction(db, async (trx) => {
        const others = await listForOneMore(trx);
        const page = prepareNewPage(randomUUIDv7(), input, others, clock().toISOString());
        await insertPage(trx, page, rendered);
        return page;
      });
      return toWrittenPage(created, await readSite());
    },

    async update(
      id: string,
      input: PageInput,
      { version, workingCopy }: UpdateOptions = {},
    ): Promise<Page> {
      const site = await readSite();
      const changes = toChanges(id, input, site);
      const { content } = changes;
      const rendered = content === undefined ? undefined : await renderPage(renderer, content);
      const saved = await inTransaction(db, async (trx) => {
        const current = await findPage(trx, id);
        if (!current) throw noSuchDocument('page');
        expectVersion('page', version, current.version);
        if (workingCopy !== undefined) await deleteWorkingCopy(trx, PAGES, id, workingCopy);
        const now = clock().toISOString();
        if (hasSameWords(current, changes)) {
          const placed = applyPlace(current, changes, now);
          await updatePage(trx, placed);
          return placed;
        }
        const next = await applyChanges(trx, current, changes, now);
        await replacePage(trx, current, next, rendered);
        return next;
      });
      return toWrittenPage(saved, site);
    },
  };
}
