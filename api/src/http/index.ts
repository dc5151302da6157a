export { boundedServer, requireHost } from './bounded-server.ts';
export { releaseConnectionsOnClose } from './closing.ts';
export { limitConnections } from './connections.ts';
export { answerErrorsWithProblems } from './errors.ts';
export { createRequestLogging, logRequests, type RequestLogging } from './logging.ts';
export { PROBLEM_MEDIA_TYPE, ProblemError } from './problem.ts';
export { countsConnections } from './proxies.ts';
export { addRequestIdHeader, IN_PROCESS } from './request-id.ts';
export { createSlowReaders } from './slow-readers.ts';
