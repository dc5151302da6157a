import type { ProblemCode } from '@longhand/contract/problems';
import { contentRange, type Headers, pathForLog } from '@longhand/response-cache';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findStorageFailure } from '../storage-failures.ts';
import { PROBLEM_MEDIA_TYPE, ProblemError } from './problem.ts';

const FRAMEWORK_ERRORS: Readonly<Record<string, readonly [ProblemCode, string]>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['malformed-request', 'The body is not valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'malformed-request',
    'The body does not have the length that its headers say.',
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

function toProblem(error: FastifyError): ProblemError {
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

/** For hooks: throwing would call the error handler of the route, which may render a page. */
export function sendProblem(
  problem: ProblemError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const body = problem.toJSON();
  if (problem.status >= 500) body.request_id = request.id;
  // Fastify closes the connection if a body was not read to its end, and the response may be lost.
  reply.removeHeader('connection');
  return (
    reply
      .code(problem.status)
      .headers(problem.headers)
      .header('cache-control', 'no-store')
      .type(PROBLEM_MEDIA_TYPE)
      // Already serialised: the response schema of the route does not apply.
      .serializer((payload: string) => payload)
      .send(JSON.stringify(body))
  );
}

function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const problem = toProblem(error);
  // With Retry-After it is a refusal on purpose, not a failure.
  const isFailure = problem.status >= 500 && problem.headers['retry-after'] === undefined;
  if (isFailure) {
    const advice = findStorageFailure(error)?.advice('the data folder (DATA_DIR)');
    const { method, url } = request;
    request.log.error(
      { err: error, method, url: pathForLog(url) },
      advice ? `request failed: ${advice}` : 'request failed',
    );
  }
  return sendProblem(problem, request, reply);
}

function sendNotFound(request: FastifyRequest, reply: FastifyReply) {
  const problem = new ProblemError('not-found', 'There is nothing at this address.');
  return sendProblem(problem, request, reply);
}

export function sendErrorsAsProblems(app: FastifyInstance): void {
  app.setErrorHandler(handleError);
  app.setNotFoundHandler(sendNotFound);
}

/** Reserves a prefix for the API: the site's wildcard route does not see its unknown paths. */
export function addNotFoundRoute(app: FastifyInstance, prefix: string): void {
  app.all(`${prefix}/*`, { schema: { hide: true } }, sendNotFound);
}

/** For errors before routing, such as a URL that cannot be decoded: no hooks have run. */
export function handleFrameworkErrors(defaultHeaders: Headers) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
    handleError(error, request, reply.headers(defaultHeaders));
}
