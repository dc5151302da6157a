import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { PREVIEW_PATH } from '@longhand/contract/posts/preview-links';
import { decodeEntities } from '@longhand/contract/posts/search';
import { VIEWS_CALL } from '@longhand/contract/statistics/views-call';
import type { ResponseContent } from '@longhand/response-cache';
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';
import { isPublicPath } from '../app/lib/admin-path.ts';
import type { Transport } from '../app/lib/api-client.ts';
import { withImageHost } from '../app/lib/images.ts';
import type { ApiCall, PageContent } from '../app/reader/site/context.server.ts';
import type { SiteReader } from '../app/reader/site/site-reader.ts';
import { createCriticalCss } from './critical-css.ts';
import { addCspHashes } from './csp.ts';
import { canonicalPageOf } from './page-url.ts';

/** From `web/inline/`: one starts the other scripts, one counts what is read, or is empty. */
type InlineScripts = { readonly start: string; readonly count: string };

const PRELOAD = /<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*\/>/g;

/**
 * Lets the scripts wait until the page is painted: preloads are removed, and the router's script becomes text that
 * `start` runs later. The text does not change, because the policy has its hash. What counts views is last, or it would
 * move parts of the page away from others that they are compressed with.
 */
export function delayScripts(
  html: string,
  nonce: string,
  { start: startScript, count }: InlineScripts,
): string {
  const end = html.indexOf('</head>');
  const tag = `<script nonce="${nonce}" type="module" async="">`;
  const start = html.lastIndexOf(tag);
  const entry = /import\("([^"]+)"\);<\/script>/.exec(html.slice(start))?.[1];
  if (end === -1 || start === -1 || entry === undefined) return html;
  const head = html.slice(0, end);
  const files = [...head.matchAll(PRELOAD)].map(([, file]) => file);
  const inOrder = [...files.filter((file) => file !== entry), entry];
  return [
    head.replace(PRELOAD, ''),
    `<script nonce="${nonce}" data-files="${inOrder.join(' ')}">${startScript}</script>`,
    html.slice(end, start),
    count && `<script nonce="${nonce}">${count}</script>`,
    `<script nonce="${nonce}" data-late="${count && 'views'}" type="text/plain">`,
    html.slice(start + tag.length),
  ].join('');
}

/** app/entry.server.tsx exports these, too. */
type AppEntry = {
  createRequestContext: (
    site: SiteReader,
    call: ApiCall,
    nonce: string,
    content?: PageContent,
  ) => RouterContextProvider;
};
export type AppBuild = ServerBuild & { entry: { module: AppEntry } };

/** The page is cached everywhere, but never shown without asking whether it is current. */
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

/** Loaders and actions of a page use this call. */
export function createApiCall(
  fetchApi: Transport,
  requestId: string,
  submitted: SubmittedForm | undefined,
): ApiCall {
  return (path, body) =>
    submitted && body !== undefined ? submitted.post(path, body) : fetchApi(path, requestId);
}

/** The script has the path of the call; browsers may have to call another host. */
function createInlineScripts({ start, count }: InlineScripts, site: SiteReader) {
  const path = `/api${VIEWS_CALL}`;
  const withHost = count.replace(path, () => site.hosts.apiUrl + path);
  return (page: string): InlineScripts => {
    const isCounted = site.lastKnown().countsViews && !page.startsWith(PREVIEW_PATH);
    return { start, count: isCounted ? withHost : '' };
  };
}

type Options = {
  build: AppBuild;
  clientFolder: URL;
  inlineScripts: InlineScripts;
  site: SiteReader;
  fetchApi: Transport;
};

export function createRenderer({ build, clientFolder, inlineScripts, site, fetchApi }: Options) {
  const { url, apiUrl } = site.hosts;
  const render = createRequestHandler(build, 'production');
  const inlineCriticalCss = createCriticalCss(clientFolder);
  const inlineScriptsOf = createInlineScripts(inlineScripts, site);

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
    // It is put in at the end: every step would read it again, and it may have megabytes.
    const content = { html: '', placeholder: `<!--${nonce}-->` };
    const page = await render(
      new Request(url + path, {
        headers: { accept: 'text/html' },
        ...(submitted && { method: 'POST', body: submitted.form }),
      }),
      build.entry.module.createRequestContext(site, call, nonce, content),
    );
    // The administration is of no use without its scripts.
    const isLate = isPublicPath(path);
    const rendered = await page.text();
    // Requests that wait have their turn.
    await setImmediate();
    const styled = inlineCriticalCss(withLowerCase(rendered), nonce, isLate, content.html);
    const complete = isLate ? delayScripts(styled, nonce, inlineScriptsOf(path)) : styled;
    const { html, policy } = addCspHashes(complete, nonce, apiUrl);
    const [start = '', ...end] = html.split(content.placeholder);
    const parts = end.length > 0 ? [start, withImageHost(content.html, apiUrl), ...end] : [start];
    // A page is cached only under its canonical URL: otherwise invented URLs could fill the cache.
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
      body: Buffer.concat(parts.map((part) => Buffer.from(part))),
    };
  };
}
