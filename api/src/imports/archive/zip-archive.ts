import { crc32 } from 'node:zlib';
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';
import { type Archive, type ArchiveEntry, ImportError } from '../source.ts';
import {
  ARCHIVE_LIMITS,
  boundedStream,
  createEntryList,
  damaged,
  type EntryList,
  shownName,
} from './entries.ts';

const LOCAL_HEADER_BYTES = 30;
const FILE_TYPE = 0o170000;
const REGULAR_FILE = 0o100000;
const UNIX = 3;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Many programs pack UTF-8 without a flag; other names are in the old encoding of zip. */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  try {
    return utf8.decode(fileNameRaw);
  } catch {
    return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
  }
}

function isFile(entry: Entry, name: string): boolean {
  if (/[/\\]$/.test(name)) return false;
  if (entry.versionMadeBy >>> 8 !== UNIX) return true;
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  return type === 0 || type === REGULAR_FILE;
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 ** 2).toLocaleString('en')} MB`;
}

function damagedZip(name: string, cause: unknown): ImportError {
  return new ImportError(
    `The zip ${shownName(name)} is damaged or incomplete. Download or export it again.`,
    { cause },
  );
}

function refuseEncrypted(entry: Entry): void {
  if (!entry.isEncrypted()) return;
  throw new ImportError(
    'The zip is protected by a password. Unpack it, and import the folder that it gives.',
  );
}

function refuseOverlaps(packed: readonly Entry[]): void {
  const inOrder = packed.toSorted(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  );
  let end = 0;
  for (const entry of inOrder) {
    if (entry.relativeOffsetOfLocalHeader < end)
      throw new ImportError('The zip has files that share their bytes. Nothing was imported.');
    const header = LOCAL_HEADER_BYTES + entry.fileNameRaw.length;
    end = entry.relativeOffsetOfLocalHeader + header + entry.compressedSize;
  }
}

/** Checks the sizes that the zip declares: reading stops where an entry is longer than declared. */
function refuseBomb(packed: readonly Entry[], zipBytes: number): void {
  const sizes = packed.map(({ uncompressedSize }) => uncompressedSize);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const isBomb =
    bytes > Math.max(ARCHIVE_LIMITS.ratioFrom, zipBytes * ARCHIVE_LIMITS.ratio) ||
    bytes > ARCHIVE_LIMITS.totalBytes ||
    sizes.some((size) => size > ARCHIVE_LIMITS.entryBytes);
  if (!isBomb) return;
  throw new ImportError(
    `The zip says that it holds ${megabytes(bytes)} in ${megabytes(zipBytes)}. Nothing was imported: it may be made to fill this computer. If it is yours, unpack it and import the folder.`,
  );
}

async function listFiles(zip: ZipFile, zipBytes: number): Promise<EntryList<Entry>> {
  const files = createEntryList<Entry>();
  const packed: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    refuseEncrypted(entry);
    packed.push(entry);
    const name = nameOf(entry);
    if (isFile(entry, name)) files.add(name, entry.uncompressedSize, entry);
  }
  refuseOverlaps(packed);
  refuseBomb(packed, zipBytes);
  return files;
}

async function readPacked(zip: ZipFile, entry: ArchiveEntry, packed: Entry) {
  const stream = await zip.openReadStreamPromise(packed).catch((error) => {
    throw damaged(entry, error);
  });
  let sum = 0;
  const add = (chunk: Buffer) => {
    sum = crc32(chunk, sum);
  };
  return boundedStream(entry, stream, add, () => sum === packed.crc32);
}

export async function openZip(path: string, name: string, zipBytes: number): Promise<Archive> {
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false }).catch((error) => {
    throw damagedZip(name, error);
  });
  try {
    const files = await listFiles(zip, zipBytes);
    return {
      name,
      isFolder: false,
      entries: files.entries,
      open: (entry) => readPacked(zip, entry, files.openerOf(entry)),
      close: async () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error instanceof ImportError ? error : damagedZip(name, error);
  }
}
