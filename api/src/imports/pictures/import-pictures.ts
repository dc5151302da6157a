import { rm, stat } from 'node:fs/promises';
import { isUploadPath, MAX_UPLOAD_BYTES, UPLOADS_PATH } from '@longhand/contract/media/image-names';
import { decoded } from '@longhand/contract/text/decoded';
import { Semaphore } from 'async-mutex';
import { ProblemError } from '../../http/problem.ts';
import type { AddUpload } from '../../images/add-upload.ts';
import type { SiteAddresses } from '../content/rewrite-content.ts';
import type { ImportReporter } from '../run-import.ts';
import { EMPTY_DOCUMENT, type FoundDocument, ImportError, type ImportSource } from '../source.ts';
import { type PictureFolder, readSize } from './picture-folder.ts';

/** Each may wait for the network, and takes up to 15 MB. */
const MAX_AT_ONCE = 4;

export type FetchPicture = (url: URL, to: string) => Promise<boolean>;

export type PictureParts = {
  readonly source: Pick<ImportSource, 'copyPicture' | 'own'>;
  readonly site: SiteAddresses;
  readonly folder: PictureFolder | undefined;
  readonly fetch: FetchPicture | undefined;
  readonly add: AddUpload;
  readonly has: (name: string) => Promise<boolean>;
  readonly report: ImportReporter;
};

/** Returns false if the picture cannot be had in this way. */
type Attempt = (to: string) => Promise<boolean>;

function withoutSize(url: URL): URL | undefined {
  const original = readSize(url.pathname)?.original;
  return original === undefined ? undefined : new URL(original, url);
}

class NotFound extends Error {}

function tooLarge(): ProblemError {
  const megabytes = MAX_UPLOAD_BYTES / 1024 / 1024;
  return new ProblemError('too-large', `The file has more than ${megabytes} MB.`);
}

/** Each picture is stored once, however many documents show it. */
export function createPictures({ source, site, folder, fetch, add, has, report }: PictureParts) {
  const found = new Map<string, Promise<string | undefined>>();
  const semaphore = new Semaphore(MAX_AT_ONCE);

  function waysToHave(address: string, url: URL, document: FoundDocument): Attempt[] {
    const { isKnown } = site;
    const isOnline = isKnown || !site.isOwn(url);
    const path = decoded(url.pathname);
    return [
      (to) => source.copyPicture(address, document, to),
      ...(folder ? [(to: string) => folder.copy(path, to, 'exact')] : []),
      ...(fetch && isOnline ? [(to: string) => fetch(url, to)] : []),
    ];
  }

  function allWays(address: string, url: URL, document: FoundDocument): Attempt[] {
    const original = withoutSize(url);
    const path = decoded(url.pathname);
    return [
      ...waysToHave(address, url, document),
      ...(original ? waysToHave(original.href, original, document) : []),
      ...(folder ? [(to: string) => folder.copy(path, to, 'smaller')] : []),
    ];
  }

  /** Pictures of an export of this software keep their names. */
  const keptName = ({ pathname }: URL) =>
    source.own && isUploadPath(pathname) ? pathname.slice(UPLOADS_PATH.length) : undefined;

  async function receive(attempts: readonly Attempt[], to: string): Promise<void> {
    for (const attempt of attempts) {
      if (!(await attempt(to))) {
        await rm(to, { force: true });
        continue;
      }
      if ((await stat(to)).size > MAX_UPLOAD_BYTES) throw tooLarge();
      return;
    }
    throw new NotFound();
  }

  async function store(
    address: string,
    url: URL,
    document: FoundDocument,
  ): Promise<string | undefined> {
    try {
      return await semaphore.runExclusive(async () => {
        const name = keptName(url);
        const isHere = name !== undefined && (await has(name));
        const path = await add((to) => receive(allWays(address, url, document), to), name);
        if (!isHere) report.pictureImported();
        return path;
      });
    } catch (error) {
      if (error instanceof ProblemError || error instanceof ImportError)
        report.note(document.title, `The picture ${address} was not imported: ${error.message}`);
      else if (!(error instanceof NotFound)) throw error;
      report.pictureMissing(isRelative(address, url) ? address : url.href);
      return undefined;
    }
  }

  const isRelative = (address: string, url: URL) =>
    !site.isKnown && site.isOwn(url) && !/^[a-z]+:/i.test(address);

  /** Returns the path of the stored picture; undefined if it cannot be had. */
  function importOnce(
    address: string,
    url: URL,
    document: FoundDocument,
  ): Promise<string | undefined> {
    const key = url.origin + url.pathname + url.search;
    const known = found.get(key);
    if (known) return known;
    const stored = store(address.trim(), url, document);
    found.set(key, stored);
    return stored;
  }

  return {
    import: importOnce,

    /** Imports a picture that no document shows. */
    async importOwn(path: string): Promise<void> {
      const url = site.resolve(path, EMPTY_DOCUMENT);
      if (url) await importOnce(path, url, EMPTY_DOCUMENT);
    },
  };
}

export type Pictures = ReturnType<typeof createPictures>;
