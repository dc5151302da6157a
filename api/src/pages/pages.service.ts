import { randomUUIDv7 } from 'node:crypto';
import type {
  ListedPage,
  NewPageInput,
  Page,
  PageInput,
  PageSummary,
  PlacedPage,
  PublicPage,
} from '@longhand/contract/pages/pages';
import { visibleText } from '@longhand/contract/posts/search';
import { startOfText } from '@longhand/contract/text/text';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { PAGES, type UpdateOptions } from '../documents/document-kinds.ts';
import { expectVersion, noSuchDocument } from '../documents/document-problems.ts';
import { moveToTrash } from '../documents/trash.repository.ts';
import { createTrash } from '../documents/trash.service.ts';
import { createVersions } from '../documents/versions.service.ts';
import { deleteWorkingCopy } from '../documents/working-copies.repository.ts';
import { createWorkingCopies } from '../documents/working-copies.service.ts';
import { ProblemError } from '../http/problem.ts';
import type { Renderer } from '../rendering/render.ts';
import {
  builtInPageOf,
  defaultTextOf,
  type SiteWords,
  shownTitle,
  toWrittenPage,
} from './default-pages.ts';
import { createPageImport } from './import-pages.service.ts';
import { renderPage, renderStoredPage } from './page-renderer.ts';
import { findMovedSlug, listRedirects, releaseFormerSlugs } from './page-slugs.repository.ts';
import * as pages from './pages.repository.ts';
import {
  applyChanges,
  applyPlace,
  firstFreeSlug,
  hasSameWords,
  listForOneMore,
  prepareNewPage,
  toChanges,
} from './prepare-page.ts';

type PagesOptions = {
  readonly db: Database;
  readonly clock: Clock;
  readonly renderer: Renderer;
  readonly readSite: () => Promise<SiteWords>;
};

function createPageTrash({ db, clock, renderer, readSite }: PagesOptions) {
  const trash = createTrash({ db, clock }, PAGES, {
    render: ({ content }) => renderStoredPage(renderer, content),
    async insert(trx, { document, deletedAt }, rendered) {
      // The address of a page is free for others as soon as it is deleted.
      const slug = firstFreeSlug(document.slug, await listForOneMore(trx));
      const { created_at, updated_at } = document;
      const dates = { created_at: created_at ?? deletedAt, updated_at: updated_at ?? deletedAt };
      const restored = { ...document, ...dates, slug };
      await pages.insertPage(trx, restored, rendered);
      return restored;
    },
    deleteBelongings: releaseFormerSlugs,
  });
  return {
    ...trash,

    restore: async (id: string): Promise<Page> =>
      toWrittenPage(await trash.restore(id), await readSite()),

    async delete(id: string): Promise<void> {
      await inTransaction(db, async (trx) => {
        const page = await pages.findPage(trx, id);
        if (!page) throw noSuchDocument('page');
        if (builtInPageOf(id))
          throw new ProblemError(
            'invalid-input',
            `The page ${page.title} cannot be deleted; it can be hidden from the header.`,
          );
        await moveToTrash(trx, PAGES, page, { deletedAt: clock().toISOString() });
      });
    },
  };
}

function createPageWriter({ db, clock, renderer, readSite }: PagesOptions) {
  return {
    async create(input: NewPageInput): Promise<Page> {
      const rendered = await renderPage(renderer, input.content);
      const created = await inTransaction(db, async (trx) => {
        const others = await listForOneMore(trx);
        const page = prepareNewPage(randomUUIDv7(), input, others, clock().toISOString());
        await pages.insertPage(trx, page, rendered);
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
        const current = await pages.findPage(trx, id);
        if (!current) throw noSuchDocument('page');
        expectVersion('page', version, current.version);
        if (workingCopy !== undefined) await deleteWorkingCopy(trx, PAGES, id, workingCopy);
        const now = clock().toISOString();
        if (hasSameWords(current, changes)) {
          const placed = applyPlace(current, changes, now);
          await pages.updatePage(trx, placed);
          return placed;
        }
        const next = await applyChanges(trx, current, changes, now);
        await pages.replacePage(trx, current, next, rendered);
        return next;
      });
      return toWrittenPage(saved, site);
    },
  };
}

/** Search engines show about this many characters. */
const MAX_DESCRIPTION = 160;

function createPageReader({ db, renderer, readSite }: PagesOptions) {
  async function renderDefault(content: string): Promise<string> {
    return (await renderPage(renderer, content)).public_content ?? '';
  }

  async function listSummaries(): Promise<PageSummary[]> {
    const site = await readSite();
    return (await pages.listSummaries(db)).map(({ hasDefaultText, ...page }) => ({
      ...page,
      title: hasDefaultText ? shownTitle(page, site) : page.title,
    }));
  }

  return {
    async list(): Promise<Page[]> {
      const [stored, site] = [await pages.listPages(db), await readSite()];
      return stored.map((page) => toWrittenPage(page, site));
    },

    async find(id: string): Promise<Page> {
      const page = await pages.findPage(db, id);
      if (!page) throw noSuchDocument('page');
      return toWrittenPage(page, await readSite());
    },

    async listPublic(): Promise<ListedPage[]> {
      const redirects = Map.groupBy(await listRedirects(db), ({ to }) => to);
      return (await listSummaries()).map((page) => ({
        ...page,
        former_slugs: (redirects.get(page.slug) ?? []).map(({ from }) => from),
      }));
    },

    findMovedSlug: (slug: string) => findMovedSlug(db, slug),

    async listPlaced(): Promise<PlacedPage[]> {
      return (await listSummaries())
        .filter(({ placement }) => placement !== 'none')
        .map(({ slug, title, placement }) => ({ slug, title, placement }));
    },

    async findPublic(slug: string): Promise<PublicPage | undefined> {
      const stored = await pages.findPageAsPublic(db, slug);
      if (!stored) return undefined;
      const { id, updated_at } = stored;
      const site = await readSite();
      const defaults = defaultTextOf(id, site);
      const title = stored.content === null ? shownTitle(stored, site) : stored.title;
      const content = stored.content ?? (await renderDefault(defaults?.content ?? ''));
      const meta_description =
        stored.meta_description ??
        defaults?.meta_description ??
        startOfText(visibleText(content), MAX_DESCRIPTION);
      return { id, slug, title, content, updated_at, meta_description };
    },
  };
}

export function createPagesService(options: PagesOptions) {
  const versions = createVersions(options, PAGES, pages.pageExists);
  return {
    ...createPageReader(options),
    ...createPageWriter(options),
    ...createPageTrash(options),
    ...createPageImport(options.db, options.renderer),
    ...versions,
    workingCopies: createWorkingCopies(options, PAGES, { exists: pages.pageExists }),

    /** A default text is that of today, because it was never stored. */
    findVersion: async (id: string, version: number): Promise<Page> =>
      toWrittenPage(await versions.findVersion(id, version), await options.readSite()),
  };
}

export type PagesService = ReturnType<typeof createPagesService>;
