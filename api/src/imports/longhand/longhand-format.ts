import { dirname } from 'node:path';
import {
  EXPORT_FILE,
  EXPORT_FORMAT,
  type ExportedRedirect,
  exportedRedirect,
  exportHead,
} from '@longhand/contract/exports';
import { isImageName, UPLOADS_PATH } from '@longhand/contract/media/image-names';
import { copyEntry, readStart } from '../archive/read-entry.ts';
import { readJson } from '../archive/read-json.ts';
import {
  type Archive,
  type ArchiveEntry,
  createFormat,
  type FoundItem,
  type FoundRedirect,
  ImportError,
  type SourceFormat,
} from '../source.ts';
import { normalId, toItem } from './own-document.ts';

const START_BYTES = 4 * 1024;
/** Records are at this depth: `{"posts":[{…}]}`. */
const RECORD_DEPTH = 3;

/** The file is at the top of the archive, or in its only folder. */
function findExport({ entries }: Archive): ArchiveEntry | undefined {
  return entries
    .filter(({ name }) => /^(?:[^/]+\/)?[^/]+$/.test(name))
    .find(({ name }) => name.split('/').at(-1) === EXPORT_FILE);
}

async function isExport(archive: Archive): Promise<boolean> {
  const entry = findExport(archive);
  if (!entry) return false;
  return /^\s*\{\s*"software"\s*:\s*"longhand"/.test(await readStart(archive, entry, START_BYTES));
}

function readLists(archive: Archive, entry: ArchiveEntry, lists: readonly string[]) {
  return readJson(archive, entry, {
    paths: lists.map((list) => `$.${list}.*`),
    recordDepth: RECORD_DEPTH,
  });
}

async function readHead(archive: Archive, entry: ArchiveEntry) {
  const paths = Object.keys(exportHead.shape).map((name) => `$.${name}`);
  const head: Record<string, unknown> = {};
  const wanted = { paths, recordDepth: RECORD_DEPTH };
  for await (const { list, value } of readJson(archive, entry, wanted)) head[list] = value;
  if (typeof head.format === 'number' && head.format > EXPORT_FORMAT)
    throw new ImportError(
      `${EXPORT_FILE} was made by a newer version of Longhand. Update this one first.`,
    );
  const parsed = exportHead.safeParse(head);
  if (!parsed.success)
    throw new ImportError(
      `${EXPORT_FILE} is not complete: ${parsed.error.issues[0]?.path.join('.')} is missing or not valid. Export the blog again.`,
    );
  return parsed.data;
}

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

function findUploadsByPath(
  { entries }: Archive,
  exported: ArchiveEntry,
): Map<string, ArchiveEntry> {
  const folder = dirname(exported.name);
  const start = (folder === '.' ? '' : `${folder}/`) + UPLOADS_PATH.slice(1);
  return new Map(
    entries
      .filter(({ name }) => name.startsWith(start) && isImageName(name.slice(start.length)))
      .map((entry) => [UPLOADS_PATH + entry.name.slice(start.length), entry]),
  );
}

/** Reads what `npm run export` writes. */
export const longhandFormat: SourceFormat = createFormat('longhand', isExport, async (archive) => {
  const entry = findExport(archive);
  if (!entry) throw new ImportError(`${archive.name} has no longhand.json.`);
  const { site_url, settings } = await readHead(archive, entry);
  const redirects = await readRedirects(archive, entry);
  const uploads = findUploadsByPath(archive, entry);
  return {
    origin: site_url,
    siteUrl: site_url,
    redirects: () => redirects,
    items: () => readItems(archive, entry),
    copyPicture: (address, _document, to) =>
      copyEntry(archive, uploads.get(URL.parse(address, site_url)?.pathname ?? ''), to),
    own: { settings, pictures: [...uploads.keys()] },
  };
});
