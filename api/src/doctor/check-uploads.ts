import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hashInName, isImageName, UPLOADS_FOLDER } from '@longhand/contract/image-names';
import type { Database } from '../database/tables.ts';
import { createDiskStore } from '../files/disk-store.ts';
import type { FileStore } from '../files/file-store.ts';
import { hashOfImage, listUploads, UPLOADS } from '../images/image-store.ts';
import { listNotedUploads } from '../images/noted-uploads.ts';
import { UNREFERENCED_DAYS } from '../images/uploads.service.ts';
import { listVariants, VARIANTS_FOLDER } from '../images/variant-files.ts';
import { findShownUploads, type ShownUploads } from '../posts/shown-uploads.ts';
import {
  asError,
  asInfo,
  asWarning,
  type Check,
  counted,
  type Finding,
  type Progress,
} from './finding.ts';

/** So many are listed one by one before the rest is only counted. */
const LISTED = 20;
const HOUR_MS = 3_600_000;

const DAMAGED = 'is damaged: its bytes are not those that were uploaded';

async function damageOnDisk(file: string): Promise<string | undefined> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => error.code ?? 'unknown');
  if (found === 'ENOENT') return 'is missing';
  if (typeof found === 'string') return `cannot be looked at (${found})`;
  if (!found.isFile()) return 'is not a file';
  try {
    const isWhole =
      hashOfImage(await readFile(file)) === hashInName(file.split(/[\\/]/).at(-1) ?? '');
    return isWhole ? undefined : DAMAGED;
  } catch (error) {
    return `cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
}

async function damageInStore(files: FileStore, name: string): Promise<string | undefined> {
  const bytes = await files.read(UPLOADS + name);
  if (!bytes) return 'is missing';
  return hashOfImage(bytes) === hashInName(name) ? undefined : DAMAGED;
}

type Options = {
  readonly damageOf: (name: string) => Promise<string | undefined>;
  readonly todo: string;
  readonly progress: Progress;
};

async function* checkEach(
  there: readonly string[],
  named: ShownUploads,
  { damageOf, todo, progress }: Options,
): AsyncGenerator<Finding> {
  const all = [...new Set([...named.keys(), ...there])];
  for (const [index, name] of all.entries()) {
    progress(index, all.length);
    const damage = await damageOf(name);
    if (!damage) continue;
    const by = named.get(name);
    const says = `The upload ${name} ${damage}`;
    yield by
      ? asError(`${says}; ${by} shows it.`, todo)
      : asWarning(`${says}; nothing shows it.`, 'Delete it, unless you know what it is.');
  }
}

async function* strayFindings(folder: string, names: readonly string[]): AsyncGenerator<Finding> {
  for (const name of names) {
    if (isImageName(name) || name === VARIANTS_FOLDER) continue;
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Date.now() }));
    if (!name.endsWith('.tmp')) {
      yield asWarning(
        `${name} among the uploads is none.`,
        'Move it elsewhere: it is never shown.',
      );
    } else if (Date.now() - mtimeMs > 2 * HOUR_MS) {
      yield asWarning(
        `${name} is what a crash left of an upload.`,
        'Nothing, if the server runs: it removes such files every hour. Otherwise delete it.',
      );
    }
  }
  let strays = 0;
  for await (const { name } of listVariants(createDiskStore(dirname(folder))))
    if (!name || !names.includes(name)) strays += 1;
  if (strays > 0)
    yield asInfo(
      `${counted(strays, 'narrower picture is of an upload that is gone', 'narrower pictures are of uploads that are gone')}; the server removes such within a day.`,
    );
}

async function* idleFindings(
  db: Database,
  folder: string,
  idle: readonly string[],
): AsyncGenerator<Finding> {
  const notes = await listNotedUploads(db);
  const since = new Map(notes.map((note) => [note.name, note.since.slice(0, 10)]));
  for (const name of idle.slice(0, LISTED)) {
    const { size } = await stat(join(folder, name)).catch(() => ({ size: 0 }));
    const known = since.has(name) ? `since ${since.get(name)}` : 'which is not noted yet';
    yield asInfo(
      `Nothing names the upload ${name} (${Math.ceil(size / 1000)} KB), ${known}; it goes ${UNREFERENCED_DAYS} days after that was noted.`,
    );
  }
  if (idle.length > LISTED)
    yield asInfo(
      `Nothing names ${counted(idle.length - LISTED, 'more upload')}; npm run uploads:collect -- --dry-run lists those that are noted.`,
    );
}

/** That every picture a post shows is there and whole, and what else is there. */
export function checkUploads(db: Database, dataDir: string, siteUrl: string): Check {
  const folder = join(dataDir, UPLOADS_FOLDER);
  return {
    name: 'Uploads are there, and whole',
    async *find(progress) {
      const { shown, mentioned } = await findShownUploads(db, siteUrl);
      const names = await readdir(folder).catch(() => undefined);
      if (!names) {
        yield asError(
          `The folder ${folder} is not there, or cannot be read; ${shown.size} of its pictures are shown.`,
          'Copy it from a backup. An empty one is made at the next start.',
        );
        return;
      }
      const there = names.filter(isImageName);
      yield* checkEach(there, shown, {
        damageOf: (name) => damageOnDisk(join(folder, name)),
        todo: 'Upload the same picture again, which mends it; or copy it from a backup into the folder uploads; or take it out of the text.',
        progress,
      });
      yield* strayFindings(folder, names);
      yield* idleFindings(
        db,
        folder,
        there.filter((name) => !mentioned.has(name)),
      );
    },
  };
}

/** The same of pictures in an object store, whatever a cache has of them. */
export function checkStoredUploads(db: Database, files: FileStore, siteUrl: string): Check {
  return {
    name: 'Uploads are in the object store, and whole',
    async *find(progress) {
      const { shown } = await findShownUploads(db, siteUrl);
      yield* checkEach(await listUploads(files), shown, {
        damageOf: (name) => damageInStore(files, name),
        todo: 'Upload the same picture again, which mends it; or take it out of the text.',
        progress,
      });
    },
  };
}
