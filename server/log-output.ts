/**
 * So much is written at once at most: a pipe takes it as a whole or not at all (PIPE_BUF), so that
 * lines of several processes stay apart.
 */
export const WRITE_BYTES = 4_096;

/** What waits to be written, at most; what is urgent may take a quarter more. */
const MAX_BYTES = 1_048_576;
const URGENT_SHARE = 1.25;

/** The first line after a pause is written at once, those that follow it together. */
export const FLUSH_EVERY_MS = 100;

/** Whoever does not take more now is asked again soon, then less and less often. */
const RETRY_MS = { first: 2, longest: 1_000 };

/** How long the end waits for somebody who still reads. */
const LAST_FLUSH_MS = 3_000;
const LAST_RETRY_MS = 5;

const BUSY = ['EAGAIN', 'EBUSY', 'EINTR'];
const GONE = ['EPIPE', 'ECONNRESET', 'ENOTCONN', 'EBADF'];

type Options = {
  /** Writes what it can without waiting; returns how many bytes that were. */
  readonly write: (bytes: Uint8Array) => number;
  /** The line that says how many others were lost. */
  readonly formatLostLine: (lost: number) => string;
  /** Tells a person what is wrong with the log, by another way. */
  readonly complain: (message: string) => void;
  readonly maxBytes?: number;
};

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Lines in their order, in batches that are written at once. */
function createBatches(write: Options['write']) {
  /** What is being put together, and what is ready to be written. */
  let open = '';
  let openBytes = 0;
  let ready: Uint8Array[] = [];
  let bytes = 0;

  function closeBatch(): void {
    if (openBytes > 0) ready.push(Buffer.from(open));
    open = '';
    openBytes = 0;
  }

  return {
    get bytes() {
      return bytes;
    },
    add(line: string, size = Buffer.byteLength(line)): void {
      if (openBytes + size > WRITE_BYTES) closeBatch();
      open += line;
      openBytes += size;
      bytes += size;
    },
    /** Throws where not all of it was taken. */
    write(): void {
      closeBatch();
      for (let batch = ready[0]; batch; batch = ready[0]) {
        const written = write(batch);
        bytes -= written;
        if (written === batch.length) ready.shift();
        else ready[0] = batch.subarray(written);
      }
    },
    clear(): void {
      closeBatch();
      ready = [];
      bytes = 0;
    },
    countLines: () => Buffer.concat(ready).toString('latin1').split('\n').length - 1,
  };
}

type Batches = ReturnType<typeof createBatches>;

/** Waits for whoever reads, if that is not for long. */
function writeSync(batches: Batches): void {
  const end = performance.now() + LAST_FLUSH_MS;
  for (;;) {
    try {
      batches.write();
      return;
    } catch (error) {
      if (!BUSY.includes(codeOf(error)) || performance.now() > end) return;
      pause(LAST_RETRY_MS);
    }
  }
}

/**
 * Where log lines wait until they are written, together, in their order. Whoever logs never waits
 * for whoever reads: lines that find no room are counted and lost.
 */
export function createLogOutput(options: Options) {
  const { write, formatLostLine, complain, maxBytes = MAX_BYTES } = options;
  const batches = createBatches(write);
  let lost = 0;
  let timer: NodeJS.Timeout | undefined;
  let retryMs = 0;
  let isGone = false;

  function giveUp(code: string): void {
    isGone = true;
    batches.clear();
    complain(`The log cannot be written any more (${code}): nobody reads it. The rest goes on.`);
  }

  function flush(): void {
    const before = batches.bytes;
    try {
      batches.write();
      retryMs = 0;
    } catch (error) {
      const code = codeOf(error);
      if (GONE.includes(code)) {
        giveUp(code);
        return;
      }
      const isStuck = batches.bytes === before && retryMs > 0;
      retryMs = isStuck ? Math.min(retryMs * 2, RETRY_MS.longest) : RETRY_MS.first;
    }
    if (lost > 0 && batches.bytes <= maxBytes / 2) {
      batches.add(formatLostLine(lost));
      lost = 0;
    }
    clearTimeout(timer);
    timer = setTimeout(tick, retryMs || FLUSH_EVERY_MS).unref();
  }

  function tick(): void {
    timer = undefined;
    if (batches.bytes > 0) flush();
  }

  return {
    write(line: string, isUrgent = false): void {
      if (isGone) return;
      const size = Buffer.byteLength(line);
      const room = isUrgent ? maxBytes * URGENT_SHARE : maxBytes;
      // Once lines are lost, all are until there is room again: there is one gap, not many.
      if (batches.bytes + size > room || (lost > 0 && !isUrgent)) {
        lost += 1;
        return;
      }
      batches.add(line, size);
      const isDue = isUrgent || timer === undefined || batches.bytes >= WRITE_BYTES;
      if (isDue && retryMs === 0) flush();
    },

    flushSync(): void {
      if (!isGone) writeSync(batches);
    },

    /** For the end of the process: after it, nothing waits any more. */
    end(): void {
      clearTimeout(timer);
      if (isGone) return;
      if (lost > 0) batches.add(formatLostLine(lost));
      writeSync(batches);
      const lines = batches.countLines();
      const rest = lines > 0 ? lines + lost : 0;
      if (rest > 0) complain(`${rest} lines of the log could not be written: nobody takes them.`);
    },
  };
}
