import { Readable } from 'node:stream';
import { Semaphore } from 'async-mutex';

/** Each holds what its reader has not taken yet, and a compressor: a few megabytes. */
const MOST_OPEN = 16;
/**
 * What is handed over at a time: a reader who does not read makes us hold a few pieces, and how fast
 * one reads can be told only from pieces that were read whole.
 */
export const PIECE_BYTES = 16 * 1024;
/** However many are open: what is made at the same time keeps others from their turn. */
const MADE_AT_ONCE = 2;

/**
 * Answers that are made while they are read. A reader that takes nothing makes nothing be made, and
 * keeps its place until it is dropped for that (slow-readers.ts of the API); so there are places for
 * more than are worked on.
 */
export function createStreams() {
  const making = new Semaphore(MADE_AT_ONCE);
  let open = 0;

  async function* makeInTurn(parts: AsyncGenerator<string>): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        const { done, value } = await making.runExclusive(() => parts.next());
        if (done) return;
        const bytes = Buffer.from(value);
        for (let at = 0; at < bytes.length; at += PIECE_BYTES)
          yield bytes.subarray(at, at + PIECE_BYTES);
      }
    } finally {
      await parts.return(undefined);
    }
  }

  /** A stream of these parts; undefined where as many are open as may be. */
  return function openStream(parts: AsyncGenerator<string>): Readable | undefined {
    if (open >= MOST_OPEN) return undefined;
    open += 1;
    const stream = Readable.from(makeInTurn(parts));
    // Also when whoever reads it has gone.
    stream.once('close', () => {
      open -= 1;
    });
    return stream;
  };
}
