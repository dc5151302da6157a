export { limitConnections } from './connections.ts';
export { findClientProblem } from './errors.ts';
export { createRequestLogging, type RequestLogging } from './logging.ts';
export { PROBLEM_MEDIA_TYPE, ProblemError } from './problem.ts';
export {
  createAddressReader,
  createPerAddressFilter,
  IN_PROCESS_ADDRESS,
  visitorAddress,
} from './proxies.ts';
export { addCommonHooks, createServerOptions } from './server-options.ts';
export { createSlowReaderCheck } from './slow-readers.ts';
