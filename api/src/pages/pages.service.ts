import type {
  ListedPage,
  Page,
  PageSummary,
  PlacedPage,
  PublicPage,
} from '@longhand/contract/pages';
import { visibleText } from '@longhand/contract/search';
import { startOfText } from '@longhand/contract/text-start';
import { PAGES } from '../documents/document-kinds.ts';
import { noSuchDocument } from '../documents/document-problems.ts';
import { createVersions } from '../documents/versions.service.ts';
import { createWorkingCopies } from '../documents/working-copies.service.ts';
import { defaultTextOf, shownTitle } from './default-pages.ts';
import { createPageImport } from './import-pages.service.ts';
import { renderPage } from './page-renderer.ts';
import { findMovedSlug, listRedirects } from './page-slugs.repository.ts';
import { createPageTrash } from './page-trash.service.ts';
import { createPageWriter } from './page-writer.service.ts';
import * as pages from './pages.repository.ts';
import type { PagesOptions } from './pages-options.ts';
import { toWrittenPage } from './written-page.ts';

/** About what search engines show. */
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

    /** The present slug of a page that had this one before. */
    findMovedSlug: (slug: string) => findMovedSlug(db, slug),

    /** Those in the header or the footer, in their order. */
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
    ...createPageImport(options),
    ...versions,
    workingCopies: createWorkingCopies(options, PAGES, { exists: pages.pageExists }),

    /** A default text is that of today: it was never stored. */
    findVersion: async (id: string, version: number): Promise<Page> =>
      toWrittenPage(await versions.findVersion(id, version), await options.readSite()),
  };
}

export type PagesService = ReturnType<typeof createPagesService>;
