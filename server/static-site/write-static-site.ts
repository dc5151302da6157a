import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { Config } from '@longhand/api/config';
import { openExistingDatabaseReadOnly } from '@longhand/api/existing-database';
import type { ExportTarget } from '@longhand/api/exports';
import { createFolderTarget, fillTarget, listOldAddresses } from '@longhand/api/exports';
import { decodeEntities } from '@longhand/contract/posts/search';
import { ensureBuilt } from '@longhand/web/server';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { buildReader } from '../build-server.ts';
import { createLogger } from '../logger.ts';
import { redirectPage, redirectRules, resolveRedirects } from './redirects.ts';
import { createStaticFiles, fileOf, type StaticFiles } from './static-files.ts';

const ATTRIBUTE = /\s(href|src|srcset|imagesrcset|poster|content)="([^"]*)"/gi;

/** A static site has no use for these, or has all of their files. */
const LEFT_OUT = /^\/(admin|login|api|newsletter|preview|assets)(\/|$)/;

function targetsIn(name: string, value: string): string[] {
  if (!/srcset$/i.test(name)) return [value];
  return value.split(',').map((candidate) => candidate.trim().split(/\s/)[0] ?? '');
}

/** Keeps only addresses of the site, and returns their paths without queries. */
function pathsOf(addresses: readonly string[], page: string, siteUrl: string): string[] {
  const { origin } = new URL(siteUrl);
  const paths = addresses
    .map((address) => URL.parse(address, siteUrl + page))
    .flatMap((address) => (address?.origin === origin ? [address.pathname] : []))
    .filter((path) => !LEFT_OUT.test(path));
  return [...new Set(paths)];
}

function addressesInPage(html: string): string[] {
  return (
    [...html.matchAll(ATTRIBUTE)]
      .flatMap(([, name = '', value = '']) => targetsIn(name, decodeEntities(value)))
      // The attribute `content` can be any text, too.
      .filter((target) => /^(https?:\/\/|\/)/i.test(target))
  );
}

function addressesInSitemap(xml: string): string[] {
  return [...xml.matchAll(/<(?:image:)?loc>([^<]+)</g)].map(([, address = '']) =>
    decodeEntities(address),
  );
}

function addressesInManifest(json: string): string[] {
  return (JSON.parse(json).icons ?? []).map(({ src }: { src: string }) => src);
}

const BUILD = new URL('../../web/build/', import.meta.url);
const SCRIPT = 'static-site.js';

/** These link to the rest. Not every site has all of them. */
const STARTS = [
  ...['/', '/blog', '/sitemap.xml', '/robots.txt', '/service-worker.js', '/favicon.ico'],
  '/.well-known/security.txt',
];
const MISSING = '/no/such/page';

type WriteOptions = {
  readonly siteUrl: string;
  /** `app` is asked where they lead. */
  readonly oldAddresses: readonly string[];
  readonly onFile: (count: number) => void;
  readonly signal: AbortSignal;
};

type Work = {
  readonly files: StaticFiles;
  readonly get: (path: string) => Promise<LightMyRequestResponse>;
  readonly siteUrl: string;
  readonly missing: string[];
};

type StaticSite = {
  readonly files: number;
  /** Pages link to these addresses, which do not exist. */
  readonly missing: readonly string[];
};

/** The script comes before all others, because it replaces the API. */
function withScript(html: string): string {
  return html.replace(/<head[^>]*>/, `$&<script src="/${SCRIPT}"></script>`);
}

/** A host sends this page at many addresses, and scripts would take them for other pages. */
function withoutScripts(html: string): string {
  return html.replace(/<script\b[^>]*>.*?<\/script>|<link rel="modulepreload"[^>]*>/gs, '');
}

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
  // Paths that are added in the meantime are visited, too.
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

/** The scripts of the pages ask the API for these lists. */
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
  await files.add(SCRIPT, await readFile(new URL(`static-site/${SCRIPT}`, BUILD)));
  const words = /data-words="\/([^"]+)"/.exec((await get('/')).body)?.[1] ?? '';
  await files.add(words, (await get(`/${words}`)).rawPayload);
}

/** Called after the pages were added, so that they keep their addresses. */
async function addRedirects({ files, get }: Work, oldAddresses: readonly string[]): Promise<void> {
  const redirects = await resolveRedirects(oldAddresses, get);
  await files.add('_redirects', redirectRules(redirects));
  const byAddress = Object.fromEntries(redirects.map(({ from, to }) => [from, to]));
  await files.add('api/redirects.json', JSON.stringify(byAddress));
  for (const { from, to } of redirects)
    if (!from.includes('?')) await files.add(fileOf(encodeURI(from)), redirectPage(to));
}

async function writeStaticSite(
  app: FastifyInstance,
  target: ExportTarget,
  { siteUrl, oldAddresses, onFile, signal }: WriteOptions,
): Promise<StaticSite> {
  const files = createStaticFiles(target, (count) => {
    signal.throwIfAborted();
    onFile(count);
  });
  const { host } = new URL(siteUrl);
  const work: Work = {
    files,
    siteUrl,
    missing: [],
    async get(url) {
      // Without this pause, what earlier requests have left would only be freed when a file is written.
      await setImmediate();
      return app.inject({ url, headers: { host } });
    },
  };
  await addPages(work);
  await addLists(work);
  await addScripts(work);
  await addRedirects(work, oldAddresses);
  return { files: files.count(), missing: work.missing };
}

type Options = Pick<WriteOptions, 'onFile' | 'signal'> & {
  readonly onMessage: (message: string) => void;
};

/** The blog may be running. Its data is not changed. */
export async function makeStaticSite(
  config: Config,
  folder: string,
  { onFile, onMessage, signal }: Options,
): Promise<StaticSite> {
  const db = await openExistingDatabaseReadOnly(config);
  const oldAddresses = await listOldAddresses(db).finally(() => db.destroy());
  ensureBuilt(onMessage);
  const target = await createFolderTarget(folder);
  return fillTarget(target, async () => {
    const app = await buildReader(config, createLogger('error'));
    const options = { siteUrl: config.site.url, oldAddresses, onFile, signal };
    return writeStaticSite(app, target, options).finally(() => app.close());
  });
}
