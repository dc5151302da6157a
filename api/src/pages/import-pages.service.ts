import { randomUUIDv7 } from 'node:crypto';
import {
  BUILT_IN_PAGE_IDS,
  isBuiltInPage,
  MAX_PAGES,
} from '@longhand/contract/pages/page-addresses';
import type { Page } from '@longhand/contract/pages/pages';
import type { Database, Transaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { PAGES, type StoredPage } from '../documents/document-kinds.ts';
import type { ImportedDates, ImportOptions, ImportPlan } from '../documents/import-options.ts';
import { listTrashedIds } from '../documents/trash.repository.ts';
import type { Renderer } from '../rendering/render.ts';
import { renderPage } from './page-renderer.ts';
import { keepFormerSlugs } from './page-slugs.repository.ts';
import { findPage, insertPage, listPages, replacePage, updatePage } from './pages.repository.ts';
import {
  applyChanges,
  firstFreeSlug,
  listForOneMore,
  listOthers,
  prepareNewPage,
} from './prepare-page.ts';

/** A page of another blog, with the dates that it has there. Its content may be empty. */
export type ImportedPage = Pick<Page, 'slug' | 'title' | 'content' | 'meta_description'> &
  ImportedDates;

/** These fields are only in exports of this software. */
export type OwnPage = Pick<Page, 'id' | 'placement' | 'position'> & {
  readonly updatedAt: string | null;
  readonly formerSlugs: readonly string[];
  /** True for About or Contact if it was only moved. */
  readonly hasDefaultText: boolean;
};

function asItWas({ updatedAt, placement, position }: OwnPage) {
  return { placement, position, ...(updatedAt !== null && { updated_at: updatedAt }) };
}

/** Finds About or Contact while it has its default text, which an imported one replaces. */
async function findDefault(trx: Transaction, slug: string): Promise<StoredPage | undefined> {
  const page = isBuiltInPage(slug) ? await findPage(trx, BUILT_IN_PAGE_IDS[slug]) : undefined;
  return page?.content === null ? page : undefined;
}

export function createPageImport(db: Database, renderer: Renderer) {
  return {
    /** Undefined if nothing was stored. A slug that was taken in the meantime gets a number. */
    async importPage(
      { created_at, updated_at, ...input }: ImportedPage,
      { now, storeWith }: ImportOptions,
      own?: OwnPage,
    ): Promise<StoredPage | undefined> {
      const rendered = await renderPage(renderer, input.content);
      const kept = { created_at, updated_at, ...(own && asItWas(own)) };
      return inTransaction(db, async (trx) => {
        const current = await findDefault(trx, input.slug);
        const id = current?.id ?? own?.id ?? randomUUIDv7();
        if (!(await storeWith(trx, id))) return undefined;
        if (current) {
          const page = own?.hasDefaultText
            ? { ...current, ...kept }
            : { ...(await applyChanges(trx, current, input, now)), ...kept };
          if (own?.hasDefaultText) await updatePage(trx, page);
          else await replacePage(trx, current, page, rendered);
          return page;
        }
        const others = await listForOneMore(trx);
        const slug = firstFreeSlug(input.slug, others);
        const page = { ...prepareNewPage(id, { ...input, slug }, others, now), ...kept };
        await insertPage(trx, page, rendered);
        if (own) await keepFormerSlugs(trx, id, own.formerSlugs);
        return page;
      });
    },

    async planImport(): Promise<ImportPlan> {
      const stored = await listPages(db);
      const others = await listOthers(db);
      const pages = [...others.pages];
      const replaceable = new Set(
        stored.filter(({ content }) => content === null).map(({ slug }) => slug),
      );
      const trashed = await listTrashedIds(db, PAGES);
      const saved = stored.filter(({ created_at }) => created_at !== null);
      const ids = new Set(saved.map(({ id }) => id));
      return {
        slugOf: new Map(stored.map(({ id, slug }) => [id, slug])),
        isHere: (id) => ids.has(id) || trashed.has(id),
        choose(wanted) {
          if (replaceable.delete(wanted)) return wanted;
          const [first] = pages;
          if (!first || pages.length >= MAX_PAGES) return null;
          const slug = firstFreeSlug(wanted, { ...others, pages });
          pages.push({ ...first, slug });
          return slug;
        },
      };
    },
  };
}
