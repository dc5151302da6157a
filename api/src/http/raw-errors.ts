import type { Socket } from 'node:net';
import type { Headers } from '@longhand/response-cache';
import { PROBLEM_MEDIA_TYPE, ProblemError } from './problem.ts';

const PROBLEMS_BY_CODE: Readonly<Record<string, ProblemError>> = {
  HPE_HEADER_OVERFLOW: new ProblemError('headers-too-large', 'The request headers are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: new ProblemError('request-timeout', 'The request took too long.'),
};

const MALFORMED = new ProblemError('malformed-request', 'This is not a valid HTTP request.');

/** A whole HTTP response, for sockets without a response object. */
export function rawProblem(problem: ProblemError, defaultHeaders: Headers): string {
  const body = JSON.stringify(problem);
  const headers = {
    ...defaultHeaders,
    ...problem.headers,
    'cache-control': 'no-store',
    'content-type': PROBLEM_MEDIA_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  return [
    `HTTP/1.1 ${problem.status} ${problem.toJSON().title}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n');
}

/** Undefined if nothing can be written: a response may have been started. */
export function findClientProblem(
  error: NodeJS.ErrnoException,
  socket: Socket,
): ProblemError | undefined {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) return undefined;
  return PROBLEMS_BY_CODE[error.code ?? ''] ?? MALFORMED;
}

/** For data that is not valid HTTP: there is no request and no reply. */
export function handleClientErrors(defaultHeaders: Headers) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    const problem = findClientProblem(error, socket);
    if (problem) socket.end(rawProblem(problem, defaultHeaders));
    else socket.destroy();
  };
}
