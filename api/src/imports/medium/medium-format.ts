import { copyEntry, createEntryIndex, readStart, readText } from '../archive/read-entry.ts';
import { type Archive, type ArchiveEntry, createFormat, type SourceFormat } from '../source.ts';
import { readItem } from '../time-limit.ts';
import { foundItem } from './find-document.ts';

const MAX_BYTES = 8 * 1024 ** 2;
const START_BYTES = 64 * 1024;
const POST = /(?:^|\/)posts\/[^/]+\.html$/i;

function postsIn({ entries }: Archive): ArchiveEntry[] {
  return entries.filter(({ name }) => POST.test(name));
}

/** Medium's pages have a microformat. */
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

async function* readItems(archive: Archive, posts: readonly ArchiveEntry[]) {
  for (const entry of posts) {
    const name = entry.name.slice(entry.name.lastIndexOf('/') + 1);
    const read = () => readText(archive, entry, MAX_BYTES);
    yield await readItem(name, read, (html) => foundItem(html, name));
  }
}

/** The account tells the blog from others. */
async function originOf(archive: Archive): Promise<string> {
  const profile = archive.entries.find(({ name }) => /(?:^|\/)profile\/profile\.html$/.test(name));
  const text = profile ? await readText(archive, profile, MAX_BYTES).catch(() => '') : '';
  const [account] = /https:\/\/medium\.com\/@[\w.-]+/.exec(text) ?? [];
  return account ?? 'https://medium.com';
}

/** Reads the zip of “Download your information”, whose posts are HTML. */
export const mediumFormat: SourceFormat = createFormat('medium', recognises, async (archive) => {
  const inFolder = postsIn(archive);
  const posts = inFolder.length > 0 ? inFolder : archive.entries;
  const index = createEntryIndex(archive.entries);
  return {
    origin: await originOf(archive),
    siteUrl: 'https://medium.com/',
    items: () => readItems(archive, posts),
    copyPicture: (address, _document, to) => copyEntry(archive, index.byFileName(address), to),
  };
});
