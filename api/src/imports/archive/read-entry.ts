import { createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { decoded } from '@longhand/contract/text/decoded';
import { type Archive, type ArchiveEntry, ImportError } from '../source.ts';
import { shownName } from './entries.ts';

/** Returns the decoded path within a site; empty if it is no address. */
export function pathOfAddress(address: string): string {
  const { pathname = '' } = URL.parse(address.trim(), 'http://site.invalid/') ?? {};
  return decoded(pathname).normalize('NFC').replace(/^\/+/, '');
}

export function createEntryIndex(entries: readonly ArchiveEntry[]) {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const byLastName = new Map(
    entries.map((entry) => [entry.name.slice(entry.name.lastIndexOf('/') + 1), entry]),
  );
  const bySuffix = new Map<string, Map<string, ArchiveEntry>>();

  function namesFrom(folder: string): Map<string, ArchiveEntry> {
    const known = bySuffix.get(folder);
    if (known) return known;
    const found = new Map<string, ArchiveEntry>();
    for (const entry of entries) {
      const at = `/${entry.name}`.indexOf(`/${folder}`);
      if (at !== -1 && !found.has(entry.name.slice(at))) found.set(entry.name.slice(at), entry);
    }
    bySuffix.set(folder, found);
    return found;
  }

  return {
    byName: (name: string) => byName.get(name),

    byFileName(address: string): ArchiveEntry | undefined {
      const path = pathOfAddress(address);
      return byLastName.get(path.slice(path.lastIndexOf('/') + 1));
    },

    /** Compares the address and the entry from a folder like `content/images/` on. */
    byEnd(address: string, folder: string): ArchiveEntry | undefined {
      const path = pathOfAddress(address);
      const at = `/${path}`.indexOf(`/${folder}`);
      return at === -1 ? undefined : namesFrom(folder).get(path.slice(at));
    },
  };
}

export type EntryIndex = ReturnType<typeof createEntryIndex>;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** UTF-16 is recognised by its mark, or by the zeros beside the first letter; null for everything else. */
export function utf16Of([first, second]: Buffer): 'utf-16le' | 'utf-16be' | null {
  if ((first === 0xff && second === 0xfe) || (first && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second) ? 'utf-16be' : null;
}

/** Without a mark it is UTF-8, or what old Windows programs wrote. */
function decode(bytes: Buffer): string {
  const utf16 = utf16Of(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    return utf8.decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Fails with an `ImportError` if the text is longer than `limit` bytes. */
export async function readText(
  archive: Archive,
  entry: ArchiveEntry,
  limit: number,
): Promise<string> {
  if (entry.bytes > limit)
    throw new ImportError(
      `The file ${shownName(entry.name)} is longer than ${Math.floor(limit / 1024 ** 2)} MB.`,
    );
  return decode(await buffer(await archive.open(entry)));
}

export async function readStart(
  archive: Archive,
  entry: ArchiveEntry,
  bytes: number,
): Promise<string> {
  const chunks: Buffer[] = [];
  let read = 0;
  for await (const chunk of await archive.open(entry)) {
    chunks.push(chunk);
    read += chunk.length;
    if (read >= bytes) break;
  }
  const start = Buffer.concat(chunks).subarray(0, bytes);
  return new TextDecoder(utf16Of(start) ?? 'utf-8').decode(start);
}

export async function copyEntry(
  archive: Archive,
  entry: ArchiveEntry | undefined,
  to: string,
): Promise<boolean> {
  if (!entry) return false;
  await pipeline(await archive.open(entry), createWriteStream(to));
  return true;
}
