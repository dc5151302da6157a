import { randomUUID } from 'node:crypto';
import { decodeEntities } from '@longhand/contract/search';
import type { ResponseContent } from '@longhand/response-cache';
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';
import { isPublicPath } from '../app/lib/admin-path.ts';
import type { Transport } from '../app/lib/api-client.ts';
import type { ApiCall } from '../app/reader/site/context.server.ts';
import type { SiteReader } from '../app/reader/site/site-reader.ts';
import { createCriticalCss } from './critical-css.ts';
import { addCspHashes } from './csp.ts';
import { delayScripts } from './late-scripts.ts';
import { canonicalPageOf } from './page-url.ts';

/** The additional exports of app/entry.server.tsx. */
type AppEntry = {
  createRequestContext: (site: SiteReader, call: ApiCall, nonce: string) => RouterContextProvider;
};
export type AppBuild = ServerBuild & { entry: { module: AppEntry } };

/** Cached everywhere, but never shown without asking whether it is current. */
const REVALIDATE = 'public, max-age=0, must-revalidate';

function canonicalOf(html: string): string | undefined {
  const href = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1];
  return href === undefined ? undefined : decodeEntities(href);
}

/** React writes hrefLang, which browsers understand, but not every program that reads pages. */
function withLowerCase(html: string): string {
  return html.replaceAll('<link rel="alternate" hrefLang=', '<link rel="alternate" hreflang=');
}

/** A form that a visitor has sent, and the call that is made for it. */
export type SubmittedForm = {
  readonly form: URLSearchParams;
  readonly post: (path: string, body: unknown) => Promise<Response>;
};

/** What the loaders and actions of a page ask the API. */
export function createApiCall(
  fetchApi: Transport,
  requestId: string,
  submitted: SubmittedForm | undefined,
): ApiCall {
  return (path, body) =>
    submitted && body !== undefined ? submitted.post(path, body) : fetchApi(path, requestId);
}

type Options = {
  build: AppBuild;
  clientFolder: URL;
  /** Starts the other scripts. */
  startScript: string;
  site: SiteReader;
  fetchApi: Transport;
};

export function createRenderer({ build, clientFolder, startScript, site, fetchApi }: Options) {
  const { url, apiUrl } = site.hosts;
  const render = createRequestHandler(build, 'production');
  const inlineCriticalCss = createCriticalCss(clientFolder);

  return async function renderPage(
    path: string,
    requestId: string,
    submitted?: SubmittedForm,
  ): Promise<ResponseContent> {
    let failed = false;
    const send = createApiCall(fetchApi, requestId, submitted);
    const call: ApiCall = async (path, body) => {
      const response = await send(path, body).catch((error) => {
        failed = true;
        throw error;
      });
      if (response.status >= 500) failed = true;
      return response;
    };
    const nonce = randomUUID();
    const page = await render(
      new Request(url + path, {
        headers: { accept: 'text/html' },
        ...(submitted && { method: 'POST', body: submitted.form }),
      }),
      build.entry.module.createRequestContext(site, call, nonce),
    );
    // The administration is of no use without its scripts.
    const isLate = isPublicPath(path);
    const styled = inlineCriticalCss(withLowerCase(await page.text()), nonce, isLate);
    const complete = isLate ? delayScripts(styled, nonce, startScript) : styled;
    const { html, policy } = addCspHashes(complete, nonce, apiUrl);
    // Only under its canonical URL: otherwise invented URLs could fill the cache.
    const cacheable =
      page.status === 200 && !failed && canonicalOf(html) === url + canonicalPageOf(path);
    // The page is shown although the API failed; the status keeps search engines from indexing it.
    const isIncomplete = failed && page.status === 200;
    return {
      status: isIncomplete ? 503 : page.status,
      cacheable,
      headers: {
        ...Object.fromEntries(page.headers),
        'cache-control': cacheable ? REVALIDATE : failed ? 'no-store' : 'no-cache',
        'content-security-policy': policy,
      },
      body: html,
    };
  };
}
