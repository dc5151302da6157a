/** This is PIPE_BUF: a write up to this size is atomic, so that the lines of several processes do not mix. */
export const MAX_WRITE_BYTES = 4_096;

/** The size of the buffer. Errors may use a quarter more. */
const MAX_BYTES = 1_048_576;
const URGENT_FACTOR = 1.25;

/** The first line after a pause is written immediately, the following ones together. */
export const FLUSH_EVERY_MS = 100;

/** The delay doubles after each attempt. */
const RETRY_MS = { min: 2, max: 1_000 };

/** The exit waits this long for a slow reader. */
const FINAL_FLUSH_MS = 3_000;
const FINAL_RETRY_MS = 5;

const BUSY_CODES = ['EAGAIN', 'EBUSY', 'EINTR'];
const CLOSED_CODES = ['EPIPE', 'ECONNRESET', 'ENOTCONN', 'EBADF'];

type Options = {
  /** Does not block. Returns the number of bytes written. */
  readonly write: (bytes: Uint8Array) => number;
  readonly formatLostLine: (lost: number) => string;
  /** Reports a problem of the log itself on another channel. */
  readonly report: (message: string) => void;
  readonly maxBytes?: number;
};

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

function sleepSync(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Keeps lines in order, in batches of at most MAX_WRITE_BYTES. */
function createBatches(write: Options['write']) {
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
      if (openBytes + size > MAX_WRITE_BYTES) closeBatch();
      open += line;
      openBytes += size;
      bytes += size;
    },
    /** Throws if not everything could be written. */
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

function writeSync(batches: Batches): void {
  const end = performance.now() + FINAL_FLUSH_MS;
  for (;;) {
    try {
      batches.write();
      return;
    } catch (error) {
      if (!BUSY_CODES.includes(codeOf(error)) || performance.now() > end) return;
      sleepSync(FINAL_RETRY_MS);
    }
  }
}

/** Logging never blocks: lines that do not fit into the buffer are counted and dropped. */
export function createLogOutput(options: Options) {
  const { write, formatLostLine, report, maxBytes = MAX_BYTES } = options;
  const batches = createBatches(write);
  let lost = 0;
  let timer: NodeJS.Timeout | undefined;
  let retryMs = 0;
  let isClosed = false;

  function giveUp(code: string): void {
    isClosed = true;
    batches.clear();
    report(
      `The log can no longer be written (${code}): nothing reads it. The server keeps running.`,
    );
  }

  function flush(): void {
    const before = batches.bytes;
    try {
      batches.write();
      retryMs = 0;
    } catch (error) {
      const code = codeOf(error);
      if (CLOSED_CODES.includes(code)) {
        giveUp(code);
        return;
      }
      const isStuck = batches.bytes === before && retryMs > 0;
      retryMs = isStuck ? Math.min(retryMs * 2, RETRY_MS.max) : RETRY_MS.min;
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
      if (isClosed) return;
      const size = Buffer.byteLength(line);
      const limit = isUrgent ? maxBytes * URGENT_FACTOR : maxBytes;
      // After the first dropped line all are dropped until there is space again: one gap, not many.
      if (batches.bytes + size > limit || (lost > 0 && !isUrgent)) {
        lost += 1;
        return;
      }
      batches.add(line, size);
      const isDue = isUrgent || timer === undefined || batches.bytes >= MAX_WRITE_BYTES;
      if (isDue && retryMs === 0) flush();
    },

    flushSync(): void {
      if (!isClosed) writeSync(batches);
    },

    end(): void {
      clearTimeout(timer);
      if (isClosed) return;
      if (lost > 0) batches.add(formatLostLine(lost));
      writeSync(batches);
      const lines = batches.countLines();
      const unwritten = lines > 0 ? lines + lost : 0;
      if (unwritten > 0)
        report(`${unwritten} log lines could not be written: nothing reads the log.`);
    },
  };
}
