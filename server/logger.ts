import { constants, openSync, writeSync } from 'node:fs';
import pino, { type Logger } from 'pino';
import { prettyFactory } from 'pino-pretty';
import { createLogOutput, WRITE_BYTES } from './log-output.ts';

const ERROR_LEVEL = pino.levels.values.error as number;

/** The query of an address, wherever it is in a line: what somebody searches for is not written down. */
const QUERY = /(\/[^\s?"'\\]*)\?[^\s"'\\]*/g;

function withoutQueries(line: string): string {
  return line.includes('?') ? line.replace(QUERY, '$1') : line;
}

/** As much of each text and each list as it takes for a line to be written at once. */
function shorten(line: string): string {
  if (Buffer.byteLength(line) <= WRITE_BYTES) return line;
  const content = JSON.parse(line);
  for (let most = WRITE_BYTES / 2; ; most = Math.floor(most / 2)) {
    const short = JSON.stringify(content, (_key, value) => {
      if (typeof value === 'string' && value.length > most) return `${value.slice(0, most)}…`;
      return Array.isArray(value) ? value.slice(0, most) : value;
    });
    if (Buffer.byteLength(short) < WRITE_BYTES || most === 0) return `${short}\n`;
  }
}

/** What failed and where; a database adds the values of whole rows, which are nobody's business. */
export function describeError(error: Error): object {
  const { type, message, stack, code } = pino.stdSerializers.err(error);
  return { type, message, code, stack };
}

/** JSON for machines. */
export function formatJson(line: string): string {
  return shorten(withoutQueries(line));
}

/** Readable lines for a person at a terminal. */
function formatPretty(): (line: string) => string {
  const pretty = prettyFactory({
    colorize: true,
    ignore: 'pid,hostname,reqId,method,url,status,address',
    translateTime: 'HH:MM:ss',
  });
  return (line) => pretty(withoutQueries(line));
}

/**
 * Standard output that never blocks. A terminal is opened again for that; `process.stdout` makes
 * pipes and sockets non-blocking when it is first read.
 */
function openStdout(): number {
  if (!process.stdout.isTTY) return process.stdout.fd;
  try {
    return openSync('/dev/fd/1', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return process.stdout.fd;
  }
}

function complain(message: string): void {
  try {
    writeSync(process.stderr.fd, `\n${message}\n`);
  } catch {
    // Then there is nobody left to tell.
  }
}

/**
 * The log on standard output. Its lines are written a moment later, and all of them when the
 * process ends, whatever ends it but SIGKILL.
 */
export function createLogger(level: string): Logger {
  const fd = openStdout();
  const format = process.stdout.isTTY ? formatPretty() : formatJson;
  const output = createLogOutput({
    write: (bytes) => writeSync(fd, bytes),
    formatLostLine: (lost) => {
      const msg = `${lost} lines of this log were lost: they were written faster than they were read`;
      return format(
        `${JSON.stringify({ level: pino.levels.values.warn, time: Date.now(), lost, msg })}\n`,
      );
    },
    complain,
  });
  process.once('exit', output.end);
  const stream = {
    // Makes pino tell the level of each line.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string): void {
      output.write(format(line), stream.lastLevel >= ERROR_LEVEL);
    },
    // Called after what is fatal.
    flushSync: output.flushSync,
  };
  return pino({ level, base: null, serializers: { err: describeError } }, stream);
}
