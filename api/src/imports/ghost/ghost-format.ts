import { copyEntry, createEntryIndex } from '../archive/read-entry.ts';
import {
  type Archive,
  createFormat,
  type FoundItem,
  ImportError,
  type SourceFormat,
  skipped,
} from '../source.ts';
import { findInTime } from '../time-limit.ts';
import { foundItem } from './find-document.ts';
import {
  findExports,
  type GhostFile,
  type GhostSurvey,
  readRecords,
  survey,
  textOf,
} from './read-export.ts';

const NO_RECORD = skipped(
  '',
  'It is not a valid post record. The file may have been edited by hand.',
);

async function* readItems(
  archive: Archive,
  files: readonly GhostFile[],
  found: GhostSurvey,
): AsyncGenerator<FoundItem> {
  for (const file of files)
    for await (const { record } of readRecords(archive, file, ['posts']))
      yield record
        ? findInTime(textOf(record, 'title'), () => foundItem(record, found))
        : NO_RECORD;
}

const IMAGES = 'content/images/';

/** Exports contain only the originals of pictures. */
function withoutSize(address: string): string {
  return address.replace(/(content\/images\/)size\/w\d+(?:h\d+)?\/(?:format\/\w+\/)?/, '$1');
}

/** Reads the JSON of “Export” in Ghost, versions 1 to 6, alone or in a zip with its pictures. */
export const ghostFormat: SourceFormat = createFormat(
  'ghost',
  async (archive) => (await findExports(archive)).length > 0,
  async (archive) => {
    const files = await findExports(archive);
    if (files.length === 0)
      throw new ImportError(`${archive.name} has no JSON file from a Ghost export.`);
    const found = await survey(archive, files);
    const index = createEntryIndex(archive.entries);
    return {
      ...found,
      items: () => readItems(archive, files, found),
      copyPicture(address, _document, to) {
        const entry = index.byEnd(address, IMAGES) ?? index.byEnd(withoutSize(address), IMAGES);
        return copyEntry(archive, entry, to);
      },
    };
  },
);
