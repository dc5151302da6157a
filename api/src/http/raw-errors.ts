import type { Socket } from 'node:net';
import { PROBLEM_MEDIA_TYPE, ProblemError } from './problem.ts';

const PROBLEMS_BY_CODE: Readonly<Record<string, ProblemError>> = {
  HPE_HEADER_OVERFLOW: new ProblemError('headers-too-large', 'The request headers are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: new ProblemError('request-timeout', 'The request took too long.'),
};

/** Answers what is not even HTTP, or stops being it: there is no request and no reply yet. */
export function answerBrokenConnections(error: NodeJS.ErrnoException, socket: Socket): void {
  // Into an answer that has begun, nothing else may be written.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const problem =
    PROBLEMS_BY_CODE[error.code ?? ''] ??
    new ProblemError('malformed-request', 'This is not a valid HTTP request.');
  const body = JSON.stringify(problem);
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${problem.toJSON().title}`,
      `Content-Type: ${PROBLEM_MEDIA_TYPE}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
