import { constants, openSync, writeSync } from 'node:fs';
import pino, { type Logger } from 'pino';
import { prettyFactory } from 'pino-pretty';
import { createLogOutput, MAX_WRITE_BYTES } from './log-output.ts';

const ERROR_LEVEL = pino.levels.values.error as number;

/** Search terms are private, so URL queries are removed anywhere in a line. */
const QUERY = /\?(?<=\/[^\s?"'\\]*\?)[^\s"'\\]*/g;

function withoutQueries(line: string): string {
  return line.includes('?') ? line.replace(QUERY, '') : line;
}

/** Truncates strings and arrays until the line fits into one atomic write. */
function shorten(line: string): string {
  // A character has at most three bytes: short lines need not be measured.
  if (line.length * 3 <= MAX_WRITE_BYTES || Buffer.byteLength(line) <= MAX_WRITE_BYTES) return line;
  const content = JSON.parse(line);
  for (let maxLength = MAX_WRITE_BYTES / 2; ; maxLength = Math.floor(maxLength / 2)) {
    const short = JSON.stringify(content, (_key, value) => {
      if (typeof value === 'string' && value.length > maxLength)
        return `${value.slice(0, maxLength)}…`;
      return Array.isArray(value) ? value.slice(0, maxLength) : value;
    });
    if (Buffer.byteLength(short) < MAX_WRITE_BYTES || maxLength === 0) return `${short}\n`;
  }
}

/** Only these fields are logged, because a database error also contains the values of whole rows. */
export function describeError(error: Error): object {
  const { type, message, stack, code } = pino.stdSerializers.err(error);
  return { type, message, code, stack };
}

export function formatJson(line: string): string {
  return shorten(withoutQueries(line));
}

function formatPretty(): (line: string) => string {
  const pretty = prettyFactory({
    colorize: true,
    ignore: 'pid,hostname,reqId,method,url,status,address',
    translateTime: 'HH:MM:ss',
  });
  return (line) => pretty(withoutQueries(line));
}

/**
 * Writing to this descriptor does not block. A terminal must be reopened for that; pipes and sockets become
 * non-blocking when `process.stdout` is first read.
 */
function openStdout(): number {
  if (!process.stdout.isTTY) return process.stdout.fd;
  try {
    return openSync('/dev/fd/1', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return process.stdout.fd;
  }
}

function report(message: string): void {
  try {
    writeSync(process.stderr.fd, `\n${message}\n`);
  } catch {
    // stderr is closed, too.
  }
}

/** The log is buffered, and flushed at every exit except by SIGKILL. */
export function createLogger(level: string): Logger {
  const fd = openStdout();
  const format = process.stdout.isTTY ? formatPretty() : formatJson;
  const output = createLogOutput({
    write: (bytes) => writeSync(fd, bytes),
    formatLostLine: (lost) => {
      const msg = `${lost} log lines were lost: they were written faster than they could be read`;
      return format(
        `${JSON.stringify({ level: pino.levels.values.warn, time: Date.now(), lost, msg })}\n`,
      );
    },
    report,
  });
  process.once('exit', output.end);
  const stream = {
    // This makes pino set `lastLevel`.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string): void {
      output.write(format(line), stream.lastLevel >= ERROR_LEVEL);
    },
    // Pino calls this after a fatal line.
    flushSync: output.flushSync,
  };
  return pino({ level, base: null, serializers: { err: describeError } }, stream);
}
