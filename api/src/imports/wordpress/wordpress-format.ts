import type { Archive, FoundItem, ImportSource, SourceFormat } from '../source.ts';
import { type DocumentContext, foundItem } from './find-document.ts';
import { survey } from './survey.ts';
import { createUploadsFolder } from './uploads-folder.ts';
import { findExports, hasExport, readExports, type WxrFile } from './wxr/find-exports.ts';

async function* readItems(
  archive: Archive,
  files: readonly WxrFile[],
  context: DocumentContext,
): AsyncGenerator<FoundItem> {
  for await (const element of readExports(archive, files))
    if (element.name === 'item') yield foundItem(element, context);
}

async function open(archive: Archive): Promise<ImportSource> {
  const files = await findExports(archive);
  const surveyed = await survey(readExports(archive, files));
  const { siteUrl, redirects, comments } = surveyed;
  const uploads = createUploadsFolder(archive);
  return {
    kind: 'wordpress',
    origin: siteUrl ?? 'wordpress',
    siteUrl,
    items: () => readItems(archive, files, surveyed),
    redirects: () => redirects,
    comments: () => comments,
    copyPicture: (address, _document, to) => uploads.copy(address, to),
    close: () => archive.close(),
  };
}

/** WXR: the XML that “Export” in WordPress gives, versions 1.0 to 1.2. */
export const wordpressFormat: SourceFormat = { kind: 'wordpress', recognises: hasExport, open };
