import { open, realpath, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { type Archive, ImportError } from '../source.ts';
import { shownName } from './entry-name.ts';
import { openFolder, openSingleFile } from './folder-archive.ts';
import { ARCHIVE_LIMITS } from './limits.ts';
import { openZip } from './zip-archive.ts';

/** The first bytes of a zip, and of an empty one. */
const ZIP_SIGNATURES = ['504b0304', '504b0506'];

function cannotOpen(path: string) {
  return (error: NodeJS.ErrnoException) => {
    const isMissing = error.code === 'ENOENT' || error.code === 'ENOTDIR';
    throw new ImportError(
      isMissing
        ? `There is no file or folder ${shownName(path)}.`
        : `The file or folder ${shownName(path)} cannot be opened. Check its permissions.`,
      { cause: error },
    );
  };
}

async function firstBytes(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(4) });
    return buffer.subarray(0, bytesRead).toString('hex');
  } finally {
    await file.close();
  }
}

/** Fails with an `ImportError`. Nothing is unpacked: entries are read where they are. */
export async function openArchive(path: string): Promise<Archive> {
  const name = basename(resolve(path)).normalize('NFC');
  const real = await realpath(path).catch(cannotOpen(path));
  const found = await stat(real).catch(cannotOpen(path));
  if (found.isDirectory()) return openFolder(real, name);
  if (!found.isFile()) throw new ImportError(`${shownName(path)} is neither a file nor a folder.`);
  const signature = await firstBytes(real).catch(cannotOpen(path));
  if (ZIP_SIGNATURES.includes(signature)) return openZip(real, name, found.size);
  if (found.size > ARCHIVE_LIMITS.entryBytes)
    throw new ImportError(`The file ${shownName(path)} is larger than 4 GB.`);
  return openSingleFile(real, name, found.size);
}
