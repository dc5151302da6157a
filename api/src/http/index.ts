export { boundedServer, requireHost } from './bounded-server.ts';
export { releaseConnectionsOnClose } from './closing.ts';
export { limitConnections } from './connection-limit.ts';
export { answerErrorsWithProblems } from './errors.ts';
export { PROBLEM_MEDIA_TYPE, ProblemError } from './problem.ts';
