import { POST_FIELDS } from '@longhand/contract/posts/post-fields';
import { copyEntry, createEntryIndex, pathOfAddress, readText } from '../archive/read-entry.ts';
import { TopicRedirects } from '../content/topics.ts';
import { type Archive, createFormat, ImportError, type SourceFormat, skipped } from '../source.ts';
import { readItem } from '../time-limit.ts';
import { type FolderContext, foundDocument } from './find-document.ts';
import { folderOf, type ItemFile, isMarkdownFile, itemFiles, reasonAgainst } from './item-files.ts';
import { createLinkTargets } from './link-targets.ts';
import { readSite } from './site.ts';

const MAX_BYTES = 4 * 1024 ** 2;

/** Parsing takes much more memory than the text itself, so a text that is too long is not parsed. */
async function readSource(archive: Archive, { entry }: ItemFile): Promise<string> {
  const source = await readText(archive, entry, MAX_BYTES);
  const { limit } = POST_FIELDS.content;
  if (source.length > limit)
    throw new ImportError(`Its text has more than ${limit.toLocaleString('en')} characters.`);
  return source;
}

async function* readItems(archive: Archive, files: readonly ItemFile[], context: FolderContext) {
  for (const file of files) {
    const reason = file.format === 'html' ? null : reasonAgainst(file.path, context.site.generator);
    const read = () => readSource(archive, file);
    const item =
      reason === null
        ? await readItem(file.path, read, (source) => foundDocument(source, file, context))
        : skipped(file.path, reason);
    if (item) yield item;
  }
}

/** Reads Markdown with front matter, as Jekyll, Hugo, Eleventy and Obsidian have it. */
export const markdownFormat: SourceFormat = createFormat(
  'markdown',
  async ({ entries }) => entries.some(({ name }) => isMarkdownFile(name)),
  async (archive) => {
    const site = await readSite(archive);
    const files = itemFiles(archive.entries, site);
    const targets = createLinkTargets(archive.entries, site.root);
    const index = createEntryIndex(archive.entries);
    const topics = new TopicRedirects();
    return {
      origin: site.url ?? archive.name.replace(/\.zip$/i, ''),
      siteUrl: site.url,
      redirects: () => topics.list(),
      items: () => readItems(archive, files, { site, targets, topics }),
      copyPicture(address, document, to) {
        const path = targets.fileAt(`/${pathOfAddress(address)}`, folderOf(document.guid));
        const entry = path === undefined ? undefined : index.byName(site.root + path);
        return copyEntry(archive, entry, to);
      },
    };
  },
);
