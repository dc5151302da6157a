import type { Pictured } from '@longhand/contract/media/social-picture';
import { type AdminPostSummary, type Post, postSummary } from '@longhand/contract/posts/posts';
import { stateChange } from '@longhand/contract/posts/state-change';
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { fromPostRow, toPostColumns } from '../database/post-columns.ts';
import { isFound } from '../database/results.ts';
import type { Database, PostsTable, Tables, Transaction } from '../database/tables.ts';
import { storeReferences } from '../database/upload-references.repository.ts';
import { POSTS } from '../documents/document-kinds.ts';
import { insertStateChange, insertVersion } from '../documents/versions.repository.ts';
import type { RenderedPost } from '../rendering/render.ts';
import {
  firstSortKey,
  publicPosts,
  SORT_KEYS_PER_MILLISECOND,
} from './public-lists/public-posts.repository.ts';
import { replaceSearchText } from './search/search.repository.ts';
import { replaceTags } from './tags.repository.ts';

export const SUMMARY_COLUMNS = Object.keys(postSummary.shape) as (keyof AdminPostSummary)[];
const WRITTEN_COLUMNS = [...SUMMARY_COLUMNS, 'content'] as const;
export const PUBLIC_COLUMNS = [...SUMMARY_COLUMNS, 'public_content as content'] as const;

type SummaryRow = Pick<Selectable<PostsTable>, (typeof SUMMARY_COLUMNS)[number]>;
type PostRow = SummaryRow & { content: string };

export type PostRecord = Omit<Post, 'reading_minutes'> & InternalFields;

/** No answer of the API has these fields. */
type InternalFields = { slug_chosen: boolean; translation_group: string | null };

export const toSummary: (row: SummaryRow) => AdminPostSummary = fromPostRow;
export const toPost: (row: PostRow) => Post = fromPostRow;

function toRow(
  post: PostRecord,
  { search_text: _, ...rendered }: RenderedPost,
  sortKey: number | null,
): Selectable<PostsTable> {
  const columns = { ...post, ...toPostColumns(post), slug_chosen: post.slug_chosen ? 1 : 0 };
  return { ...columns, ...rendered, sort_key: sortKey };
}

async function findFirst(posts: SelectQueryBuilder<Tables, 'posts', PostRow>) {
  const row = await posts.executeTakeFirst();
  return row && toPost(row);
}

export function findPublicPost(db: Database, slug: string): Promise<Post | undefined> {
  return findFirst(publicPosts(db).select(PUBLIC_COLUMNS).where('slug', '=', slug));
}

/** The present slug of a published post that had this one before. */
export async function findMovedSlug(db: Database, slug: string): Promise<string | undefined> {
  const row = await publicPosts(db)
    .innerJoin('slugs', 'slugs.post_id', 'posts.id')
    .select('posts.slug')
    .where('slugs.slug', '=', slug)
    .executeTakeFirst();
  return row?.slug;
}

/** Also finds a published post that had this slug before. Reads no content, which may be long. */
export async function findPictured(db: Database, slug: string): Promise<Pictured | undefined> {
  const row = await publicPosts(db)
    .innerJoin('slugs', 'slugs.post_id', 'posts.id')
    .select(['posts.slug', 'posts.title', 'posts.tags', 'posts.featured_image'])
    .where('slugs.slug', '=', slug)
    .executeTakeFirst();
  return row && { ...row, tags: JSON.parse(row.tags) };
}

/** Includes drafts. The content is rendered, as the public would get it. */
export function findPostAsPublic(db: Database, slug: string): Promise<Post | undefined> {
  return findFirst(db.selectFrom('posts').select(PUBLIC_COLUMNS).where('slug', '=', slug));
}

export function findRenderedPost(db: Database, id: string): Promise<Post | undefined> {
  return findFirst(db.selectFrom('posts').select(PUBLIC_COLUMNS).where('id', '=', id));
}

function anyPosts(db: Database, ids: readonly string[] | undefined) {
  const all = db.selectFrom('posts').orderBy('created_at', 'desc').orderBy('id', 'desc');
  return ids === undefined ? all : all.where('id', 'in', ids);
}

export async function listAllPosts(db: Database, ids?: readonly string[]): Promise<Post[]> {
  const rows = await anyPosts(db, ids).select(WRITTEN_COLUMNS).execute();
  return rows.map(toPost);
}

export async function listAllSummaries(
  db: Database,
  ids?: readonly string[],
): Promise<AdminPostSummary[]> {
  const rows = await anyPosts(db, ids).select(SUMMARY_COLUMNS).execute();
  return rows.map(toSummary);
}

export function findPost(db: Database, id: string): Promise<Post | undefined> {
  return findFirst(db.selectFrom('posts').select(WRITTEN_COLUMNS).where('id', '=', id));
}

export async function listPresentSlugs(db: Database): Promise<Map<string, string>> {
  const rows = await db.selectFrom('posts').select(['id', 'slug']).execute();
  return new Map(rows.map(({ id, slug }) => [id, slug]));
}

