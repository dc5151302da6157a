import { Readable } from 'node:stream';
import { type ArchiveEntry, ImportError } from '../source.ts';
import { shownName } from './entry-name.ts';

export function damaged({ name }: ArchiveEntry, cause?: unknown): ImportError {
  return new ImportError(`The file ${shownName(name)} is damaged and cannot be read.`, { cause });
}

/** What is read is never longer than the entry says; any failure becomes a sentence. */
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
  // Why not in the generator: it never runs when nothing is read.
  stream.once('close', () => source.destroy());
  return stream;
}
