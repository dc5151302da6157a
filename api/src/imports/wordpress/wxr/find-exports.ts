import { readStart } from '../../archive/read-entry.ts';
import { type Archive, type ArchiveEntry, ImportError } from '../../source.ts';
import { readChannelElements, type WxrElement } from './channel-elements.ts';
import { decodeXml, detectEncoding } from './encoding.ts';

/** An export, of which there may be several: large ones are split. */
export type WxrFile = { readonly entry: ArchiveEntry; readonly encoding: string };

/** A comment of half a page comes first, and plugins add some. */
const START_BYTES = 64 * 1024;

/** What stands before the first element. */
const PROLOGUE = /^\s*(?:<\?.*?\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^>[]*(?:\[.*?\]\s*)?>\s*)*/s;

function startsAsExport(start: string): boolean {
  const xml = start.replace(PROLOGUE, '');
  const root = /^<rss\b[^>]*>/.exec(xml)?.[0];
  return (
    root !== undefined &&
    (/wordpress\.org\/export\//.test(root) || xml.includes('<wp:wxr_version>'))
  );
}

async function isExport(archive: Archive, entry: ArchiveEntry): Promise<boolean> {
  const mayBe = archive.entries.length === 1 || /\.(?:xml|wxr)$/i.test(entry.name);
  return mayBe && startsAsExport(await readStart(archive, entry, START_BYTES));
}

export async function hasExport(archive: Archive): Promise<boolean> {
  for (const entry of archive.entries) if (await isExport(archive, entry)) return true;
  return false;
}

export async function findExports(archive: Archive): Promise<WxrFile[]> {
  const files: WxrFile[] = [];
  for (const entry of archive.entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    if (await isExport(archive, entry))
      files.push({ entry, encoding: await detectEncoding(archive, entry) });
  if (files.length > 0) return files;
  throw new ImportError(
    'This is not a WordPress export. In WordPress, choose “Export” in the menu “Tools”, then “All content”, and import the file that it gives you.',
  );
}

export async function* readExports(
  archive: Archive,
  files: readonly WxrFile[],
): AsyncGenerator<WxrElement> {
  for (const { entry, encoding } of files)
    yield* readChannelElements(decodeXml(await archive.open(entry), encoding));
}
