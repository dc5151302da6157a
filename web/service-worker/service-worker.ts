import type { WorkerWords } from '../app/reader/offline/worker-words.ts';
import {
  addressesInOtherLanguages,
  findCopy,
  keep,
  listPages,
  removeOldBuilds,
  removeOldPages,
  removeOtherLanguages,
  savedAt,
} from './copies.ts';
import { addNotice, offlinePage, type Reason } from './html.ts';
import { removeCaches } from './remove-caches.ts';
import { handledKind, isNoScript, type Kind, kindOf } from './request-kind.ts';

declare const self: ServiceWorkerGlobalScope;
/** The server writes it before the script. */
declare const WORDS: WorkerWords;

/** If there is a copy, a reader waits no longer than this for the page as it is now. */
const NETWORK_TIMEOUT_MS = 1_000;

const { origin } = self.location;

/** True if this worker has just opened the page itself. */
const isRecent = (copy: Response) => Date.now() - savedAt(copy).getTime() < 60_000;

const withoutHash = (url: string) => url.replace(/#.*/s, '');

async function showCopy(url: string, reason: Reason): Promise<Response | undefined> {
  // Where storage cannot be read, the network's answer is still to come.
  const copy = await findCopy('page', url).catch(() => undefined);
  if (!copy) return undefined;
  const headers = new Headers(copy.headers);
  // These headers describe the body as it was sent.
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name);
  return new Response(addNotice(await copy.text(), reason, savedAt(copy), WORDS), { headers });
}

let isCleanedUp = false;

/**
 * Runs once whenever the worker is started. A server that does not know its script has been rolled back,
 * or replaced by other software: nothing would ever replace the worker.
 */
async function cleanUpOnce(): Promise<void> {
  if (isCleanedUp) return;
  isCleanedUp = true;
  const script = await fetch(self.location.href, { method: 'HEAD', cache: 'no-store' });
  if (!isNoScript(script)) return removeOldPages();
  await self.registration.unregister();
  await removeCaches();
}

/** Returns the page as it is now, or its copy if that does not come, or comes late. */
async function openPage(event: FetchEvent): Promise<Response> {
  const url = withoutHash(event.request.url);
  const network = (async () =>
    ((await event.preloadResponse) as Response | undefined) ?? fetch(event.request))();
  const kept = network.then((response) => keep('page', url, response.clone())).then(cleanUpOnce);
  event.waitUntil(kept.catch(() => {}));
  const answer = network.catch(() => null);
  // Who asks for it again wants to wait: by a reload, or by the notice's link.
  const { cache, referrer } = event.request;
  const waitsForNetwork = ['no-cache', 'reload'].includes(cache) || withoutHash(referrer) === url;
  const late = new Promise<'late'>((resolve) => {
    if (!waitsForNetwork) setTimeout(resolve, NETWORK_TIMEOUT_MS, 'late');
  });
  const first = await Promise.race([answer, late]);
  if (first instanceof Response && first.status < 500) return first;
  const reason = first === 'late' ? 'slow' : first ? 'failed' : 'offline';
  return (
    (await showCopy(url, reason)) ??
    (await answer) ??
    offlinePage(await listPages().catch(() => []), WORDS)
  );
}

async function openFile(event: FetchEvent, kind: Kind): Promise<Response> {
  const { request } = event;
  const copy = await findCopy(kind, request.url).catch(() => undefined);
  if (copy) return copy;
  const response = await fetch(request);
  event.waitUntil(keep(kind, request.url, response.clone()));
  return response;
}

/** False if there was no response. */
async function keepOne(address: string): Promise<boolean> {
  const url = withoutHash(address);
  const kind = kindOf(url, origin);
  const copy = kind && (await findCopy(kind, url));
  if (!kind || (copy && (kind !== 'page' || isRecent(copy)))) return true;
  const response = await fetch(url, { priority: 'low' }).catch(() => undefined);
  if (response) await keep(kind, url, response);
  return response !== undefined;
}

/** The site's language has changed. Without a connection the old copies stay until the next page is read. */
async function replacePages(): Promise<void> {
  for (const url of await addressesInOtherLanguages()) if (!(await keepOne(url))) return;
  await removeOtherLanguages();
}

/** The page was opened without this worker, or without loading a document; `urls` has it and what it has loaded. */
async function keepAll(urls: readonly string[]): Promise<void> {
  for (const url of urls) await keepOne(url);
  await replacePages();
}

type Routes = (routes: { condition: { urlPattern: string }; source: 'network' }[]) => Promise<void>;

self.addEventListener('install', (event) => {
  void self.skipWaiting();
  // Where browsers can, they do not even start the worker for these.
  const { addRoutes } = event as ExtendableEvent & { addRoutes?: Routes };
  const patterns = ['/admin*', '/api/*', '/login*', '/newsletter*', '/preview/*'];
  const routes = patterns.map((urlPattern) => ({
    condition: { urlPattern },
    source: 'network' as const,
  }));
  if (addRoutes) event.waitUntil(addRoutes.call(event, routes));
});

self.addEventListener('activate', (event) =>
  event.waitUntil(
    Promise.all([
      removeOldBuilds(),
      self.registration.navigationPreload?.enable(),
      self.clients.claim(),
    ]),
  ),
);
// This is an event of its own: no page opens before the worker is activated, and reading 60 of them again takes long.
self.addEventListener('activate', () => self.registration.active?.postMessage([]));

self.addEventListener('message', (event) => event.waitUntil(keepAll(event.data).catch(() => {})));

self.addEventListener('fetch', (event) => {
  const kind = handledKind(event.request, origin);
  if (kind === 'page') event.respondWith(openPage(event));
  else if (kind !== null) event.respondWith(openFile(event, kind));
});
