import { escapeAttribute } from '@longhand/contract/posts/search';
import { CsvSyntaxError, parseRecords } from '../../csv-records.ts';
import { damaged } from '../archive/entries.ts';
import {
  copyEntry,
  createEntryIndex,
  type EntryIndex,
  readStart,
  readText,
} from '../archive/read-entry.ts';
import { plainText } from '../content/plain-text.ts';
import { parseDate } from '../parse-date.ts';
import {
  type Archive,
  type ArchiveEntry,
  createFormat,
  EMPTY_DOCUMENT,
  type FoundDocument,
  type FoundItem,
  ImportError,
  type SourceFormat,
  skipped,
} from '../source.ts';
import { readItem } from '../time-limit.ts';
import { cleanContent } from './clean-content.ts';

type PostRow = { readonly [column: string]: string | undefined };

function findTable({ entries }: Archive): ArchiveEntry | undefined {
  return entries.find(({ name }) => /(?:^|\/)posts\.csv$/i.test(name));
}

/** Columns are named in the first record, and records may be shorter than that. */
async function* readTable(archive: Archive, entry: ArchiveEntry): AsyncGenerator<PostRow> {
  const csv = await readText(archive, entry, MAX_TABLE_BYTES);
  let columns: readonly string[] | undefined;
  try {
    for (const { fields } of parseRecords(csv, ',', 'lenient')) {
      if (fields.length === 0) continue;
      const row: PostRow = Object.fromEntries(
        (columns ?? []).map((name, index) => [name, fields[index]]),
      );
      columns ??= fields.map((name) => name.trim().toLowerCase());
      if (row.post_id) yield row;
    }
  } catch (error) {
    throw error instanceof CsvSyntaxError ? damaged(entry, error) : error;
  }
}

/** The table is in memory as a whole: a row of it has about 200 bytes. */
const MAX_TABLE_BYTES = 32 * 1024 ** 2;
const MAX_BYTES = 8 * 1024 ** 2;
const START_BYTES = 4_096;

function titleOf(row: PostRow): string {
  return plainText(row.title ?? '');
}

function isTrue(text: string | undefined): boolean {
  return /^(?:true|1|yes)$/i.test(text ?? '');
}

function isForEveryone({ audience = '' }: PostRow): boolean {
  return ['', 'everyone'].includes(audience);
}

/** The audio of a podcast is only linked. */
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
    ...EMPTY_DOCUMENT,
    kind: row.type === 'page' ? 'page' : 'post',
    guid: id,
    sourceId: id.split('.')[0] ?? '',
    title: titleOf(row),
    slug: slug || null,
    content: sound + cleanContent(html),
    excerpt: plainText(row.subtitle ?? ''),
    status: isPublic ? 'public' : 'draft',
    publishedAt: date,
    createdAt: date,
    addresses: slug === '' ? [] : [`/p/${encodeURIComponent(slug)}`],
    notes: [
      ...(isForEveryone(row) ? [] : ['It was not public, so it is a draft.']),
      ...(sound === '' ? [] : ['The podcast’s audio was not copied; it is linked.']),
    ],
  };
}

async function readRow(archive: Archive, row: PostRow, index: EntryIndex): Promise<FoundItem> {
  const title = titleOf(row) || row.post_id || '';
  if (row.type === 'thread')
    return skipped(title, 'It is a thread of comments. Comments are not imported.');
  const entry = index.byFileName(`${row.post_id}.html`);
  if (!entry) return skipped(title, 'The export does not contain its text.');
  const read = () => readText(archive, entry, MAX_BYTES);
  return readItem(title, read, (html) => documentOf(row, html));
}

async function* readItems(archive: Archive, table: ArchiveEntry, index: EntryIndex) {
  for await (const row of readTable(archive, table)) yield await readRow(archive, row, index);
}

/** Only the file name of the subscribers' list names the blog, if that list was exported, too. */
function siteUrlOf({ entries }: Archive): string | null {
  const names = entries.map(({ name }) => /(?:^|\/)email_list\.([a-z\d-]+)\.csv$/i.exec(name)?.[1]);
  const found = names.find((name) => name !== undefined);
  return found === undefined ? null : `https://${found.toLowerCase()}.substack.com/`;
}

async function recognises(archive: Archive): Promise<boolean> {
  const table = findTable(archive);
  if (!table) return false;
  return /\bpost_id\b/.test(await readStart(archive, table, START_BYTES).catch(() => ''));
}

/** Reads the zip of “Export”: posts.csv, and an HTML file for each post. */
export const substackFormat: SourceFormat = createFormat(
  'substack',
  recognises,
  async (archive) => {
    const table = findTable(archive);
    if (!table)
      throw new ImportError(`${archive.name} has no posts.csv, so it is not a Substack export.`);
    const index = createEntryIndex(archive.entries);
    return {
      origin: 'substack',
      siteUrl: siteUrlOf(archive),
      items: () => readItems(archive, table, index),
      copyPicture: (address, _document, to) => copyEntry(archive, index.byFileName(address), to),
    };
  },
);
