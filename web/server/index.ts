export { createApiClient, type Transport } from '../app/lib/api-client.ts';
export type { SiteHosts } from '../app/reader/site/site.ts';
export { createSiteReader } from '../app/reader/site/site-reader.ts';
export { ensureBuilt, PagesNotBuilt } from './build-stamp.ts';
export { addCspHashes } from './csp.ts';
export { errorPage } from './error-page.ts';
export { feedsAndSeo } from './feeds-and-seo/index.ts';
export { pages } from './pages.ts';
export type { AppBuild } from './render-page.ts';
