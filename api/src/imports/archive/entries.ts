import { Readable } from 'node:stream';
import { type ArchiveEntry, ImportError } from '../source.ts';

export function damaged({ name }: ArchiveEntry, cause?: unknown): ImportError {
  return new ImportError(`The file ${shownName(name)} is damaged and cannot be read.`, { cause });
}

/** Never yields more than the entry's size; any failure becomes a sentence for the owner. */
async function* bounded(
  entry: ArchiveEntry,
  source: AsyncIterable<Buffer>,
  check: (chunk: Buffer) => void,
  finish: () => boolean,
): AsyncGenerator<Buffer> {
  let read = 0;
  try {
    for await (const chunk of source) {
      read += chunk.length;
      if (read > entry.bytes) throw damaged(entry);
      check(chunk);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof ImportError ? error : damaged(entry, error);
  }
  if (read !== entry.bytes || !finish()) throw damaged(entry);
}

export function boundedStream(
  entry: ArchiveEntry,
  source: Readable,
  check: (chunk: Buffer) => void = () => {},
  finish: () => boolean = () => true,
): Readable {
  const stream = Readable.from(bounded(entry, source, check, finish), { objectMode: false });
  // Why not in the generator: it never runs if nothing is read.
  stream.once('close', () => source.destroy());
  return stream;
}

const DRIVE = /^[a-z]:/i;

export function shownName(name: string): string {
  const shown = name.replace(/\p{C}/gu, '�');
  return `“${shown.length > 80 ? `${shown.slice(0, 80)}…` : shown}”`;
}

function isUnsafe(name: string): boolean {
  const leadsOut = name.split('/').includes('..');
  return leadsOut || name.startsWith('/') || DRIVE.test(name) || name.includes('\0');
}

/**
 * Names are compared and shown with slashes, without `.` and empty parts, and composed. No program packs
 * names that lead out of the archive, so an archive with such a name is refused as a whole.
 */
function normalEntryName(packed: string): string {
  const name = packed.replaceAll('\\', '/');
  if (isUnsafe(name))
    throw new ImportError(
      `The archive has a file with the name ${shownName(packed)}, which leads out of it. Nothing was imported: export it again, or unpack it and import the folder.`,
    );
  if (name.length > ARCHIVE_LIMITS.nameLength)
    throw new ImportError(
      `The archive has a file with a name that is too long: ${shownName(name)}`,
    );
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  return parts.join('/').normalize('NFC');
}

/** Ignores hidden files, those of programs (`.git`, `.obsidian`), and what macOS adds to a zip. */
export function isIgnored(name: string): boolean {
  return name.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');
}

const MB = 1024 ** 2;

/** No blog comes near these. */
export const ARCHIVE_LIMITS = {
  entries: 100_000,
  /** Counts all names together, which stay in memory. */
  nameBytes: 32 * MB,
  nameLength: 4_096,
  depth: 64,
  /** Applies to a zip, and to each file that is imported. */
  entryBytes: 4 * 1024 * MB,
  totalBytes: 32 * 1024 * MB,
  /**
   * The ratio of a zip's contents to its size. Text rarely exceeds 20; contents shorter than `ratioFrom` may
   * exceed the ratio.
   */
  ratio: 250,
  ratioFrom: 50 * MB,
} as const;

export type EntryList<Opener> = {
  add(packedName: string, bytes: number, opener: Opener): void;
  readonly entries: readonly ArchiveEntry[];
  openerOf(entry: ArchiveEntry): Opener;
};

function refused(what: string): ImportError {
  return new ImportError(`The archive ${what}. Nothing was imported: import it in parts.`);
}

/** Names stay in memory, so it fails beyond a limit. */
function createCounter(): (name: string) => void {
  let [entries, nameBytes] = [0, 0];
  return (name) => {
    entries += 1;
    nameBytes += name.length * 2;
    if (entries > ARCHIVE_LIMITS.entries)
      throw refused(`has more than ${ARCHIVE_LIMITS.entries.toLocaleString('en')} files`);
    if (nameBytes > ARCHIVE_LIMITS.nameBytes) throw refused('has too many long names');
  };
}

/** If two files have one name, the later counts, as when they are unpacked. */
export function createEntryList<Opener>(): EntryList<Opener> {
  const count = createCounter();
  const found = new Map<string, { readonly entry: ArchiveEntry; readonly opener: Opener }>();
  return {
    add(packedName, bytes, opener) {
      count(packedName);
      const name = normalEntryName(packedName);
      if (name === '' || isIgnored(name)) return;
      found.set(name, { entry: { name, bytes }, opener });
    },
    get entries() {
      return Array.from(found.values(), ({ entry }) => entry);
    },
    openerOf({ name }) {
      const opener = found.get(name)?.opener;
      if (opener === undefined) throw new Error(`No entry ${name}`);
      return opener;
    },
  };
}
