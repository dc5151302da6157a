export { boundedServer, requireHost } from './bounded-server.ts';
export { releaseConnectionsOnClose } from './closing.ts';
export { type Connections, limitConnections } from './connections.ts';
export { answerErrorsWithProblems } from './errors.ts';
export { PROBLEM_MEDIA_TYPE, ProblemError } from './problem.ts';
export { createSlowReaders } from './slow-readers.ts';
