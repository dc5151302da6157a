import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import { undefinedIfMissing } from '../files/atomic-write.ts';

/** Its message is a sentence for the owner. */
export class ExportError extends Error {}

type Content = string | Uint8Array | AsyncIterable<string | Uint8Array>;

function isWhole(content: Content): content is string | Uint8Array {
  return typeof content === 'string' || content instanceof Uint8Array;
}

export type ExportTarget = {
  /** `name` is a path with slashes; resolves when the file is written. */
  add(name: string, content: Content): Promise<void>;
  finish(): Promise<void>;
  /** Called instead of `finish`: nothing is left that could be taken for a complete export. */
  abandon(): Promise<void>;
};

/** Finishes what `write` has written; abandons it if that fails. */
export async function fillTarget<Result>(
  target: ExportTarget,
  write: (target: ExportTarget) => Promise<Result>,
): Promise<Result> {
  try {
    const result = await write(target);
    await target.finish();
    return result;
  } catch (error) {
    await target.abandon();
    throw error;
  }
}

/** It is inside the folder, which may be a file system of its own; an import does not look into it. */
const UNFINISHED = '.unfinished';

/** Folders are moved first: the file that marks a complete export comes last. */
async function moveUp(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { withFileTypes: true });
  const inOrder = entries.toSorted((a, b) => Number(b.isDirectory()) - Number(a.isDirectory()));
  for (const { name } of inOrder) await rename(join(from, name), join(to, name));
  await rmdir(from);
}

async function writeNew(file: string, content: Content): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  if (isWhole(content)) await writeFile(file, content, { flag: 'wx' });
  else await pipeline(content, createWriteStream(file, { flags: 'wx' }));
}

/** The folder must be new or empty: files of an earlier export would look like part of this one. */
export async function createFolderTarget(folder: string): Promise<ExportTarget> {
  const names = await readdir(folder).catch((error) => {
    if (error.code === 'ENOTDIR')
      throw new ExportError(`${folder} is a file. Choose a folder that is empty or new.`);
    return undefinedIfMissing(error);
  });
  if (names?.some((name) => name !== UNFINISHED))
    throw new ExportError(`${folder} is not empty. Choose a folder that is empty or new.`);
  const unfinished = join(folder, UNFINISHED);
  // An export that was killed leaves this folder behind.
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  return {
    async add(name, content) {
      await writeNew(join(unfinished, name), content).catch((error) => {
        if (!/^(ENOSPC|EDQUOT)$/.test(error.code)) throw error;
        throw new ExportError(
          `The disk that holds ${folder} is full. Nothing was left there: free some space, or choose a folder elsewhere.`,
        );
      });
    },
    finish: () => moveUp(unfinished, folder),
    async abandon() {
      await rm(unfinished, { recursive: true, force: true });
      // Something else may be in it by now.
      if (names === undefined) await rmdir(folder).catch(() => {});
    },
  };
}

/** Pictures are compressed already. */
const COMPRESSED = /\.(png|jpe?g|webp|gif|avif|woff2)$/i;

/** The zip keeps this function until its end, so the function must not keep the content in memory. */
function sendOnce(content: Readable) {
  const held = [content];
  return (send: (error: null, content: Readable) => void) => send(null, held.pop() as Readable);
}

/** Each file is sent before the next one is read, so that an export needs little memory. */
export function createZipTarget(into: Writable): ExportTarget {
  const zip = new yazl.ZipFile();
  const sent = pipeline(zip.outputStream as Readable, into);
  sent.catch(() => {});
  return {
    async add(name, content) {
      const entry = Readable.from(isWhole(content) ? [content] : content, {
        objectMode: false,
      });
      const added = new Promise<void>((resolve, reject) => {
        entry.once('end', resolve);
        entry.once('error', reject);
        // This fails when the reader of the zip is gone.
        sent.catch(reject);
      });
      zip.addReadStreamLazy(name, { compress: !COMPRESSED.test(name) }, sendOnce(entry));
      await added;
    },
    async finish() {
      zip.end();
      await sent;
    },
    // Without its end, a zip cannot be opened.
    abandon: async () => {},
  };
}
