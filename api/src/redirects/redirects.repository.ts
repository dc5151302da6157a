import { tagKey } from '@longhand/contract/posts/tags';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { BATCH_SIZE, readInBatches } from '../database/batches.ts';
import { hasChanged, isFound } from '../database/results.ts';
import type { Database, Tables, Transaction } from '../database/tables.ts';
import { documentPath } from '../documents/document-kinds.ts';

type RedirectRow = Selectable<Tables['redirects']>;

/** Two of the three are null. */
export type RedirectTarget = Pick<RedirectRow, 'post_id' | 'page_id' | 'to_address'>;

/** Joins drafts, too, but nothing that is in the trash. */
function withDocuments(db: Database) {
  return db
    .selectFrom('redirects')
    .leftJoin('posts', 'posts.id', 'redirects.post_id')
    .leftJoin('pages', 'pages.id', 'redirects.page_id')
    .select([
      'redirects.from_path',
      'redirects.post_id',
      'redirects.page_id',
      'redirects.to_address',
      'posts.slug as post_slug',
      'posts.title as post_title',
      'posts.published as post_published',
      'pages.slug as page_slug',
      'pages.title as page_title',
    ]);
}

export function findRedirect(db: Database, from: string) {
  return withDocuments(db).where('from_path', '=', from).executeTakeFirst();
}

export type StoredRedirect = NonNullable<Awaited<ReturnType<typeof findRedirect>>>;

export function listRedirects(db: Database, after: string, limit: number) {
  return withDocuments(db)
    .where('from_path', '>', after)
    .orderBy('from_path')
    .limit(limit)
    .execute();
}

const NO_TEXT = sql<string | null>`cast(null as text)`;

function hasNoRedirect(path: RawBuilder<string>) {
  return sql<boolean>`not exists (select 1 from redirects where from_path = ${path})`;
}

/** Addresses that posts and pages had before, in the form of stored redirects, which come first. */
function formerAddresses(db: Database) {
  const postPath = sql<string>`'/blog/' || slugs.slug`;
  const pagePath = sql<string>`'/' || page_slugs.slug`;
  const posts = db
    .selectFrom('slugs')
    .innerJoin('posts', 'posts.id', 'slugs.post_id')
    .whereRef('slugs.slug', '!=', 'posts.slug')
    .where('slugs.was_public', '=', 1)
    .where(hasNoRedirect(postPath))
    .select([
      postPath.as('from_path'),
      sql<string | null>`posts.id`.as('post_id'),
      NO_TEXT.as('page_id'),
      NO_TEXT.as('to_address'),
      sql<string | null>`posts.slug`.as('post_slug'),
      sql<string | null>`posts.title`.as('post_title'),
      sql<number | null>`posts.published`.as('post_published'),
      NO_TEXT.as('page_slug'),
      NO_TEXT.as('page_title'),
      sql<number>`1`.as('is_automatic'),
    ]);
  const pages = db
    .selectFrom('page_slugs')
    .innerJoin('pages', 'pages.id', 'page_slugs.page_id')
    .where(hasNoRedirect(pagePath))
    .select([
      pagePath.as('from_path'),
      NO_TEXT.as('post_id'),
      sql<string | null>`pages.id`.as('page_id'),
      NO_TEXT.as('to_address'),
      NO_TEXT.as('post_slug'),
      NO_TEXT.as('post_title'),
      sql<number | null>`cast(null as integer)`.as('post_published'),
      sql<string | null>`pages.slug`.as('page_slug'),
      sql<string | null>`pages.title`.as('page_title'),
      sql<number>`1`.as('is_automatic'),
    ]);
  return posts.unionAll(pages);
}

/** With the addresses that posts and pages had before. */
export function listWithFormer(db: Database, after: string, limit: number) {
  const stored = withDocuments(db).select(sql<number>`0`.as('is_automatic'));
  return db
    .selectFrom(stored.unionAll(formerAddresses(db)).as('addresses'))
    .selectAll()
    .where('from_path', '>', after)
    .orderBy('from_path')
    .limit(limit)
    .execute();
}

export type ListedAddress = Awaited<ReturnType<typeof listWithFormer>>[number];

/** Each batch sorts what is left, so that there are to be few. */
const LARGE_BATCH = 1_000;

export function readWithFormer(db: Database, after = '') {
  return readInBatches(
    after,
    (last) => listWithFormer(db, last, LARGE_BATCH),
    ({ from_path }) => from_path,
  );
}

export function readRedirects(db: Database) {
  return readInBatches(
    '',
    (last) => listRedirects(db, last, BATCH_SIZE),
    ({ from_path }) => from_path,
  );
}

/** False if the path has a redirect already, which is kept. */
export async function insertRedirect(
  trx: Transaction,
  from_path: string,
  target: RedirectTarget,
  created_at: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('redirects')
    .values({ from_path, ...target, created_at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export function deleteRedirect(trx: Transaction, from: string): Promise<boolean> {
  return trx.deleteFrom('redirects').where('from_path', '=', from).$call(hasChanged);
}

type Found = { readonly id: string; readonly isDeleted: boolean };

/** Also finds drafts, and a post that had this slug before. */
export async function findPost(db: Database, slug: string): Promise<Found | undefined> {
  const row = await db
    .selectFrom('slugs')
    .leftJoin('posts', 'posts.id', 'slugs.post_id')
    .select(['slugs.post_id as id', 'posts.id as presentId'])
    .where('slugs.slug', '=', slug)
    .executeTakeFirst();
  return row && { id: row.id, isDeleted: row.presentId === null };
}

/** Also finds a page that had this slug before. */
export async function findPage(db: Database, slug: string): Promise<Found | undefined> {
  const page = await db
    .selectFrom('pages')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (page) return { id: page.id, isDeleted: false };
  const former = await db
    .selectFrom('page_slugs')
    .leftJoin('pages', 'pages.id', 'page_slugs.page_id')
    .select(['page_slugs.page_id as id', 'pages.id as presentId'])
    .where('page_slugs.slug', '=', slug)
    .executeTakeFirst();
  return former && { id: former.id, isDeleted: former.presentId === null };
}

export async function isHere(db: Database, { post_id, page_id }: RedirectTarget): Promise<boolean> {
  const found = await (post_id === null
    ? db.selectFrom('pages').select('id').where('id', '=', page_id).executeTakeFirst()
    : db.selectFrom('posts').select('id').where('id', '=', post_id).executeTakeFirst());
  return found !== undefined;
}

/** Null if it is a draft or deleted. */
export async function findPublicAddress(
  db: Database,
  { post_id, page_id }: RedirectTarget,
): Promise<string | null> {
  if (post_id === null) {
    const page = await db
      .selectFrom('pages')
      .select('slug')
      .where('id', '=', page_id)
      .executeTakeFirst();
    return page ? documentPath('page', page.slug) : null;
  }
  const post = await db
    .selectFrom('posts')
    .select('slug')
    .where('id', '=', post_id)
    .where('published', '=', 1)
    .executeTakeFirst();
  return post ? documentPath('post', post.slug) : null;
}

export function isPublicTopic(db: Database, topic: string): Promise<boolean> {
  return db
    .selectFrom('post_tags')
    .select('tag')
    .where('tag_key', '=', tagKey(topic))
    .where('sort_key', 'is not', null)
    .limit(1)
    .$call(isFound);
}
