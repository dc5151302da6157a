import { constants } from 'node:fs';
import { lstat, open, opendir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { type Archive, type ArchiveEntry, ImportError } from '../source.ts';
import { boundedStream, damaged } from './bounded-stream.ts';
import { createEntryList, type EntryList } from './entry-list.ts';
import { isIgnored, shownName } from './entry-name.ts';
import { ARCHIVE_LIMITS } from './limits.ts';

/** Neither follows a link nor waits for the other end of a pipe. */
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
 * Links are left out, wherever they lead: what is in the folder is found without them, and what is
 * not belongs to somebody else. So are pipes, sockets and devices.
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

/** Here a backslash or `c:` is part of a name. */
function archiveName(name: string): string {
  return name.replaceAll('\\', '_').replace(/^([a-z]):/i, '$1_');
}

async function addFile(files: Files, path: string, name: string): Promise<void> {
  const { size } = await lstat(path).catch(() => ({ size: 0 }));
  files.add(archiveName(name), size, path);
}

/** In the order of their names, whatever the file system's is. */
function sorted(entries: readonly ArchiveEntry[]): ArchiveEntry[] {
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export async function openFolder(path: string, name: string): Promise<Archive> {
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

export function openSingleFile(path: string, name: string, bytes: number): Archive {
  const entry = { name, bytes };
  return {
    name,
    isFolder: false,
    entries: [entry],
    open: () => readFile(entry, path),
    close: async () => {},
  };
}
