import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Archive, type ArchiveEntry, ImportError } from '../source.ts';
import { shownName } from './entry-name.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** By its mark, as UTF-8, or as what old Windows programs wrote. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
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
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, bytes));
}

export async function copyEntry(archive: Archive, entry: ArchiveEntry, to: string): Promise<void> {
  await pipeline(await archive.open(entry), createWriteStream(to));
}
