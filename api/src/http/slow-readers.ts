import type { Socket } from 'node:net';

const LOOK_EVERY_MS = 5_000;
/** A line that is away for so long comes back; then it is read again. */
const GRACE_MS = 20_000;
/** Four kilobytes a second: a tenth of what the slowest telephone reads. */
const LEAST_BYTES_PER_MS = 4;
/** Each minute is judged by itself: who reads fast at first cannot stand still for hours. */
const WINDOW_MS = 60_000;

type Seen = { readonly taken: number; readonly since: number };

/**
 * Ends connections whose other side does not read what was sent to it: each holds a piece of what
 * it was sent, a file that is open, and a place among the connections. How much of a piece was read is
 * not known until all of it was, so all of it counts: a large one has as much more time.
 */
export function createSlowReaderCheck(
  open: ReadonlySet<Socket>,
  now: () => number = () => performance.now(),
) {
  const seen = new WeakMap<Socket, Seen>();

  function lookAt(socket: Socket, time: number): void {
    const waiting = socket.writableLength;
    if (waiting === 0) {
      seen.delete(socket);
      return;
    }
    const taken = socket.bytesWritten - waiting;
    const before = seen.get(socket);
    const elapsed = time - (before?.since ?? time);
    const least = LEAST_BYTES_PER_MS * (elapsed - GRACE_MS);
    if (before && taken - before.taken + waiting < least) socket.destroy();
    else if (!before || (elapsed >= WINDOW_MS && taken > before.taken))
      seen.set(socket, { taken, since: time });
  }

  function look(): void {
    const time = now();
    for (const socket of open) lookAt(socket, time);
  }

  return {
    look,
    /** Looks every few seconds, for as long as anything else goes on. */
    start(): void {
      setInterval(look, LOOK_EVERY_MS).unref();
    },
  };
}
