export { limitConnections } from './connections.ts';
export { closeConnectionsWhenDraining } from './draining.ts';
export { sendErrorsAsProblems } from './errors.ts';
export { createRequestLogging, logRequests, type RequestLogging } from './logging.ts';
export { PROBLEM_MEDIA_TYPE, ProblemError } from './problem.ts';
export { createPerAddressFilter } from './proxies.ts';
export { addRequestIdHeader, IN_PROCESS_ADDRESS } from './request-id.ts';
export { createServerOptions, endEmptyBodies, requireHost } from './server-options.ts';
export { createSlowReaderCheck } from './slow-readers.ts';
