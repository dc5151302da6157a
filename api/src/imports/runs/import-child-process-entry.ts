// The child process that imports a file: it reads a job from stdin. See import-child-process.ts.
import { text } from 'node:stream/consumers';
import type { ImportProgress } from '@longhand/contract/import-runs';
import type { ImportReport } from '@longhand/contract/imports';
import { lowerPriority, preferForOomKill } from '../../child-process-priority.ts';
import { importSource, openImport, withDryRun, withImport } from '../open-import.ts';
import { ImportError } from '../source.ts';
import type { ImportJob, ImportMessage } from './import-child-process.ts';

/** More often than anybody looks would only cost time. */
const PROGRESS_MS = 300;

function send(message: ImportMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

function createProgress() {
  let last = 0;
  return (progress: ImportProgress) => {
    if (Date.now() - last < PROGRESS_MS) return;
    last = Date.now();
    send({ progress });
  };
}

async function run({ config, file, dryRun, fetchImages }: ImportJob): Promise<ImportReport> {
  const source = await openImport(file);
  const onProgress = createProgress();
  const use = dryRun ? withDryRun : withImport;
  try {
    return await use(config, (parts) =>
      importSource(parts, source, { dryRun, fetchImages, onProgress }),
    );
  } finally {
    await source.close();
  }
}

lowerPriority();
preferForOomKill();
// The server has ended: nobody waits for the result, and the next import completes this one.
process.stdout.on('error', () => process.exit(1));
try {
  send({ report: await run(JSON.parse(await text(process.stdin))) });
} catch (error) {
  if (!(error instanceof ImportError)) throw error;
  send({ failure: error.message });
}
