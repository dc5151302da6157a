import type { Socket } from 'node:net';
import type { Headers } from '@longhand/response-cache';
import { PROBLEM_MEDIA_TYPE, ProblemError } from './problem.ts';

const PROBLEMS_BY_CODE: Readonly<Record<string, ProblemError>> = {
  HPE_HEADER_OVERFLOW: new ProblemError('headers-too-large', 'The request headers are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: new ProblemError('request-timeout', 'The request took too long.'),
};

/** A problem as bytes, for a connection that ends with it. */
export function rawProblem(problem: ProblemError, safety: Headers): string {
  const body = JSON.stringify(problem);
  const headers = {
    ...safety,
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

/** Answers what is not even HTTP, or stops being it: there is no request and no reply yet. */
export function handleClientErrors(safety: Headers) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    // Into an answer that has begun, nothing else may be written.
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
      socket.destroy();
      return;
    }
    const problem =
      PROBLEMS_BY_CODE[error.code ?? ''] ??
      new ProblemError('malformed-request', 'This is not a valid HTTP request.');
    socket.end(rawProblem(problem, safety));
  };
}
