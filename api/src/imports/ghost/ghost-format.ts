import { createEntryIndex } from '../archive/entry-index.ts';
import { copyEntry } from '../archive/read-entry.ts';
import {
  type Archive,
  type FoundItem,
  ImportError,
  type ImportSource,
  type SourceFormat,
} from '../source.ts';
import { foundItem } from './find-document.ts';
import { findExports } from './find-exports.ts';
import { type GhostFile, readRecords } from './read-records.ts';
import { type Survey, survey } from './survey.ts';

const NO_RECORD: FoundItem = {
  kind: 'skipped',
  title: '',
  reason: 'It is no record of a post. The file may have been changed by hand.',
};

async function* readItems(
  archive: Archive,
  files: readonly GhostFile[],
  found: Survey,
): AsyncGenerator<FoundItem> {
  for (const file of files)
    for await (const { record } of readRecords(archive, file, ['posts']))
      yield record ? foundItem(record, found) : NO_RECORD;
}

const IMAGES = 'content/images/';

/** Exports have only the originals of pictures. */
function withoutSize(address: string): string {
  return address.replace(/(content\/images\/)size\/w\d+(?:h\d+)?\/(?:format\/\w+\/)?/, '$1');
}

/** Exports do not name the address of their site, but each site has a hash of its own. */
function originOf(found: Survey): string {
  return `ghost ${found.setting('db_hash') || found.setting('title')}`.trim();
}

async function open(archive: Archive): Promise<ImportSource> {
  const files = await findExports(archive);
  if (files.length === 0)
    throw new ImportError(`${archive.name} has no JSON file that Ghost has exported.`);
  const found = await survey(archive, files);
  const index = createEntryIndex(archive.entries);
  return {
    kind: 'ghost',
    origin: originOf(found),
    siteUrl: null,
    items: () => readItems(archive, files, found),
    redirects: () => found.redirects(),
    comments: () => found.comments,
    copyPicture(address, _document, to) {
      const entry = index.byEnd(address, IMAGES) ?? index.byEnd(withoutSize(address), IMAGES);
      return copyEntry(archive, entry, to);
    },
    close: () => archive.close(),
  };
}

/** The JSON of “Export” in Ghost, versions 1 to 6, alone or with its pictures in a zip. */
export const ghostFormat: SourceFormat = {
  kind: 'ghost',
  recognises: async (archive) => (await findExports(archive)).length > 0,
  open,
};
