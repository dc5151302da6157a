import { appendFile, rm, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  ImportError,
  type ImportOptions,
  type ImportProgress,
  importSource,
  openImport,
  openPictureFolder,
  readImportKind,
  recordUnfinishedImport,
  withDryRun,
  withImport,
} from '@longhand/api/imports';
import type { ImportReport } from '@longhand/contract/imports';
import { CommandError, type Context, runCommand, untilStopped } from './command.ts';
import { counted, progressLine } from './progress.ts';

/** The screen shows only the first; the file that --report names has all. */
const MAX_LISTED = 50;

function listed(heading: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - MAX_LISTED;
  return [
    '',
    `${heading}:`,
    ...lines.slice(0, MAX_LISTED).map((line) => `  - ${line}`),
    ...(more > 0 ? [`  and ${more} more: --report FILE lists all of them.`] : []),
  ];
}

function countReasons(skipped: ImportReport['skipped']): string[] {
  const byReason = Map.groupBy(skipped, ({ reason }) => reason);
  return [...byReason].map(([reason, { length, 0: first }]) =>
    length === 1 ? `${first?.title}: ${reason}` : `${length} items: ${reason}`,
  );
}

function describeReport(report: ImportReport): string {
  const { items, imported, posts, pages, drafts, skipped, notes, pictures, redirects } = report;
  const [taken, left] = report.dry_run ? ['would be', 'would not'] : ['were', 'were not'];
  const missing = pictures.missing.length;
  return [
    `${counted(items, 'item', 'items')} found: ${imported} ${taken} imported, ${skipped.length} ${left}.`,
    `Imported: ${counted(posts, 'post', 'posts')}, of which ${drafts} not public, and ${counted(pages, 'page', 'pages')}.`,
    ...(report.scheduled > 0
      ? [
          `Scheduled: ${counted(report.scheduled, 'post', 'posts')}, published at their own times. Nothing is sent to subscribers.`,
        ]
      : []),
    `Pictures: ${pictures.imported} imported, ${missing} missing. Redirects: ${redirects}.`,
    ...(report.comments > 0
      ? [
          `${counted(report.comments, 'comment', 'comments')} not imported: there are no comments here.`,
        ]
      : []),
    ...listed('Not imported', countReasons(skipped)),
    ...listed(
      'Changed during the import',
      notes.map(({ title, note }) => `${title}: ${note}`),
    ),
    ...listed('Missing pictures, which stay linked as they were', pictures.missing),
    ...(report.dry_run ? ['', 'Nothing was changed: this was a dry run.'] : []),
  ].join('\n');
}

const USAGE =
  'npm run import -- PATH [--from wordpress|ghost|markdown|medium|substack|longhand] [--dry-run] [--images FOLDER] [--fetch-images] [--report FILE]';

function describeProgress({ phase, items, of }: ImportProgress): string {
  return phase === 'reading' ? `${items} items read` : `${items} of ${of} items`;
}

function readKind({ options: { from } }: Context) {
  return readImportKind(from === undefined ? undefined : String(from));
}

async function readOptions({ options, folder }: Context): Promise<ImportOptions> {
  const { images } = options;
  return {
    folder:
      images === undefined ? undefined : await openPictureFolder(resolve(folder, String(images))),
    dryRun: options['dry-run'] === true,
    fetchImages: options['fetch-images'] === true,
  };
}

async function runImport(context: Context, path: string): Promise<ImportReport> {
  const options = await readOptions(context);
  const source = await openImport(path, readKind(context));
  const line = progressLine();
  const onProgress = (progress: ImportProgress) => line.show(describeProgress(progress));
  const use = options.dryRun ? withDryRun : withImport;
  try {
    return await untilStopped((signal) =>
      use(context.config, async (parts) => {
        try {
          return await importSource(parts, source, { ...options, onProgress, signal });
        } catch (error) {
          if (!options.dryRun) await recordUnfinishedImport(parts);
          throw error;
        }
      }),
    );
  } finally {
    line.clear();
    await source.close();
  }
}

/** Called before the import, because its report must not be lost. Returns a function that removes the file again. */
async function prepareReport(file: string): Promise<() => Promise<void>> {
  const isNew = (await stat(file).catch(() => undefined)) === undefined;
  await appendFile(file, '').catch(() => {
    throw new CommandError(
      `The report cannot be written to ${file}, so nothing was imported. Name a file in an existing folder that you can write to.`,
    );
  });
  return async () => {
    if (isNew) await rm(file, { force: true });
  };
}

async function writeReport(file: string, report: ImportReport): Promise<void> {
  try {
    await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
  } catch {
    throw new CommandError(
      `The import is complete, but its report could not be written to ${file}.`,
    );
  }
}

async function importAndReport(context: Context, path: string): Promise<void> {
  const { options, folder } = context;
  const file = options.report === undefined ? undefined : resolve(folder, String(options.report));
  const discard = file === undefined ? undefined : await prepareReport(file);
  const report = await runImport(context, path).catch(async (error) => {
    await discard?.();
    throw error;
  });
  console.log(describeReport(report));
  if (file !== undefined) await writeReport(file, report);
}

await runCommand({
  usage: USAGE,
  options: {
    from: 'string',
    'dry-run': 'boolean',
    images: 'string',
    'fetch-images': 'boolean',
    report: 'string',
  },
  async run(context) {
    const { argument, folder } = context;
    if (!argument) throw new CommandError(`Which file or folder? Usage: ${USAGE}`);
    try {
      await importAndReport(context, resolve(folder, argument));
    } catch (error) {
      throw error instanceof ImportError ? new CommandError(error.message) : error;
    }
  },
});
