import type { ImportKind, ImportReport } from '@longhand/contract/imports';
import type { Context } from '../context.ts';
import { currentOrigin } from '../events/origin.ts';
import type { PagesService } from '../pages/pages.service.ts';
import type { PostsService } from '../posts/posts.service.ts';
import { createContentRewriter, createSiteAddresses } from './content/rewrite-content.ts';
import { createDocumentImport, shownTitle } from './import-documents.ts';
import type { ImportWriter } from './import-writer.ts';
import { createPictures, type FetchPicture } from './pictures/import-pictures.ts';
import type { PictureFolder } from './pictures/picture-folder.ts';
import { type Planned, planImport } from './plan-import.ts';
import { type FoundItem, ImportError, type ImportSource } from './source.ts';

type Publishing = { readonly published: boolean; readonly publish_at: string | null };

function createReporter(kind: ImportKind, dryRun: boolean) {
  const skipped: ImportReport['skipped'] = [];
  const notes: ImportReport['notes'] = [];
  const missing = new Set<string>();
  const counts = { posts: 0, pages: 0, drafts: 0, scheduled: 0, pictures: 0, redirects: 0 };

  const count = (name: keyof typeof counts, number = 1) => {
    counts[name] += number;
  };

  return {
    skip: (title: string, reason: string) => void skipped.push({ title, reason }),
    note: (title: string, note: string) => void notes.push({ title, note }),
    pictureImported: () => count('pictures'),
    pictureMissing: (address: string) => void missing.add(address),
    redirectsMade: (number: number) => count('redirects', number),
    pageImported: () => count('pages'),
    postImported({ published, publish_at }: Publishing): void {
      count('posts');
      if (!published) count('drafts');
      if (publish_at !== null) count('scheduled');
    },

    finish(comments: number): ImportReport {
      const { pictures, ...documents } = counts;
      const imported = documents.posts + documents.pages;
      return {
        ...{ kind, dry_run: dryRun, items: imported + skipped.length, imported, ...documents },
        ...{ skipped, notes, comments },
        pictures: { imported: pictures, missing: [...missing].toSorted() },
      };
    },
  };
}

export type ImportReporter = ReturnType<typeof createReporter>;

export type ImportProgress = {
  readonly phase: 'reading' | 'importing';
  readonly items: number;
  /** Null until all items have been read. */
  readonly of: number | null;
};

export type ImportRun = Pick<Context, 'db' | 'clock'> & {
  readonly siteUrl: string;
  readonly posts: PostsService;
  readonly pages: PagesService;
  readonly writer: ImportWriter;
  readonly dryRun: boolean;
  readonly folder?: PictureFolder | undefined;
  readonly fetch?: FetchPicture | undefined;
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
};

type OwnParts = {
  readonly writer: ImportWriter;
  readonly report: ImportReporter;
  readonly importPicture: (path: string) => Promise<unknown>;
  readonly onPicture: () => void;
};

/**
 * Imports what an export of this software has besides documents: pictures that no document shows, and
 * settings.
 */
async function importOwn(
  { pictures, settings }: NonNullable<ImportSource['own']>,
  { writer, report, importPicture, onPicture }: OwnParts,
): Promise<void> {
  for (const path of pictures) {
    await importPicture(path);
    onPicture();
  }
  if (currentOrigin().actor !== 'token') await writer.storeSettings(settings);
  else if (Object.keys(settings).length > 0)
    report.note('Settings', 'They are not imported, because an API token may not change them.');
}

/**
 * Reads all items twice: first to know the address of each, then to store one after the other, each in its
 * own transaction. An interrupted import is completed by the next one.
 */
export async function runImport(source: ImportSource, run: ImportRun): Promise<ImportReport> {
  const { db, clock, posts, pages, writer, folder, fetch, signal, onProgress = () => {} } = run;
  const now = clock();
  const plans = { posts: await posts.planImport(), pages: await pages.planImport() };
  const { planned, newAddress } = await planImport(source, { db, now, ...plans }, (items) => {
    signal?.throwIfAborted();
    onProgress({ phase: 'reading', items, of: null });
  });
  const report = createReporter(source.kind, run.dryRun);
  const site = createSiteAddresses(source);
  const pictures = createPictures({
    source,
    site,
    folder,
    fetch,
    report,
    add: writer.addPicture,
    has: writer.hasPicture,
  });
  const rewriter = createContentRewriter({
    site,
    pictures,
    newAddress,
    here: createSiteAddresses(run),
  });
  const importDocument = createDocumentImport({
    rewriter,
    writer,
    report,
    now,
    readText: posts.readText,
  });

  async function importItem(item: FoundItem, plan: Planned | undefined): Promise<void> {
    if (plan?.kind === 'skipped') report.skip(shownTitle(item.title), plan.reason);
    else if (plan && item.kind !== 'skipped') await importDocument(item, plan);
    // This item was read in time only once.
    else if (plan && item.kind === 'skipped') report.skip(shownTitle(item.title), item.reason);
    else throw new ImportError('The file was changed while it was read. Run the import again.');
  }

  let items = 0;
  function tellProgress(): void {
    signal?.throwIfAborted();
    onProgress({ phase: 'importing', items, of: planned.length });
  }

  tellProgress();
  // First: the language of the site is one of the settings.
  if (source.own)
    await importOwn(source.own, {
      ...{ writer, report },
      importPicture: pictures.importOwn,
      // All of them together may take longer than the server waits for an item.
      onPicture: tellProgress,
    });
  for await (const item of source.items()) {
    await importItem(item, planned[items]);
    items += 1;
    tellProgress();
  }
  report.redirectsMade(await writer.storeRedirects(source.redirects()));
  return report.finish(source.comments());
}
