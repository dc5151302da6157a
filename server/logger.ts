import pino, { type Logger } from 'pino';
import pretty from 'pino-pretty';

/** JSON for machines, readable lines for a person at a terminal. */
export function createLogger(level: string, output: NodeJS.WriteStream = process.stdout): Logger {
  const stream = output.isTTY
    ? pretty({
        destination: output,
        ignore: 'pid,hostname,reqId,method,url,status,address',
        translateTime: 'HH:MM:ss',
      })
    : output;
  return pino({ level, base: null }, stream);
}
