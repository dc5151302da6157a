import type { WorkerWords } from '../app/reader/offline/worker-words.ts';
import type { SavedPage } from './html.ts';
import { titleOf } from './html.ts';
import { PREFIX, removeCaches } from './remove-caches.ts';
import { canKeep, isGone, type Kind } from './request-kind.ts';

/** The build sets it to a value of its own. */
declare const BUILD: string;
/** The server writes it before the script. */
declare const WORDS: WorkerWords;

const PAGES = `${PREFIX}pages`;

/** A new build has other files, so those of the last one are removed with their cache. */
const CACHES: Readonly<Record<Kind, string>> = {
  page: `${PAGES}-${WORDS.language}`,
  image: `${PREFIX}images`,
  asset: `${PREFIX}assets-${BUILD}`,
};

const MAX_ENTRIES: Readonly<Record<Kind, number>> = { page: 60, image: 100, asset: 100 };
const MAX_IMAGE_BYTES = 500_000;
const MAX_PAGE_AGE_MS = 30 * 24 * 3_600_000;

const hasOtherLanguage = (name: string) => name.startsWith(PAGES) && name !== CACHES.page;

export function removeOldBuilds(): Promise<void> {
  const current = Object.values(CACHES);
  return removeCaches((name) => !current.includes(name) && !hasOtherLanguage(name));
}

export function removeOtherLanguages(): Promise<void> {
  return removeCaches(hasOtherLanguage);
}

export async function addressesInOtherLanguages(): Promise<string[]> {
  const names = (await caches.keys()).filter(hasOtherLanguage);
  const keys = names.map(async (name) => (await caches.open(name)).keys());
  return (await Promise.all(keys)).flat().map(({ url }) => url);
}

export async function findCopy(kind: Kind, url: string): Promise<Response | undefined> {
  const cache = await caches.open(CACHES[kind]);
  return cache.match(url, { ignoreVary: true });
}

export function savedAt({ headers }: Response): Date {
  return new Date(headers.get('date') ?? Date.now());
}

function isTooLarge(kind: Kind, { headers }: Response): boolean {
  return kind === 'image' && Number(headers.get('content-length') ?? 0) > MAX_IMAGE_BYTES;
}

/** Keeps what may be kept, or removes the copy of what is gone. Failing, as for lack of space, is no harm. */
export async function keep(kind: Kind, url: string, response: Response): Promise<void> {
  try {
    const cache = await caches.open(CACHES[kind]);
    // What does not exist has no copy under any query; a redirect may be about one of them.
    const ignoreSearch = response.status >= 400;
    if (isGone(response)) await cache.delete(url, { ignoreSearch, ignoreVary: true });
    else if (canKeep(kind, response) && !isTooLarge(kind, response)) {
      await cache.put(url, response);
      const keys = await cache.keys();
      // The oldest come first.
      const surplus = keys.slice(0, Math.max(0, keys.length - MAX_ENTRIES[kind]));
      await Promise.all(surplus.map((key) => cache.delete(key)));
    }
  } catch (error) {
    console.warn(error);
  }
}

/** Without this, a page that was deleted would be kept if the reader never comes back to it. */
export async function removeOldPages(): Promise<void> {
  const cache = await caches.open(CACHES.page);
  for (const key of await cache.keys()) {
    const copy = await cache.match(key, { ignoreVary: true });
    if (copy && Date.now() - savedAt(copy).getTime() > MAX_PAGE_AGE_MS) await cache.delete(key);
  }
}

/** The latest page comes first. */
export async function listPages(): Promise<SavedPage[]> {
  const cache = await caches.open(CACHES.page);
  const keys = (await cache.keys()).toReversed();
  return Promise.all(
    keys.map(async ({ url }) => {
      const copy = await cache.match(url, { ignoreVary: true });
      const { pathname, search } = new URL(url);
      return { path: pathname + search, title: titleOf((await copy?.text()) ?? '') };
    }),
  );
}
