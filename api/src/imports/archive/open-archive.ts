import { constants } from 'node:fs';
import { lstat, open, opendir, realpath, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { type Archive, type ArchiveEntry, ImportError } from '../source.ts';
import {
  ARCHIVE_LIMITS,
  boundedStream,
  createEntryList,
  damaged,
  type EntryList,
  isIgnored,
  shownName,
} from './entries.ts';
import { openZip } from './zip-archive.ts';

/** Opening neither follows a link nor waits for the other end of a pipe. */
const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

type Files = EntryList<string>;

async function openFile(path: string) {
  const file = await open(path, READ_FLAGS);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new Error('Not a file');
}

async function readFile(entry: ArchiveEntry, path: string): Promise<Readable> {
  const file = await openFile(path).catch((error) => {
    throw damaged(entry, error);
  });
  return boundedStream(entry, file.createReadStream());
}

function unreadable(name: string) {
  return (cause: unknown) => {
    throw new ImportError(
      `The folder ${shownName(name)} cannot be read. Check its permissions, and try again.`,
      { cause },
    );
  };
}

/**
 * Links are left out, wherever they lead: files in the folder are found without them, and other files belong
 * to somebody else. Pipes, sockets and devices are left out, too.
 */
async function addFolder(files: Files, root: string, within: string, depth: number): Promise<void> {
  if (depth > ARCHIVE_LIMITS.depth)
    throw new ImportError(
      `The folder has folders that are nested too deeply: ${shownName(within)}`,
    );
  const folder = join(root, within);
  const children = await opendir(folder).catch(unreadable(within || basename(root)));
  for await (const child of children) {
    const name = within === '' ? child.name : `${within}/${child.name}`;
    if (isIgnored(child.name)) continue;
    if (child.isDirectory()) await addFolder(files, root, name, depth + 1);
    else if (child.isFile()) await addFile(files, join(root, name), name);
  }
}

/** In a folder, a backslash or `c:` is part of a name. */
function archiveName(name: string): string {
  return name.replaceAll('\\', '_').replace(/^([a-z]):/i, '$1_');
}

async function addFile(files: Files, path: string, name: string): Promise<void> {
  const { size } = await lstat(path).catch(() => ({ size: 0 }));
  files.add(archiveName(name), size, path);
}

/** The order must not depend on the file system. */
function sorted(entries: readonly ArchiveEntry[]): ArchiveEntry[] {
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function openFolder(path: string, name: string): Promise<Archive> {
  const files = createEntryList<string>();
  await addFolder(files, path, '', 0);
  return {
    name,
    isFolder: true,
    entries: sorted(files.entries),
    open: (entry) => readFile(entry, files.openerOf(entry)),
    close: async () => {},
  };
}

function openSingleFile(path: string, name: string, bytes: number): Archive {
  const entry = { name, bytes };
  return {
    name,
    isFolder: false,
    entries: [entry],
    open: () => readFile(entry, path),
    close: async () => {},
  };
}

/** Zips begin with the first one, empty zips with the second. */
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
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(4) });
  return buffer.subarray(0, bytesRead).toString('hex');
}

/** Fails with an `ImportError`. Nothing is unpacked: entries are read from the archive itself. */
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