export function postExists(db: Database, id: string): Promise<boolean> {
  return db.selectFrom('posts').select('id').where('id', '=', id).$call(isFound);
}

export async function findPublicContent(db: Database, id: string): Promise<string> {
  const { public_content } = await db
    .selectFrom('posts')
    .select('public_content')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return public_content;
}

export async function findInternalFields(db: Database, id: string): Promise<InternalFields> {
  const { slug_chosen, translation_group } = await db
    .selectFrom('posts')
    .select(['slug_chosen', 'translation_group'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { slug_chosen: slug_chosen === 1, translation_group };
}

export async function findLanguage(db: Database, id: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('posts')
    .select('language')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.language;
}

/** More posts can have one date than a millisecond has keys: they move into the next one. */
async function firstFreeSortKey(trx: Transaction, from: number): Promise<number> {
  const { rows } = await sql<{ sort_key: number }>`
    select posts.sort_key + 1 as sort_key
    from posts left join posts as next on next.sort_key = posts.sort_key + 1
    where posts.sort_key >= ${from} and next.sort_key is null
    order by posts.sort_key limit 1
  `.execute(trx);
  return rows[0]?.sort_key ?? from;
}

/** Made from the post's date, and unique. */
async function newSortKey(trx: Transaction, publishedAt: string): Promise<number> {
  const first = firstSortKey(Date.parse(publishedAt));
  const last = await trx
    .selectFrom('posts')
    .select('sort_key')
    .where('sort_key', '>=', first)
    .where('sort_key', '<', first + SORT_KEYS_PER_MILLISECOND)
    .orderBy('sort_key', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (typeof last?.sort_key !== 'number') return first;
  const next = last.sort_key + 1;
  return next < first + SORT_KEYS_PER_MILLISECOND ? next : firstFreeSortKey(trx, first);
}

/** Null for a post that was never published, whatever its date. */
async function sortKeyOf(
  trx: Transaction,
  { published, published_at }: PostRecord,
): Promise<number | null> {
  return published && published_at !== null ? newSortKey(trx, published_at) : null;
}

type UploadTexts = Pick<Post, 'id' | 'featured_image' | 'content'>;

function storePostReferences(
  trx: Transaction,
  { id, featured_image, content }: UploadTexts,
  { public_content }: Pick<RenderedPost, 'public_content'>,
): Promise<void> {
  // The public content has names that are encoded in the content.
  const text = [featured_image ?? '', content, public_content].join('\n');
  return storeReferences(trx, { source: 'posts', id }, text);
}

async function updateIndexes(
  trx: Transaction,
  post: PostRecord,
  rendered: RenderedPost,
  sortKey: number | null,
): Promise<void> {
  const { id, tags, published } = post;
  const { search_text } = rendered;
  await storePostReferences(trx, post, rendered);
  await replaceTags(trx, id, tags, published ? sortKey : null);
  if (sortKey !== null) await replaceSearchText(trx, sortKey, published ? search_text : null);
}

export async function insertPost(trx: Transaction, post: PostRecord, rendered: RenderedPost) {
  const sortKey = await sortKeyOf(trx, post);
  await trx
    .insertInto('posts')
    .values(toRow(post, rendered, sortKey))
    .execute();
  await updateIndexes(trx, post, rendered, sortKey);
}

export async function replacePost(
  trx: Transaction,
  current: Post,
  post: PostRecord,
  rendered: RenderedPost,
): Promise<void> {
  await insertVersion(trx, POSTS, current, post.updated_at);
  const change = stateChange(current, post);
  if (change) await insertStateChange(trx, post, change);
  const before = await findSortKey(trx, post.id);
  const hasMoved = current.published_at !== post.published_at;
  const sortKey = hasMoved || before === null ? await sortKeyOf(trx, post) : before;
  if (before !== null && before !== sortKey) await replaceSearchText(trx, before, null);
  const { id, ...columns } = toRow(post, rendered, sortKey);
  await trx.updateTable('posts').set(columns).where('id', '=', id).execute();
  await updateIndexes(trx, post, rendered, sortKey);
}

async function findSortKey(db: Database, id: string): Promise<number | null> {
  const row = await db
    .selectFrom('posts')
    .select('sort_key')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.sort_key ?? null;
}

export async function listOutdatedPosts(db: Database, rendering: number): Promise<Post[]> {
  const rows = await db
    .selectFrom('posts')
    .select(WRITTEN_COLUMNS)
    .where('rendering', '<', rendering)
    .limit(100)
    .execute();
  return rows.map(toPost);
}

export async function saveRendered(
  trx: Transaction,
  post: Post,
  { search_text, ...rendered }: RenderedPost,
): Promise<void> {
  // A version saved in the meantime was rendered when it was saved.
  const saved = await trx
    .updateTable('posts')
    .set(rendered)
    .where('id', '=', post.id)
    .where('version', '=', post.version)
    .returning('sort_key')
    .executeTakeFirst();
  if (saved) await storePostReferences(trx, post, rendered);
  const sortKey = saved?.sort_key ?? null;
  if (sortKey !== null && post.published) await replaceSearchText(trx, sortKey, search_text);
}
