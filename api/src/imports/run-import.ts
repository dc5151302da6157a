import type { ImportReport } from '@longhand/contract/imports';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import type { PagesService } from '../pages/pages.service.ts';
import type { PostsService } from '../posts/posts.service.ts';
import { createContentRewriter } from './content/rewrite-content.ts';
import { createSiteAddresses } from './content/site-addresses.ts';
import { createDocumentImport, shownTitle } from './import-documents.ts';
import { createReporter } from './import-reporter.ts';
import type { ImportWriter } from './import-writer.ts';
import { createPictures, type FetchPicture } from './pictures/import-pictures.ts';
import type { PictureFolder } from './pictures/picture-folder.ts';
import { type Planned, planImport } from './plan-import.ts';
import { type FoundItem, ImportError, type ImportSource } from './source.ts';

export type ImportProgress = {
  readonly phase: 'reading' | 'importing';
  readonly items: number;
  /** Known once all have been read. */
  readonly of: number | null;
};

export type ImportRun = {
  readonly db: Database;
  readonly clock: Clock;
  /** The address of this blog. */
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
  readonly importPicture: (path: string) => Promise<unknown>;
};

/** What an export of this software has beside its documents: pictures that none shows, and settings. */
async function importOwn(
  { pictures, settings }: NonNullable<ImportSource['own']>,
  { writer, importPicture }: OwnParts,
): Promise<void> {
  for (const path of pictures) await importPicture(path);
  await writer.storeSettings(settings);
}

/**
 * Reads all items twice: first to know where each will be, then to store one after the other, each in
 * a transaction of its own. An import that was interrupted is completed by the next one.
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
    ...{ source, site, folder, fetch, report },
    ...{ add: writer.addPicture, has: writer.hasPicture },
  });
  const rewriter = createContentRewriter({
    ...{ site, pictures, newAddress },
    here: createSiteAddresses(run),
  });
  const importDocument = createDocumentImport({
    ...{ rewriter, writer, report, now },
    readText: posts.readText,
  });

  async function importItem(item: FoundItem, plan: Planned | undefined): Promise<void> {
    if (plan?.kind === 'skipped') report.skip(shownTitle(item.title), plan.reason);
    else if (plan && item.kind !== 'skipped') await importDocument(item, plan);
    else throw new ImportError('The file was changed while it was read. Run the import again.');
  }

  // First: the language of the site is one of the settings.
  if (source.own) await importOwn(source.own, { writer, importPicture: pictures.importOwn });
  let items = 0;
  for await (const item of source.items()) {
    signal?.throwIfAborted();
    await importItem(item, planned[items]);
    items += 1;
    onProgress({ phase: 'importing', items, of: planned.length });
  }
  report.redirectsMade(await writer.storeRedirects(source.redirects()));
  return report.finish(source.comments());
}
