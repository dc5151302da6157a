import type { VersionListQuery } from '@longhand/contract/list-query';
import type {
  ListedPage,
  Page,
  PageVersion,
  PlacedPage,
  PublicPage,
} from '@longhand/contract/pages';
import { visibleText } from '@longhand/contract/search';
import type { ListPart } from '../http/list-part.ts';
import { ProblemError } from '../http/problem.ts';
import { explainCorruptSnapshot, type OnCorrupt } from '../posts/snapshots.ts';
import { thinVersions } from '../posts/thin-versions.ts';
import { defaultTextOf } from './default-pages.ts';
import { noSuchPage } from './page-problems.ts';
import { renderPage } from './page-renderer.ts';
import { findMovedSlug, listRedirects } from './page-slugs.repository.ts';
import { createPageTrash } from './page-trash.service.ts';
import {
  deleteVersions,
  findPageVersion,
  listPageVersions,
  readVersionsBefore,
} from './page-versions.repository.ts';
import { createPageWriter } from './page-writer.service.ts';
import * as pages from './pages.repository.ts';
import type { PagesOptions } from './pages-options.ts';
import type { StoredPage } from './stored-page.ts';
import { toWrittenPage } from './written-page.ts';

/** About what search engines show. */
const MAX_DESCRIPTION = 160;

function describe(publicContent: string): string {
  const text = visibleText(publicContent);
  if (text.length <= MAX_DESCRIPTION) return text;
  const start = text.slice(0, MAX_DESCRIPTION).replace(/\s+\S*$|[\ud800-\udbff]$/, '');
  return `${start} …`;
}

function createPageReader({ db, renderer, readSite }: PagesOptions) {
  async function find(id: string): Promise<StoredPage> {
    const page = await pages.findPage(db, id);
    if (!page) throw noSuchPage();
    return page;
  }

  async function renderDefault(content: string): Promise<string> {
    return (await renderPage(renderer, content)).public_content ?? '';
  }

  return {
    async list(): Promise<Page[]> {
      const [stored, site] = [await pages.listPages(db), await readSite()];
      return stored.map((page) => toWrittenPage(page, site));
    },

    async find(id: string): Promise<Page> {
      return toWrittenPage(await find(id), await readSite());
    },

    async listVersions(
      id: string,
      query: VersionListQuery,
      onCorrupt: OnCorrupt,
    ): Promise<ListPart<PageVersion>> {
      if (!(await pages.pageExists(db, id))) throw noSuchPage();
      return listPageVersions(db, id, query, onCorrupt);
    },

    /** A default text is that of today: it was never stored. */
    async findVersion(id: string, version: number): Promise<Page> {
      await find(id);
      const stored = await findPageVersion(db, id, version).catch((error) => {
        throw explainCorruptSnapshot(error, `Version ${version} of this page`);
      });
      if (!stored) throw new ProblemError('not-found', 'The page has no such replaced version.');
      return toWrittenPage(stored, await readSite());
    },

    async listPublic(): Promise<ListedPage[]> {
      const redirects = Map.groupBy(await listRedirects(db), ({ to }) => to);
      return (await pages.listSummaries(db)).map((page) => ({
        ...page,
        former_slugs: (redirects.get(page.slug) ?? []).map(({ from }) => from),
      }));
    },

    /** The present slug of a page that had this one before. */
    findMovedSlug: (slug: string) => findMovedSlug(db, slug),

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
      const defaults = defaultTextOf(id, await readSite());
      const content = stored.content ?? (await renderDefault(defaults?.content ?? ''));
      const meta_description =
        stored.meta_description ?? defaults?.meta_description ?? describe(content);
      return { id, slug, title, content, updated_at, meta_description };
    },
  };
}

export function createPagesService(options: PagesOptions) {
  const { db, clock } = options;
  return {
    ...createPageReader(options),
    ...createPageWriter(options),
    ...createPageTrash(options),

    /** Leaves one version a month of those older than a year. */
    thinVersions: (timeZone: string) =>
      thinVersions(db, {
        now: clock(),
        timeZone,
        read: readVersionsBefore,
        remove: deleteVersions,
      }),
  };
}

export type PagesService = ReturnType<typeof createPagesService>;
