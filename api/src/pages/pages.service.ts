import type { Page, PageSummary, PlacedPage, PublicPage } from '@longhand/contract/pages';
import { visibleText } from '@longhand/contract/search';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import type { Renderer } from '../posts/rendering/render.ts';
import { defaultTextOf, type SiteWords } from './default-pages.ts';
import * as pages from './pages.repository.ts';
import type { StoredPage } from './stored-page.ts';

/** About what search engines show. */
const MAX_DESCRIPTION = 160;

export type PagesOptions = {
  readonly db: Database;
  readonly clock: Clock;
  readonly renderer: Renderer;
  readonly readSite: () => Promise<SiteWords>;
};

function describe(publicContent: string): string {
  const text = visibleText(publicContent);
  if (text.length <= MAX_DESCRIPTION) return text;
  const start = text.slice(0, MAX_DESCRIPTION).replace(/\s+\S*$|[\ud800-\udbff]$/, '');
  return `${start} …`;
}

function toWrittenPage(stored: StoredPage, site: SiteWords): Page {
  const text = defaultTextOf(stored.slug, site);
  return {
    ...stored,
    content: stored.content ?? text?.content ?? '',
    meta_description: stored.meta_description ?? text?.meta_description ?? null,
    is_default: text !== undefined && stored.content === null,
  };
}

export function createPagesService({ db, renderer, readSite }: PagesOptions) {
  async function renderDefault(title: string, content: string): Promise<string> {
    return (await renderer.renderPost({ title, excerpt: '', content })).public_content;
  }

  return {
    async list(): Promise<Page[]> {
      const [stored, site] = [await pages.listPages(db), await readSite()];
      return stored.map((page) => toWrittenPage(page, site));
    },

    listPublic: (): Promise<PageSummary[]> => pages.listSummaries(db),

    /** Those in the header or the footer, in their order. */
    async listPlaced(): Promise<PlacedPage[]> {
      return (await pages.listSummaries(db))
        .filter(({ placement }) => placement !== 'none')
        .map(({ slug, title, placement }) => ({ slug, title, placement }));
    },

    async findPublic(slug: string): Promise<PublicPage | undefined> {
      const stored = await pages.findPageAsPublic(db, slug);
      if (!stored) return undefined;
      const { id, title, updated_at } = stored;
      const text = defaultTextOf(slug, await readSite());
      const content = stored.content ?? (await renderDefault(title, text?.content ?? ''));
      const meta_description =
        stored.meta_description ?? text?.meta_description ?? describe(content);
      return { id, slug, title, content, updated_at, meta_description };
    },
  };
}

export type PagesService = ReturnType<typeof createPagesService>;
