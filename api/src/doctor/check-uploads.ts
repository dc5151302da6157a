import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isImageName, UPLOADS_FOLDER, VARIANTS_FOLDER } from '@longhand/contract/media/image-names';
import { HOUR_MS } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { createDiskStore } from '../files/disk-store.ts';
import type { FileStore } from '../files/file-store.ts';
import { isIntact, listUploads, UPLOADS } from '../images/image-store.ts';
import { listVariants } from '../images/image-variants.ts';
import { listUnreferenced } from '../images/unreferenced-uploads.ts';
import { UNREFERENCED_DAYS } from '../images/uploads.service.ts';
import { findShownUploads, type ShownUploads } from '../posts/uploads/upload-references.ts';
import {
  asError,
  asInfo,
  asWarning,
  type Check,
  counted,
  type Finding,
  type Progress,
} from './finding.ts';

const MAX_LISTED = 20;

const CORRUPT = 'is damaged: its content has changed since it was uploaded';

async function checkOnDisk(file: string): Promise<string | undefined> {
  const stats = await stat(file).catch((error: NodeJS.ErrnoException) => error.code ?? 'unknown');
  if (stats === 'ENOENT') return 'is missing';
  if (typeof stats === 'string') return `cannot be examined (${stats})`;
  if (!stats.isFile()) return 'is not a file';
  try {
    return isIntact(basename(file), await readFile(file)) ? undefined : CORRUPT;
  } catch (error) {
    return `cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
}

async function checkInStore(files: FileStore, name: string): Promise<string | undefined> {
  const bytes = await files.read(UPLOADS + name);
  if (!bytes) return 'is missing';
  return isIntact(name, bytes) ? undefined : CORRUPT;
}

type Options = {
  readonly findProblem: (name: string) => Promise<string | undefined>;
  readonly todo: string;
  readonly progress: Progress;
};

async function* uploadFindings(
  names: readonly string[],
  shown: ShownUploads,
  { findProblem, todo, progress }: Options,
): AsyncGenerator<Finding> {
  const all = [...new Set([...shown.keys(), ...names])];
  for (const [index, name] of all.entries()) {
    progress(index, all.length);
    const problem = await findProblem(name);
    if (!problem) continue;
    const shownBy = shown.get(name);
    const message = `The upload ${name} ${problem}`;
    yield shownBy
      ? asError(`${message}; ${shownBy} uses it.`, todo)
      : asWarning(`${message}; nothing uses it.`, 'Delete it, unless you know what it is.');
  }
}

async function* strayFileFindings(
  folder: string,
  names: readonly string[],
): AsyncGenerator<Finding> {
  for (const name of names) {
    if (isImageName(name) || name === VARIANTS_FOLDER) continue;
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Date.now() }));
    if (!name.endsWith('.tmp')) {
      yield asWarning(
        `${name} in the uploads folder is not an upload.`,
        'Move it elsewhere: it is not used.',
      );
    } else if (Date.now() - mtimeMs > 2 * HOUR_MS) {
      yield asWarning(
        `${name} is an incomplete upload left by a crash.`,
        'If the server is running, do nothing: it removes such files every hour. Otherwise delete it.',
      );
    }
  }
  let strays = 0;
  for await (const { name } of listVariants(createDiskStore(dirname(folder))))
    if (!name || !names.includes(name)) strays += 1;
  if (strays > 0)
    yield asInfo(
      `${counted(strays, 'resized picture belongs to an upload that is gone', 'resized pictures belong to uploads that are gone')}; the server removes them within a day.`,
    );
}

async function* unreferencedFindings(
  db: Database,
  folder: string,
  unreferenced: readonly string[],
): AsyncGenerator<Finding> {
  const known = await listUnreferenced(db);
  const since = new Map(known.map((upload) => [upload.name, upload.since.slice(0, 10)]));
  for (const name of unreferenced.slice(0, MAX_LISTED)) {
    const { size } = await stat(join(folder, name)).catch(() => ({ size: 0 }));
    const found = since.has(name)
      ? ` since ${since.get(name)}`
      : ', which the server has not found yet';
    yield asInfo(
      `The upload ${name} (${Math.ceil(size / 1000)} KB) is unreferenced${found}; it is deleted ${UNREFERENCED_DAYS} days after that was found.`,
    );
  }
  if (unreferenced.length > MAX_LISTED)
    yield asInfo(
      `${counted(unreferenced.length - MAX_LISTED, 'more upload is', 'more uploads are')} unreferenced; npm run uploads:collect -- --dry-run lists those that the server has found.`,
    );
}

export function checkUploads(db: Database, dataDir: string, siteUrl: string): Check {
  const folder = join(dataDir, UPLOADS_FOLDER);
  return {
    name: 'Uploads are complete and intact',
    async *find(progress) {
      const { shown, mentioned } = await findShownUploads(db, siteUrl);
      const names = await readdir(folder).catch(() => undefined);
      if (!names) {
        yield asError(
          `The folder ${folder} does not exist or cannot be read; ${shown.size} of its pictures are in use.`,
          'Copy it from a backup. An empty one is made at the next start.',
        );
        return;
      }
      const uploads = names.filter(isImageName);
      yield* uploadFindings(uploads, shown, {
        findProblem: (name) => checkOnDisk(join(folder, name)),
        todo: 'Upload the same picture again to repair it; or copy it from a backup into the folder uploads; or remove it from the text.',
        progress,
      });
      yield* strayFileFindings(folder, names);
      yield* unreferencedFindings(
        db,
        folder,
        uploads.filter((name) => !mentioned.has(name)),
      );
    },
  };
}

/** Reads the object store itself, not its local cache. */
export function checkStoredUploads(db: Database, files: FileStore, siteUrl: string): Check {
  return {
    name: 'Uploads are in the object store, complete and intact',
    async *find(progress) {
      const { shown } = await findShownUploads(db, siteUrl);
      yield* uploadFindings(await listUploads(files), shown, {
        findProblem: (name) => checkInStore(files, name),
        todo: 'Upload the same picture again to repair it; or remove it from the text.',
        progress,
      });
    },
  };
}
