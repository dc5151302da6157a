export { boundedServer, requireHost } from './bounded-server.ts';
export { releaseConnectionsOnClose } from './closing.ts';
export { type Connections, limitConnections } from './connections.ts';
export { answerErrorsWithProblems } from './errors.ts';
export { createAccessLog, loggedRequests, logRequests } from './logging.ts';
export { PROBLEM_MEDIA_TYPE, ProblemError } from './problem.ts';
export { createTrusts } from './proxies.ts';
export { createIdentify, IN_PROCESS, REQUEST_ID_HEADER, tellRequestIds } from './request-id.ts';
export { createSlowReaders } from './slow-readers.ts';
