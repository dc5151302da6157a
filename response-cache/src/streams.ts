import { Readable } from 'node:stream';
import { Semaphore } from 'async-mutex';

/** Each stream buffers what its client has not read yet, and has a compressor, which takes a few megabytes. */
const MAX_OPEN = 16;
/**
 * Small, because a client that does not read makes us buffer several chunks, and because its speed
 * can only be measured by chunks that were read completely.
 */
export const CHUNK_BYTES = 16 * 1024;
/** So many generate a part at the same time; more would block other requests. */
const CONCURRENCY = 2;

/**
 * These responses are generated while they are read. A client that stops reading occupies one of MAX_OPEN, until it is
 * disconnected (slow-readers.ts of the API), but none of CONCURRENCY.
 */
export function createStreams() {
  const generating = new Semaphore(CONCURRENCY);
  let open = 0;

  async function* toChunks(parts: AsyncGenerator<string>): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        const { done, value } = await generating.runExclusive(() => parts.next());
        if (done) return;
        const bytes = Buffer.from(value);
        for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
          yield bytes.subarray(at, at + CHUNK_BYTES);
      }
    } finally {
      await parts.return(undefined);
    }
  }

  /** Undefined if too many streams are open. */
  return function openStream(parts: AsyncGenerator<string>): Readable | undefined {
    if (open >= MAX_OPEN) return undefined;
    open += 1;
    const stream = Readable.from(toChunks(parts));
    stream.once('close', () => {
      open -= 1;
    });
    return stream;
  };
}
