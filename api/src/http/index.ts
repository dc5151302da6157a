export { addCommonHooks } from './common-hooks.ts';
export { limitConnections } from './connections.ts';
export { createRequestLogging, type RequestLogging } from './logging.ts';
export { PROBLEM_MEDIA_TYPE, ProblemError } from './problem.ts';
export { createPerAddressFilter } from './proxies.ts';
export { IN_PROCESS_ADDRESS } from './request-id.ts';
export { createServerOptions } from './server-options.ts';
export { createSlowReaderCheck } from './slow-readers.ts';
export { visitorAddress } from './visitor-address.ts';
