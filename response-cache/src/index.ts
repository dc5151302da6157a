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
  type ResponseContent,
} from './cached-response.ts';
export { contentRange } from './content-range.ts';
export {
  type ContentRevision,
  createContentRevision,
  MAX_REVISION_LAG_MS,
} from './content-revision.ts';
export { isDraining, isUploading, startDraining, startUpload } from './draining.ts';
export { type AccessLog, createRequestListener } from './fast-path.ts';
export { createHistogram, type Histogram } from './histogram.ts';
export { pathForLog } from './path-for-log.ts';
export { REQUEST_ID_HEADER } from './raw-response.ts';
export {
  createRequestMetrics,
  REQUEST_KINDS,
  REQUEST_STATUSES,
  type RequestMetrics,
} from './request-metrics.ts';
export { requestPath } from './request-path.ts';
export { createResponseCache, type ResponseCache } from './response-cache.ts';
export {
  CROSS_ORIGIN_HEADERS,
  CSP_DENY_ALL,
  CSP_ICON,
  DOCUMENT_HEADERS,
  SECRET_LINK_HEADERS,
  securityHeaders,
} from './security-headers.ts';
export { addVary, compressPayload, sendCached, sendStream } from './send.ts';
export { CHUNK_BYTES, createStreams } from './streams.ts';
