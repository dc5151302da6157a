import { UnrenderableError } from '../../posts/rendering/html-tree.ts';
import { createEntryIndex } from '../archive/entry-index.ts';
import { copyEntry, readStart, readText } from '../archive/read-entry.ts';
import {
  type Archive,
  type ArchiveEntry,
  type FoundItem,
  ImportError,
  type ImportSource,
  type SourceFormat,
} from '../source.ts';
import { foundItem } from './find-document.ts';

const MAX_BYTES = 8 * 1024 ** 2;
const START_BYTES = 64 * 1024;
const POST = /(?:^|\/)posts\/[^/]+\.html$/i;

function postsIn({ entries }: Archive): ArchiveEntry[] {
  return entries.filter(({ name }) => POST.test(name));
}

/** The microformat of its pages. */
async function recognises(archive: Archive): Promise<boolean> {
  const posts =
    archive.isFolder || postsIn(archive).length > 0 ? postsIn(archive) : archive.entries;
  for (const entry of posts.slice(0, 3)) {
    if (!/\.html$/i.test(entry.name)) continue;
    const start = await readStart(archive, entry, START_BYTES).catch(() => '');
    if (/class="h-entry"/.test(start) && /class="(?:p-name|e-content)"/.test(start)) return true;
  }
  return false;
}

async function readItem(archive: Archive, entry: ArchiveEntry): Promise<FoundItem> {
  const name = entry.name.slice(entry.name.lastIndexOf('/') + 1);
  try {
    return foundItem(await readText(archive, entry, MAX_BYTES), name);
  } catch (error) {
    if (error instanceof UnrenderableError)
      return { kind: 'skipped', title: name, reason: 'Its HTML is nested too deeply.' };
    if (!(error instanceof ImportError)) throw error;
    return { kind: 'skipped', title: name, reason: error.message };
  }
}

async function* readItems(archive: Archive, posts: readonly ArchiveEntry[]) {
  for (const entry of posts) yield await readItem(archive, entry);
}

/** The name of the account, as the export has it. */
async function originOf(archive: Archive): Promise<string> {
  const profile = archive.entries.find(({ name }) => /(?:^|\/)profile\/profile\.html$/.test(name));
  const text = profile ? await readText(archive, profile, MAX_BYTES).catch(() => '') : '';
  const [account] = /https:\/\/medium\.com\/@[\w.-]+/.exec(text) ?? [];
  return account ?? 'https://medium.com';
}

async function open(archive: Archive): Promise<ImportSource> {
  const inFolder = postsIn(archive);
  const posts = inFolder.length > 0 ? inFolder : archive.entries;
  const index = createEntryIndex(archive.entries);
  return {
    kind: 'medium',
    origin: await originOf(archive),
    siteUrl: 'https://medium.com/',
    items: () => readItems(archive, posts),
    redirects: () => [],
    comments: () => 0,
    copyPicture: (address, _document, to) => copyEntry(archive, index.byFileName(address), to),
    close: () => archive.close(),
  };
}

/** The zip of “Download your information”, whose posts are HTML. */
export const mediumFormat: SourceFormat = { kind: 'medium', recognises, open };
