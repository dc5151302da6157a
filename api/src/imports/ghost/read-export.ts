import { readStart } from '../archive/read-entry.ts';
import { readJson } from '../archive/read-json.ts';
import { plainText } from '../content/plain-text.ts';
import { TopicRedirects } from '../content/topics.ts';
import type { Archive, ArchiveEntry, FoundRedirect } from '../source.ts';

export type GhostRecord = { readonly [column: string]: unknown };
/** `record` is null if the table contains something else. */
type TableRecord = { readonly table: string; readonly record: GhostRecord | null };

/** The tables are in `db[0].data` if `isInDb`, else in `data`. */
export type GhostFile = { readonly entry: ArchiveEntry; readonly isInDb: boolean };

function isRecord(value: unknown): value is GhostRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Yields the records of these tables in the order of the file. */
export async function* readRecords(
  archive: Archive,
  { entry, isInDb }: GhostFile,
  tables: readonly string[],
): AsyncGenerator<TableRecord> {
  const root = isInDb ? '$.db.*.data' : '$.data';
  const paths = tables.map((table) => `${root}.${table}.*`);
  const wanted = { paths, recordDepth: isInDb ? 6 : 4 };
  for await (const { list, value } of readJson(archive, entry, wanted))
    yield { table: list, record: isRecord(value) ? value : null };
}

const START_BYTES = 64 * 1024;
/** Themes and other programs have JSON files, too. */
const MAX_FILES = 50;

const IN_DB = /^\s*\{\s*"db"\s*:\s*\[/;
const IN_DATA = /^\s*\{\s*"(?:meta|data)"\s*:\s*\{/;
const OF_GHOST = /"exported_on"\s*:|"(?:posts|posts_tags|posts_authors|newsletters)"\s*:\s*\[/;

async function readKind(archive: Archive, entry: ArchiveEntry): Promise<GhostFile | null> {
  const start = (await readStart(archive, entry, START_BYTES)).replace(/^\ufeff/, '');
  const isInDb = IN_DB.test(start);
  return (isInDb || IN_DATA.test(start)) && OF_GHOST.test(start) ? { entry, isInDb } : null;
}

/** Ignores JSON in Ghost's folders of pictures and themes. */
export async function findExports(archive: Archive): Promise<GhostFile[]> {
  const candidates = archive.entries
    .filter(({ name }) => /\.json$/i.test(name) && !/(?:^|\/)content\//.test(name))
    .slice(0, MAX_FILES);
  const files: GhostFile[] = [];
  for (const entry of candidates) {
    const file = await readKind(archive, entry).catch(() => null);
    if (file) files.push(file);
  }
  return files;
}

/** This much of a text is kept in memory, which is more than the limit of any of these texts. */
const MAX_TEXT = 5_000;
const NEEDED_SETTINGS = new Set(['db_hash', 'title', 'permalinks']);

export function textOf(record: GhostRecord, column: string): string {
  const value = record[column];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

const META = ['meta_title', 'meta_description', 'feature_image_alt', 'feature_image_caption'];

function cutMeta(record: GhostRecord): GhostRecord {
  const texts = META.map((column) => [column, textOf(record, column).slice(0, MAX_TEXT)]);
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

/** Tags like `#podcast` are for Ghost's themes; readers never see them. */
function isInternal(record: GhostRecord): boolean {
  return textOf(record, 'visibility') === 'internal' || textOf(record, 'name').startsWith('#');
}

/** Surveys all tables but that of the posts. */
export async function survey(archive: Archive, files: readonly GhostFile[]) {
  const tags = new Map<string, { readonly name: string; readonly slug: string }>();
  const uses = new Map<string, { readonly tagId: string; readonly order: number }[]>();
  const meta = new Map<string, GhostRecord>();
  const settings = new Map<string, string>();
  let comments = 0;

  const readers: Readonly<Record<string, (record: GhostRecord) => void>> = {
    tags(record) {
      const name = plainText(textOf(record, 'name').slice(0, MAX_TEXT));
      if (name === '' || isInternal(record)) return;
      tags.set(textOf(record, 'id'), { name, slug: textOf(record, 'slug') });
    },
    posts_tags(record) {
      const use = { tagId: textOf(record, 'tag_id'), order: Number(record.sort_order ?? 0) };
      const postId = textOf(record, 'post_id');
      const ofPost = uses.get(postId);
      if (ofPost) ofPost.push(use);
      else uses.set(postId, [use]);
    },
    posts_meta: (record) => meta.set(textOf(record, 'post_id'), cutMeta(record)),
    settings(record) {
      const key = textOf(record, 'key');
      if (NEEDED_SETTINGS.has(key)) settings.set(key, textOf(record, 'value').slice(0, MAX_TEXT));
    },
    comments() {
      comments += 1;
    },
  };
  for (const file of files)
    for await (const { table, record } of readRecords(archive, file, Object.keys(readers)))
      if (record) readers[table]?.(record);

  const setting = (key: string) => settings.get(key) ?? '';

  function tagsOf(postId: string): string[] {
    const inOrder = (uses.get(postId) ?? []).toSorted((a, b) => a.order - b.order);
    return inOrder.flatMap(({ tagId }) => tags.get(tagId)?.name ?? []);
  }

  function redirects(): FoundRedirect[] {
    const topics = new TopicRedirects();
    for (const postId of uses.keys()) topics.addPost(tagsOf(postId));
    for (const { name, slug } of tags.values())
      if (slug !== '') topics.addOldPath(`/tag/${encodeURIComponent(slug)}/`, name);
    return topics.list();
  }

  return {
    // Exports do not contain the address of their site, but each site has its own hash.
    origin: `ghost ${setting('db_hash') || setting('title')}`.trim(),
    siteUrl: null,
    redirects,
    comments: () => comments,
    permalinks: setting('permalinks'),
    tagsOf,
    metaOf: (postId: string): GhostRecord => meta.get(postId) ?? {},
  };
}

export type GhostSurvey = Awaited<ReturnType<typeof survey>>;
