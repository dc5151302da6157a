import type { AdminPostSummary, Post } from '@longhand/contract/posts';
import type { Selectable } from 'kysely';
import type { Database, DatabaseTransaction, PostsTable } from '../database/tables.ts';
import type { RenderedPost } from './render.ts';
import { keepRevision } from './revisions.repository.ts';

const SHARED_COLUMNS = [
  'id',
  'slug',
  'title',
  'excerpt',
  'tags',
  'meta_title',
  'meta_description',
  'published',
  'featured_image',
  'featured_image_alt',
  'created_at',
  'updated_at',
  'published_at',
  'reading_minutes',
  'version',
] as const;
const WRITTEN_COLUMNS = [...SHARED_COLUMNS, 'content'] as const;
const PUBLIC_COLUMNS = [...SHARED_COLUMNS, 'public_content as content'] as const;

type SummaryRow = Pick<Selectable<PostsTable>, (typeof SHARED_COLUMNS)[number]>;
type PostRow = SummaryRow & { content: string };

/** A post as it is stored, without what is made from it. */
export type WrittenPost = Omit<Post, 'reading_minutes'> & { slug_chosen: boolean };

function toSummary(row: SummaryRow): AdminPostSummary {
  return { ...row, published: row.published === 1, tags: JSON.parse(row.tags) };
}

function toPost(row: PostRow): Post {
  return { ...toSummary(row), content: row.content };
}

function toRow(post: WrittenPost, rendered: RenderedPost): Selectable<PostsTable> {
  return {
    ...post,
    ...rendered,
    published: post.published ? 1 : 0,
    slug_chosen: post.slug_chosen ? 1 : 0,
    tags: JSON.stringify(post.tags),
  };
}

/** The rule of who sees what: everything the public can reach starts from this query. */
export function publicPosts(db: Database) {
  return db.selectFrom('posts').where('posts.published', '=', 1);
}

export async function listPublicPosts(db: Database): Promise<Post[]> {
  const rows = await publicPosts(db)
    .select(PUBLIC_COLUMNS)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toPost);
}

export async function listPublicTags(db: Database): Promise<string[]> {
  const rows = await publicPosts(db)
    .innerJoin('post_tags', 'post_tags.post_id', 'posts.id')
    .select('post_tags.tag')
    .distinct()
    .execute();
  return rows.map((row) => row.tag);
}

export async function findPublicPost(db: Database, slug: string): Promise<Post | undefined> {
  const row = await publicPosts(db)
    .select(PUBLIC_COLUMNS)
    .where('slug', '=', slug)
    .executeTakeFirst();
  return row && toPost(row);
}

/** The slug that a published post has now, found by one that it had before. */
export async function findMovedSlug(db: Database, slug: string): Promise<string | undefined> {
  const row = await publicPosts(db)
    .innerJoin('slugs', 'slugs.post_id', 'posts.id')
    .select('posts.slug')
    .where('slugs.slug', '=', slug)
    .executeTakeFirst();
  return row?.slug;
}

/** Any post, drafts too, the way the public would see it. */
export async function findPostAsPublic(db: Database, slug: string): Promise<Post | undefined> {
  const row = await db
    .selectFrom('posts')
    .select(PUBLIC_COLUMNS)
    .where('slug', '=', slug)
    .executeTakeFirst();
  return row && toPost(row);
}

/** All posts, or the one with this id. */
function anyPosts(db: Database, id: string | undefined) {
  const all = db.selectFrom('posts').orderBy('created_at', 'desc').orderBy('id', 'desc');
  return id === undefined ? all : all.where('id', '=', id);
}

export async function listAllPosts(db: Database, id?: string): Promise<Post[]> {
  const rows = await anyPosts(db, id).select(WRITTEN_COLUMNS).execute();
  return rows.map(toPost);
}

export async function listAllSummaries(db: Database, id?: string): Promise<AdminPostSummary[]> {
  const rows = await anyPosts(db, id).select(SHARED_COLUMNS).execute();
  return rows.map(toSummary);
}

export async function findPost(db: Database, id: string): Promise<Post | undefined> {
  const row = await db
    .selectFrom('posts')
    .select(WRITTEN_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toPost(row);
}

export async function postExists(db: Database, id: string): Promise<boolean> {
  const row = await db.selectFrom('posts').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Whether somebody asked for the slug that the post has. */
export async function isSlugChosen(db: Database, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('posts')
    .select('slug_chosen')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.slug_chosen === 1;
}

export async function insertPost(
  trx: DatabaseTransaction,
  post: WrittenPost,
  rendered: RenderedPost,
): Promise<void> {
  await trx.insertInto('posts').values(toRow(post, rendered)).execute();
}

/** Puts `post` in the place of `current`, of which every word is kept as a revision. */
export async function replacePost(
  trx: DatabaseTransaction,
  current: Post,
  post: WrittenPost,
  rendered: RenderedPost,
): Promise<void> {
  await keepRevision(trx, current, post.updated_at);
  const { id, ...columns } = toRow(post, rendered);
  await trx.updateTable('posts').set(columns).where('id', '=', id).execute();
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

export async function saveRendering(
  db: Database,
  post: Post,
  rendered: RenderedPost,
): Promise<void> {
  // Only of the version that was rendered: a newer one was rendered when it was saved.
  await db
    .updateTable('posts')
    .set(rendered)
    .where('id', '=', post.id)
    .where('version', '=', post.version)
    .execute();
}
