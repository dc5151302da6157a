import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  ImportError,
  type ImportOptions,
  type ImportProgress,
  importSource,
  lowerPriority,
  openImport,
  openPictureFolder,
  readImportKind,
  withDryRun,
  withImport,
} from '@longhand/api/imports';
import type { ImportReport } from '@longhand/contract/imports';
import { CommandError, type Context, runCommand, untilStopped } from './command.ts';
import { describeReport } from './import-report.ts';
import { progressLine } from './progress.ts';

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
      use(context.config, (parts) =>
        importSource(parts, source, { ...options, onProgress, signal }),
      ),
    );
  } finally {
    line.clear();
    await source.close();
  }
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
    const { argument, options, folder } = context;
    if (!argument) throw new CommandError(`Import what? Usage: ${USAGE}`);
    lowerPriority();
    try {
      const report = await runImport(context, resolve(folder, argument));
      console.log(describeReport(report));
      if (options.report !== undefined)
        await writeReport(resolve(folder, String(options.report)), report);
    } catch (error) {
      throw error instanceof ImportError ? new CommandError(error.message) : error;
    }
  },
});
