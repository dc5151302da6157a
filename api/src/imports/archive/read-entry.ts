import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Archive, type ArchiveEntry, ImportError } from '../source.ts';
import { shownName } from './entry-name.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** UTF-16 by its mark, or by the zeros beside the first letter; null for everything else. */
export function utf16Of([first, second]: Buffer): 'utf-16le' | 'utf-16be' | null {
  if ((first === 0xff && second === 0xfe) || (first && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second) ? 'utf-16be' : null;
}

/** By its mark, as UTF-8, or as what old Windows programs wrote. */
function decode(bytes: Buffer): string {
  const utf16 = utf16Of(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    return utf8.decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Fails with an `ImportError` if it is longer than `limit` bytes. */
export async function readText(
  archive: Archive,
  entry: ArchiveEntry,
  limit: number,
): Promise<string> {
  if (entry.bytes > limit)
    throw new ImportError(
      `The file ${shownName(entry.name)} is longer than ${Math.floor(limit / 1024 ** 2)} MB.`,
    );
  const chunks: Buffer[] = [];
  for await (const chunk of await archive.open(entry)) chunks.push(chunk);
  return decode(Buffer.concat(chunks));
}

/** The beginning of a text, whatever its length. */
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

/** False if there is no such entry. */
export async function copyEntry(
  archive: Archive,
  entry: ArchiveEntry | undefined,
  to: string,
): Promise<boolean> {
  if (!entry) return false;
  await pipeline(await archive.open(entry), createWriteStream(to));
  return true;
}
