import { Readable } from 'node:stream';
import type { Archive, FoundDocument, FoundItem, SourceFormat } from '../api/src/imports/source.ts';

export type ArchiveFiles = Readonly<Record<string, string | Buffer>>;

/** An archive in memory. */
export function archiveOf(files: ArchiveFiles, name = 'folder'): Archive {
  const bytes = new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));
  return {
    name,
    isFolder: true,
    entries: [...bytes].map(([path, { length }]) => ({ name: path, bytes: length })),
    open: async ({ name: path }) => Readable.from([bytes.get(path)], { objectMode: false }),
    close: async () => {},
  };
}

export async function itemsOf(format: SourceFormat, files: ArchiveFiles): Promise<FoundItem[]> {
  const source = await format.open(archiveOf(files));
  return Array.fromAsync(source.items());
}

/** Of an archive with one post or page. */
export async function documentOf(
  format: SourceFormat,
  files: ArchiveFiles,
): Promise<FoundDocument> {
  const [item, ...others] = await itemsOf(format, files);
  if (item === undefined || item.kind === 'skipped' || others.length > 0)
    throw new Error(`Not one document: ${JSON.stringify([item, ...others])}`);
  return item;
}
