import { isImageName, sizeFromName, UPLOADS_PATH } from '@longhand/contract/image-names';
import {
  type ImageCursor,
  type ImagePage,
  type ImageUse,
  writeCursor,
} from '@longhand/contract/images';
import { LRUCache } from 'lru-cache';
import type { FileStore } from '../files/file-store.ts';
import { UPLOADS } from './image-store.ts';

type Uses = ReadonlyMap<string, readonly ImageUse[]>;
type Parts = {
  readonly files: FileStore;
  readonly findUses: (names: readonly string[]) => Promise<Uses>;
};

type Upload = ImageCursor & { readonly bytes: number };

const LISTING_MS = 60_000;

function newestFirst(a: ImageCursor, b: ImageCursor): number {
  return b.time - a.time || (a.name < b.name ? -1 : 1);
}

async function listNewestFirst(files: FileStore): Promise<Upload[]> {
  const uploads: Upload[] = [];
  for await (const { path, size, modified } of files.list(UPLOADS)) {
    const name = path.slice(UPLOADS.length);
    if (isImageName(name)) uploads.push({ name, time: modified.getTime(), bytes: size });
  }
  return uploads.sort(newestFirst);
}

/**
 * Pages of uploads. Why no table of them: the store is the only truth, also after a restore. No store
 * lists by time, so all are listed for the first page, and the listing is kept for those after it.
 */
export function createUploadList({ files, findUses }: Parts) {
  const listings = new LRUCache<'last', Upload[]>({ max: 1, ttl: LISTING_MS });

  async function listing(isFirstPage: boolean): Promise<Upload[]> {
    const kept = isFirstPage ? undefined : listings.get('last');
    const uploads = kept ?? (await listNewestFirst(files));
    listings.set('last', uploads);
    return uploads;
  }

  function describe({ name, time, bytes }: Upload, uses: Uses) {
    const size = sizeFromName(name) ?? { width: 1, height: 1 };
    const uploaded_at = new Date(time).toISOString();
    const used_in = [...(uses.get(name) ?? [])];
    return { url: UPLOADS_PATH + name, ...size, bytes, uploaded_at, used_in };
  }

  return async (before: ImageCursor | undefined, limit: number): Promise<ImagePage> => {
    const all = await listing(before === undefined);
    const start = before ? all.findIndex((upload) => newestFirst(before, upload) < 0) : 0;
    const page = start === -1 ? [] : all.slice(start, start + limit);
    const uses = await findUses(page.map(({ name }) => name));
    const last = page.at(-1);
    const hasNext = last !== undefined && start + limit < all.length;
    return {
      images: page.map((upload) => describe(upload, uses)),
      next: hasNext ? writeCursor(last) : null,
    };
  };
}
