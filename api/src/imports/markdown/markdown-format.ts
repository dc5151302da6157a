import { POST_FIELDS } from '@longhand/contract/post-fields';
import { createEntryIndex, pathOfAddress } from '../archive/entry-index.ts';
import { copyEntry, readText } from '../archive/read-entry.ts';
import {
  type Archive,
  type FoundItem,
  ImportError,
  type ImportSource,
  type SourceFormat,
} from '../source.ts';
import { type FolderContext, foundDocument } from './find-document.ts';
import { folderOf, type ItemFile, isMarkdownFile, itemFiles, reasonAgainst } from './item-files.ts';
import { createLinkTargets } from './link-targets.ts';
import { readSite } from './site.ts';
import { TopicAddresses } from './topic-addresses.ts';

const MAX_BYTES = 4 * 1024 ** 2;

/** Parsing takes much more memory than the text, so one that is too long is not parsed. */
async function readFile(archive: Archive, file: ItemFile, context: FolderContext) {
  const source = await readText(archive, file.entry, MAX_BYTES);
  if (source.length > POST_FIELDS.content.limit)
    throw new ImportError(
      `Its text has more than ${POST_FIELDS.content.limit.toLocaleString('en')} characters.`,
    );
  return foundDocument(source, file, context);
}

async function readItem(
  archive: Archive,
  file: ItemFile,
  context: FolderContext,
): Promise<FoundItem | null> {
  const reason = file.format === 'html' ? null : reasonAgainst(file.path, context.site.generator);
  if (reason !== null) return { kind: 'skipped', title: file.path, reason };
  try {
    return await readFile(archive, file, context);
  } catch (error) {
    if (error instanceof RangeError)
      return { kind: 'skipped', title: file.path, reason: 'Its text is nested too deeply.' };
    if (!(error instanceof ImportError)) throw error;
    return { kind: 'skipped', title: file.path, reason: error.message };
  }
}

async function* readItems(archive: Archive, files: readonly ItemFile[], context: FolderContext) {
  for (const file of files) {
    const item = await readItem(archive, file, context);
    if (item) yield item;
  }
}

async function open(archive: Archive): Promise<ImportSource> {
  const site = await readSite(archive);
  const files = itemFiles(archive.entries, site);
  const targets = createLinkTargets(archive.entries, site.root);
  const index = createEntryIndex(archive.entries);
  const topics = new TopicAddresses(site.generator);
  return {
    kind: 'markdown',
    origin: site.url ?? archive.name.replace(/\.zip$/i, ''),
    siteUrl: site.url,
    items: () => readItems(archive, files, { site, targets, topics }),
    redirects: () => topics.redirects(),
    comments: () => 0,
    copyPicture(address, document, to) {
      const path = targets.fileAt(`/${pathOfAddress(address)}`, folderOf(document.guid));
      const entry = path === undefined ? undefined : index.byName(site.root + path);
      return copyEntry(archive, entry, to);
    },
    close: () => archive.close(),
  };
}

/** Markdown with front matter, as Jekyll, Hugo, Eleventy and Obsidian have it. */
export const markdownFormat: SourceFormat = {
  kind: 'markdown',
  recognises: async ({ entries }) => entries.some(({ name }) => isMarkdownFile(name)),
  open,
};
