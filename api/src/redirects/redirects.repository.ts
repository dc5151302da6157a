import { tagKey } from '@longhand/contract/tags';
import type { Selectable } from 'kysely';
import { BATCH_SIZE, readInBatches } from '../database/batches.ts';
import type { Database, DatabaseTransaction, Tables } from '../database/tables.ts';
import { documentPath } from '../documents/document-path.ts';

type RedirectRow = Selectable<Tables['redirects']>;

/** Where a redirect leads: two of the three are null. */
export type RedirectTarget = Pick<RedirectRow, 'post_id' | 'page_id' | 'to_address'>;

/** With the post or page that it leads to, drafts too; not with one in the trash. */
function withDocuments(db: Database) {
  return db
    .selectFrom('redirects')
    .leftJoin('posts', 'posts.id', 'redirects.post_id')
    .leftJoin('pages', 'pages.id', 'redirects.page_id')
    .selectAll('redirects')
    .select([
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

/** In the order of their paths. */
export function listRedirects(db: Database, after: string, limit: number) {
  return withDocuments(db)
    .where('from_path', '>', after)
    .orderBy('from_path')
    .limit(limit)
    .execute();
}

export function readRedirects(db: Database, after = '') {
  return readInBatches(
    after,
    (last) => listRedirects(db, last, BATCH_SIZE),
    ({ from_path }) => from_path,
  );
}

/** False if the path leads somewhere already, which stays so. */
export async function insertRedirect(
  trx: DatabaseTransaction,
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

export async function deleteRedirect(trx: DatabaseTransaction, from: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('redirects')
    .where('from_path', '=', from)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Of the post that has this slug or had it before, drafts too. */
export async function findPostId(db: Database, slug: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('slugs')
    .select('post_id')
    .where('slug', '=', slug)
    .executeTakeFirst();
  return row?.post_id;
}

/** Of the page that has this slug or had it before. */
export async function findPageId(db: Database, slug: string): Promise<string | undefined> {
  const page = await db
    .selectFrom('pages')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (page) return page.id;
  const former = await db
    .selectFrom('page_slugs')
    .select('page_id')
    .where('slug', '=', slug)
    .executeTakeFirst();
  return former?.page_id;
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

export async function isPublicTopic(db: Database, topic: string): Promise<boolean> {
  const row = await db
    .selectFrom('post_tags')
    .select('tag')
    .where('tag_key', '=', tagKey(topic))
    .where('sort_key', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Where published posts and pages were before. */
export async function listFormerAddresses(db: Database): Promise<string[]> {
  const posts = await db
    .selectFrom('slugs')
    .innerJoin('posts', 'posts.id', 'slugs.post_id')
    .select('slugs.slug')
    .where('posts.published', '=', 1)
    .whereRef('slugs.slug', '!=', 'posts.slug')
    .execute();
  const pages = await db.selectFrom('page_slugs').select('slug').execute();
  return [
    ...posts.map(({ slug }) => documentPath('post', slug)),
    ...pages.map(({ slug }) => documentPath('page', slug)),
  ];
}
