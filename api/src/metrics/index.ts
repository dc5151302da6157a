export { createMetricsCheck, createMetricsResponse } from './endpoint.ts';
export { gauge, histogram, type Metric } from './metric.ts';
export { type Metrics, startMetrics, sumOfCounters } from './metrics.ts';
export { readRequestMetrics } from './request-metrics.ts';
export { readDatabaseMetrics } from './service-metrics.ts';
