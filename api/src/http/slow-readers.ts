import type { Socket } from 'node:net';

const CHECK_EVERY_MS = 5_000;
/** A connection that is interrupted for this long may recover. */
const GRACE_MS = 20_000;
/** 4 kB/s is a tenth of what the slowest mobile connection reads. */
const MIN_BYTES_PER_MS = 4;
/** A new window starts each minute, so that a fast start does not excuse a later standstill. */
const WINDOW_MS = 60_000;

type Window = { readonly bytesRead: number; readonly since: number };

/**
 * Disconnects clients that do not read their response, because each occupies a buffer, an open file and a connection.
 * How much of a chunk was read is unknown until all of it was, so the whole chunk counts as read.
 */
export function createSlowReaderCheck(
  open: ReadonlySet<Socket>,
  now: () => number = () => performance.now(),
) {
  const windows = new WeakMap<Socket, Window>();

  function checkSocket(socket: Socket, time: number): void {
    const buffered = socket.writableLength;
    if (buffered === 0) {
      windows.delete(socket);
      return;
    }
    const bytesRead = socket.bytesWritten - buffered;
    const window = windows.get(socket);
    const elapsed = time - (window?.since ?? time);
    const minBytes = MIN_BYTES_PER_MS * (elapsed - GRACE_MS);
    if (window && bytesRead - window.bytesRead + buffered < minBytes) socket.destroy();
    else if (!window || (elapsed >= WINDOW_MS && bytesRead > window.bytesRead))
      windows.set(socket, { bytesRead, since: time });
  }

  function check(): void {
    const time = now();
    for (const socket of open) checkSocket(socket, time);
  }

  return {
    check,
    start(): void {
      setInterval(check, CHECK_EVERY_MS).unref();
    },
  };
}
