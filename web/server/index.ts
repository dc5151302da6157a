export { createApiClient, type Transport } from '../app/lib/api-client.ts';
export type { Site } from '../app/lib/site.ts';
export { ensureBuilt, PagesNotBuilt } from './build-stamp.ts';
export { pages } from './pages.ts';
