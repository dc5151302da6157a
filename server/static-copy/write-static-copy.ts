import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { ExportTarget } from '@longhand/api/exports';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { addressesInManifest, addressesInPage, addressesInSitemap, pathsOf } from './links.ts';
import { redirectPage, redirectRules, resolveRedirects } from './redirects.ts';
import { createStaticFiles, fileOf, type StaticFiles } from './static-files.ts';

const BUILD = new URL('../../web/build/', import.meta.url);
const SCRIPT = 'static-copy.js';

/** The rest is linked. Not every site has all of them. */
const STARTS = [
  ...['/', '/blog', '/sitemap.xml', '/robots.txt', '/service-worker.js', '/favicon.ico'],
  '/.well-known/security.txt',
];
const MISSING = '/no/such/page';

type Options = {
  readonly siteUrl: string;
  /** Which of them lead where is asked of `app`. */
  readonly oldAddresses: readonly string[];
  readonly onFile: (count: number) => void;
  readonly signal?: AbortSignal | undefined;
};

type Work = {
  readonly files: StaticFiles;
  readonly get: (path: string) => Promise<LightMyRequestResponse>;
  readonly siteUrl: string;
  readonly missing: string[];
};

export type StaticCopy = {
  readonly files: number;
  /** Addresses that pages link to, but that are not there. */
  readonly missing: readonly string[];
};

/** Before all other scripts: it takes the place of the API. */
function withScript(html: string): string {
  return html.replace(/<head[^>]*>/, `$&<script src="/${SCRIPT}"></script>`);
}

/** The page of a host for all missing ones is at many addresses, which scripts would take for others. */
function withoutScripts(html: string): string {
  return html.replace(/<script\b[^>]*>.*?<\/script>|<link rel="modulepreload"[^>]*>/gs, '');
}

/** Returns the paths that it leads to. */
async function addPath({ files, get, siteUrl, missing }: Work, path: string): Promise<string[]> {
  const { statusCode, headers, body, rawPayload } = await get(path);
  const { location } = headers;
  if (statusCode < 400 && location !== undefined) {
    await files.add(fileOf(path), redirectPage(String(location)));
    return pathsOf([String(location)], path, siteUrl);
  }
  if (statusCode !== 200) {
    if (!STARTS.includes(path)) missing.push(path);
    return [];
  }
  const isPage = String(headers['content-type']).startsWith('text/html');
  await files.add(fileOf(path, isPage), isPage ? withScript(body) : rawPayload);
  const addressesIn = isPage ? addressesInPage : readerOf(path);
  return pathsOf(addressesIn?.(body) ?? [], path, siteUrl);
}

function readerOf(path: string): ((text: string) => string[]) | undefined {
  if (path.startsWith('/sitemap')) return addressesInSitemap;
  return path.endsWith('.webmanifest') ? addressesInManifest : undefined;
}

async function addPages(work: Work): Promise<void> {
  const paths = new Set(STARTS);
  // What is added meanwhile is visited, too.
  for (const path of paths) for (const next of await addPath(work, path)) paths.add(next);
  const notFound = await work.get(MISSING);
  await work.files.add('404.html', withoutScripts(notFound.body));
}

async function readAll({ get }: Work, path: string): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const { headers, json } = await get(next);
    all.push(...json());
    next = /^<([^>]+)>; rel="next"$/.exec(String(headers.link))?.[1];
  }
  return all;
}

/** What the scripts of the pages ask the API for. */
async function addLists(work: Work): Promise<void> {
  const { files, get } = work;
  const addJson = (path: string, value: unknown) =>
    files.add(`${path.slice(1)}.json`, JSON.stringify(value));
  const copy = async (path: string) => {
    const value = (await get(path)).json();
    await addJson(path, value);
    return value;
  };
  for (const path of ['/api/site', '/api/state', '/api/tags']) await copy(path);
  for (const list of ['/api/posts', '/api/pages'])
    for (const { slug } of await copy(list)) await copy(`${list}/${slug}`);
  for (const { year } of (await copy('/api/archive')).years)
    await addJson(`/api/archive/${year}`, await readAll(work, `/api/archive/${year}`));
}

async function addScripts({ files, get }: Work): Promise<void> {
  const assets = globSync('assets/**/*.*', { cwd: new URL('client/', BUILD) });
  for (const name of assets.filter((file) => !/\.(br|gz)$/.test(file)))
    await files.add(name, await readFile(new URL(`client/${name}`, BUILD)));
  await files.add(SCRIPT, await readFile(new URL(`static-copy/${SCRIPT}`, BUILD)));
  const words = /data-words="\/([^"]+)"/.exec((await get('/')).body)?.[1] ?? '';
  await files.add(words, (await get(`/${words}`)).rawPayload);
}

/** After the pages, which keep their addresses. */
async function addRedirects({ files, get }: Work, oldAddresses: readonly string[]): Promise<void> {
  const redirects = await resolveRedirects(oldAddresses, get);
  await files.add('_redirects', redirectRules(redirects));
  const byAddress = Object.fromEntries(redirects.map(({ from, to }) => [from, to]));
  await files.add('api/redirects.json', JSON.stringify(byAddress));
  for (const { from, to } of redirects)
    if (!from.includes('?')) await files.add(fileOf(encodeURI(from)), redirectPage(to));
}

/** The whole public site as files, as visitors of `app` see it. */
export async function writeStaticCopy(
  app: FastifyInstance,
  target: ExportTarget,
  { siteUrl, oldAddresses, onFile, signal }: Options,
): Promise<StaticCopy> {
  const files = createStaticFiles(target, (count) => {
    signal?.throwIfAborted();
    onFile(count);
  });
  const { host } = new URL(siteUrl);
  const work: Work = {
    files,
    siteUrl,
    missing: [],
    get: (url) => app.inject({ url, headers: { host } }),
  };
  await addPages(work);
  await addLists(work);
  await addScripts(work);
  await addRedirects(work, oldAddresses);
  return { files: files.count(), missing: work.missing };
}
