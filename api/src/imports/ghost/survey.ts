import { TopicPages } from '../content/topic-pages.ts';
import { plainText } from '../html/plain-text.ts';
import type { Archive, FoundRedirect } from '../source.ts';
import { type GhostFile, type GhostRecord, readRecords } from './read-records.ts';

const TABLES = ['tags', 'posts_tags', 'posts_meta', 'settings', 'comments'];
/** What is kept of a text in memory: more than any of these may have here. */
const MAX_TEXT = 5_000;
/** The settings that say something of posts. */
const SETTINGS = new Set(['db_hash', 'title', 'permalinks']);

type Tag = { readonly name: string; readonly slug: string };
type Use = { readonly tagId: string; readonly order: number };

/** What must be known of an export before its first post can be read. */
export type Survey = {
  tagsOf(postId: string): string[];
  metaOf(postId: string): GhostRecord;
  setting(key: string): string;
  redirects(): FoundRedirect[];
  readonly comments: number;
};

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

class Tables {
  readonly #tags = new Map<string, Tag>();
  readonly #uses = new Map<string, Use[]>();
  readonly #meta = new Map<string, GhostRecord>();
  readonly #settings = new Map<string, string>();
  comments = 0;

  add(table: string, record: GhostRecord): void {
    if (table === 'tags') this.#addTag(record);
    else if (table === 'posts_tags') this.#addUse(record);
    else if (table === 'posts_meta') this.#meta.set(textOf(record, 'post_id'), cutMeta(record));
    else if (table === 'settings') this.#addSetting(record);
    else this.comments += 1;
  }

  #addTag(record: GhostRecord): void {
    const name = plainText(textOf(record, 'name').slice(0, MAX_TEXT));
    if (name === '' || isInternal(record)) return;
    this.#tags.set(textOf(record, 'id'), { name, slug: textOf(record, 'slug') });
  }

  #addUse(record: GhostRecord): void {
    const postId = textOf(record, 'post_id');
    const use = { tagId: textOf(record, 'tag_id'), order: Number(record.sort_order ?? 0) };
    const uses = this.#uses.get(postId);
    if (uses) uses.push(use);
    else this.#uses.set(postId, [use]);
  }

  #addSetting(record: GhostRecord): void {
    const key = textOf(record, 'key');
    if (SETTINGS.has(key)) this.#settings.set(key, textOf(record, 'value').slice(0, MAX_TEXT));
  }

  tagsOf(postId: string): string[] {
    const uses = (this.#uses.get(postId) ?? []).toSorted((a, b) => a.order - b.order);
    return uses.flatMap(({ tagId }) => this.#tags.get(tagId)?.name ?? []);
  }

  metaOf(postId: string): GhostRecord {
    return this.#meta.get(postId) ?? {};
  }

  setting(key: string): string {
    return this.#settings.get(key) ?? '';
  }

  redirects(): FoundRedirect[] {
    const pages = new TopicPages();
    for (const postId of this.#uses.keys()) pages.add(this.tagsOf(postId));
    const listed = [...this.#tags.values()].filter(({ slug }) => slug !== '');
    return listed.map(({ name, slug }) => ({
      from: `/tag/${encodeURIComponent(slug)}/`,
      to: pages.pathOf(name),
    }));
  }
}

export async function survey(archive: Archive, files: readonly GhostFile[]): Promise<Survey> {
  const tables = new Tables();
  for (const file of files)
    for await (const { table, record } of readRecords(archive, file, TABLES))
      if (record) tables.add(table, record);
  return tables;
}
