import { dirname } from 'node:path';
import { type ExportedRedirect, exportedRedirect } from '@longhand/contract/exports';
import { isImageName, UPLOADS_PATH } from '@longhand/contract/image-names';
import { copyEntry } from '../archive/read-entry.ts';
import {
  type Archive,
  type ArchiveEntry,
  type FoundItem,
  type FoundRedirect,
  ImportError,
  type ImportSource,
  type SourceFormat,
} from '../source.ts';
import { normalId, toItem } from './own-document.ts';
import { findExport, isExport, readHead, readLists } from './read-export.ts';

async function* readItems(archive: Archive, entry: ArchiveEntry): AsyncGenerator<FoundItem> {
  for await (const { list, value } of readLists(archive, entry, ['pages', 'posts']))
    yield toItem(list, value);
}

function toRedirect({ from, post_id, page_id, to }: ExportedRedirect): FoundRedirect[] {
  if (post_id !== null) return [{ from, post: normalId(post_id) }];
  if (page_id !== null) return [{ from, page: normalId(page_id) }];
  return to === null ? [] : [{ from, to }];
}

async function readRedirects(archive: Archive, entry: ArchiveEntry): Promise<FoundRedirect[]> {
  const redirects: FoundRedirect[] = [];
  for await (const { value } of readLists(archive, entry, ['redirects'])) {
    const parsed = exportedRedirect.safeParse(value);
    if (parsed.success) redirects.push(...toRedirect(parsed.data));
  }
  return redirects;
}

/** The pictures by the paths that texts have. */
function findUploads({ entries }: Archive, exported: ArchiveEntry): Map<string, ArchiveEntry> {
  const folder = dirname(exported.name);
  const start = (folder === '.' ? '' : `${folder}/`) + UPLOADS_PATH.slice(1);
  return new Map(
    entries
      .filter(({ name }) => name.startsWith(start) && isImageName(name.slice(start.length)))
      .map((entry) => [UPLOADS_PATH + entry.name.slice(start.length), entry]),
  );
}

async function open(archive: Archive): Promise<ImportSource> {
  const entry = findExport(archive);
  if (!entry) throw new ImportError(`${archive.name} has no longhand.json.`);
  const { site_url, settings } = await readHead(archive, entry);
  const redirects = await readRedirects(archive, entry);
  const uploads = findUploads(archive, entry);
  return {
    kind: 'longhand',
    origin: site_url,
    siteUrl: site_url,
    items: () => readItems(archive, entry),
    redirects: () => redirects,
    comments: () => 0,
    copyPicture: (address, _document, to) =>
      copyEntry(archive, uploads.get(URL.parse(address, site_url)?.pathname ?? ''), to),
    own: { settings, pictures: [...uploads.keys()] },
    close: () => archive.close(),
  };
}

/** What `npm run export` writes. */
export const longhandFormat: SourceFormat = { kind: 'longhand', recognises: isExport, open };
