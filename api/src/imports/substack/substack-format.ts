import { escapeAttribute } from '@longhand/contract/search';
import { createEntryIndex, type EntryIndex } from '../archive/entry-index.ts';
import { copyEntry, readStart, readText } from '../archive/read-entry.ts';
import { plainText } from '../html/plain-text.ts';
import { parseDate } from '../parse-date.ts';
import {
  type Archive,
  type ArchiveEntry,
  type FoundDocument,
  type FoundItem,
  ImportError,
  type ImportSource,
  type SourceFormat,
} from '../source.ts';
import { cleanContent } from './clean-content.ts';
import { findTable, type PostRow, readTable } from './posts-table.ts';

const MAX_BYTES = 8 * 1024 ** 2;
const START_BYTES = 4_096;

function titleOf(row: PostRow): string {
  return plainText(row.title ?? '');
}

function skipped(row: PostRow, reason: string): FoundItem {
  return { kind: 'skipped', title: titleOf(row) || row.post_id || '', reason };
}

function isTrue(text: string | undefined): boolean {
  return /^(?:true|1|yes)$/i.test(text ?? '');
}

function isForEveryone({ audience = '' }: PostRow): boolean {
  return ['', 'everyone'].includes(audience);
}

/** The sound of a podcast is only linked. */
function soundOf({ podcast_url = '' }: PostRow): string {
  if (!/^https?:\/\//.test(podcast_url)) return '';
  return `<figure><audio src="${escapeAttribute(podcast_url)}" controls></audio></figure>\n`;
}

function documentOf(row: PostRow, html: string): FoundDocument {
  const id = row.post_id ?? '';
  const slug = id.slice(id.indexOf('.') + 1);
  const sound = soundOf(row);
  const date = parseDate(row.post_date);
  const isPublic = isTrue(row.is_published) && isForEveryone(row);
  return {
    kind: row.type === 'page' ? 'page' : 'post',
    guid: id,
    sourceId: id.split('.')[0] ?? '',
    title: titleOf(row),
    slug: slug || null,
    content: sound + cleanContent(html),
    excerpt: plainText(row.subtitle ?? ''),
    tags: [],
    metaTitle: null,
    metaDescription: null,
    language: null,
    featuredImage: null,
    status: isPublic ? 'public' : 'draft',
    publishedAt: date,
    createdAt: date,
    addresses: slug === '' ? [] : [`/p/${encodeURIComponent(slug)}`],
    notes: [
      ...(isForEveryone(row) ? [] : ['It was not for everyone, so it is a draft.']),
      ...(sound === '' ? [] : ['The sound of the podcast stays where it is, and is linked.']),
    ],
  };
}

async function readItem(archive: Archive, row: PostRow, index: EntryIndex): Promise<FoundItem> {
  if (row.type === 'thread')
    return skipped(row, 'It is a thread of comments. Comments are not imported.');
  const entry = index.byFileName(`${row.post_id}.html`);
  if (!entry) return skipped(row, 'The export has no text of it.');
  try {
    return documentOf(row, await readText(archive, entry, MAX_BYTES));
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return skipped(row, error.message);
  }
}

async function* readItems(archive: Archive, table: ArchiveEntry, index: EntryIndex) {
  for await (const row of readTable(archive, table)) yield await readItem(archive, row, index);
}

/** Only the name of the list of subscribers says which blog it is, if that was exported, too. */
function siteUrlOf({ entries }: Archive): string | null {
  const names = entries.map(({ name }) => /(?:^|\/)email_list\.([a-z\d-]+)\.csv$/i.exec(name)?.[1]);
  const found = names.find((name) => name !== undefined);
  return found === undefined ? null : `https://${found.toLowerCase()}.substack.com/`;
}

async function open(archive: Archive): Promise<ImportSource> {
  const table = findTable(archive);
  if (!table)
    throw new ImportError(`${archive.name} has no posts.csv, so it is no export of Substack.`);
  const index = createEntryIndex(archive.entries);
  return {
    kind: 'substack',
    origin: 'substack',
    siteUrl: siteUrlOf(archive),
    items: () => readItems(archive, table, index),
    redirects: () => [],
    comments: () => 0,
    copyPicture: (address, _document, to) => copyEntry(archive, index.byFileName(address), to),
    close: () => archive.close(),
  };
}

/** The zip of “Export”: posts.csv, and an HTML file for each post. */
export const substackFormat: SourceFormat = {
  kind: 'substack',
  async recognises(archive) {
    const table = findTable(archive);
    if (!table) return false;
    return /\bpost_id\b/.test(await readStart(archive, table, START_BYTES).catch(() => ''));
  },
  open,
};
