import type { Socket } from 'node:net';
import type { Problem, ProblemCode } from '@longhand/contract/problems';
import { contentRange, type Headers, type Methods, pathForLog } from '@longhand/response-cache';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findStorageFailure } from '../storage-failures.ts';
import { notFound, PROBLEM_MEDIA_TYPE, ProblemError } from './problem.ts';

const FRAMEWORK_ERRORS: Readonly<Record<string, readonly [ProblemCode, string]>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['malformed-request', 'The body is not valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'malformed-request',
    'The body’s length does not match its Content-Length header.',
  ],
  FST_ERR_BAD_URL: ['malformed-request', 'The address is not valid.'],
};

const BY_STATUS: Readonly<Record<number, readonly [ProblemCode, string]>> = {
  404: ['not-found', 'There is nothing at this address.'],
  412: ['precondition-failed', 'The file has changed.'],
  413: ['too-large', 'The request is too large for this address.'],
  415: ['unsupported-media-type', 'This address does not accept this content type.'],
  416: ['range-not-satisfiable', 'The file does not have this range.'],
  503: ['unavailable', 'The server cannot answer right now. Please try again in a moment.'],
};

export function toProblem(error: FastifyError): ProblemError {
  if (error instanceof ProblemError) return error;
  const storage = error.statusCode === undefined ? findStorageFailure(error) : undefined;
  if (storage) return new ProblemError(storage.problem, storage.detail, { cause: error });
  const status = error.statusCode ?? 500;
  const [code, detail] =
    FRAMEWORK_ERRORS[error.code] ??
    BY_STATUS[status] ??
    (status >= 400 && status < 500
      ? (['malformed-request', 'The request could not be understood.'] as const)
      : ([
          'internal-error',
          'Something went wrong on the server. The error has been logged.',
        ] as const));
  return new ProblemError(code, detail, { cause: error, headers: contentRange(error) });
}

function bodyOf(problem: ProblemError, { id }: FastifyRequest): Problem {
  return { ...problem.toJSON(), ...(problem.status >= 500 && { request_id: id }) };
}

/** Hooks use this, because throwing would call the error handler of the route, which may render a page. */
export function sendProblem(
  problem: ProblemError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // Fastify closes the connection if a body was not read to its end, and the response may be lost.
  reply.removeHeader('connection');
  return (
    reply
      .code(problem.status)
      .headers(problem.headers)
      .header('cache-control', 'no-store')
      .type(PROBLEM_MEDIA_TYPE)
      // The body is serialised already, so the response schema of the route does not apply.
      .serializer((payload: string) => payload)
      .send(JSON.stringify(bodyOf(problem, request)))
  );
}

function logFailure(error: FastifyError, problem: ProblemError, request: FastifyRequest): void {
  // With Retry-After it is a refusal on purpose, not a failure.
  if (problem.status < 500 || problem.headers['retry-after'] !== undefined) return;
  const advice = findStorageFailure(error)?.advice('the data folder (DATA_DIR)');
  const { method, url } = request;
  request.log.error(
    { err: error, method, url: pathForLog(url) },
    advice ? `request failed: ${advice}` : 'request failed',
  );
}

function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const problem = toProblem(error);
  logFailure(error, problem, request);
  return sendProblem(problem, request, reply);
}

/** The response is about several things, one of which has failed. */
export function problemOf(error: FastifyError, request: FastifyRequest): Problem {
  const problem = toProblem(error);
  logFailure(error, problem, request);
  return bodyOf(problem, request);
}

function sendNotFound(request: FastifyRequest, reply: FastifyReply) {
  const problem = notFound('There is nothing at this address.');
  return sendProblem(problem, request, reply);
}

export function sendErrorsAsProblems(app: FastifyInstance): void {
  app.setErrorHandler(handleError);
  app.setNotFoundHandler(sendNotFound);
}

/** Reserves a prefix for the API, so that the site's wildcard route does not get its unknown paths. */
export function addNotFoundRoute(app: FastifyInstance, prefix: string): void {
  app.all(`${prefix}/*`, { schema: { hide: true } }, sendNotFound);
}

/** Sends 405 instead of Fastify's 404 for the collected routes, before the body is read. */
export function addMethodNotAllowed(app: FastifyInstance, methods: Methods): void {
  methods.close();
  app.addHook('onRequest', async (request, reply) => {
    const { is404, method, routeOptions, url } = request;
    if (!is404 && !routeOptions.url?.includes('*')) return undefined;
    const allow = methods.allowed(url).join(', ');
    if (allow === '') return undefined;
    const detail = `${method} is not allowed here; use ${allow}.`;
    const problem = new ProblemError('method-not-allowed', detail, { headers: { allow } });
    return sendProblem(problem, request, reply);
  });
}

/** Handles errors before routing, such as a URL that cannot be decoded. No hooks have run then. */
export function handleFrameworkErrors(defaultHeaders: Headers) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
    handleError(error, request, reply.headers(defaultHeaders));
}

const PROBLEMS_BY_CODE: Readonly<Record<string, ProblemError>> = {
  HPE_HEADER_OVERFLOW: new ProblemError('headers-too-large', 'The request headers are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: new ProblemError('request-timeout', 'The request took too long.'),
};

const MALFORMED = new ProblemError('malformed-request', 'This is not a valid HTTP request.');

/** Makes a whole HTTP response, for sockets without a response object. */
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

/** Data that is not valid HTTP has no request and no reply. */
export function handleClientErrors(defaultHeaders: Headers) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    const problem = findClientProblem(error, socket);
    if (problem) socket.end(rawProblem(problem, defaultHeaders));
    else socket.destroy();
  };
}
