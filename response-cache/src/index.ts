export {
  type AdminTokens,
  createRequestQueues,
  MAX_WAIT_MS,
  RETRY_AFTER_SECONDS,
  type Refuse,
  type RequestQueues,
} from './admission-control.ts';
export { collectMethods, type Methods } from './allowed-methods.ts';
export { AppResponse } from './app-response.ts';
export {
  type CachedResponse,
  createCachedResponse,
  type Headers,
  hashOf,
  type ResponseContent,
} from './cached-response.ts';
export {
  type ContentRevision,
  createContentRevision,
  MAX_REVISION_LAG_MS,
} from './content-revision.ts';
export { isDraining, isUploading, startDraining, startUpload } from './draining.ts';
export { type AccessLog, createRequestListener } from './fast-path.ts';
export { REQUEST_ID_HEADER } from './raw-response.ts';
export { hasSeveralHosts, pathForLog, requestPath } from './request-address.ts';
export {
  createHistogram,
  createRequestMetrics,
  type Histogram,
  REQUEST_KINDS,
  REQUEST_STATUSES,
  type RequestMetrics,
} from './request-metrics.ts';
export { createResponseCache, type ResponseCache } from './response-cache.ts';
export {
  CROSS_ORIGIN_HEADERS,
  CSP_DENY_ALL,
  CSP_ICON,
  leaveOffDocumentHeaders,
  SECRET_LINK_HEADERS,
  securityHeaders,
} from './security-headers.ts';
export { addVary, compressPayload, contentRange, sendCached, sendStream } from './send.ts';
export { CHUNK_BYTES, createStreams } from './streams.ts';
