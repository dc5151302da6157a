import type { ExportedPage, ExportedPost, ExportedRedirect } from '@longhand/contract/exports';
import type { Placement } from '@longhand/contract/pages/page-addresses';
import { API_FIELD_NAMES } from '@longhand/contract/posts/post-fields';
import { readById } from '../database/batches.ts';
import { fromPostRow } from '../database/post-columns.ts';
import type { Database } from '../database/tables.ts';

/** Posts may be long, so only this many are in memory at once. */
const BATCH = 20;

const POST_COLUMNS = [
  ...new Set([
    ...(['id', 'slug', 'slug_chosen'] as const),
    ...API_FIELD_NAMES.flatMap((name) =>
      name === 'translation_of' ? ([name, 'translation_group'] as const) : name,
    ),
    ...(['created_at', 'updated_at'] as const),
  ]),
];

const PAGE_COLUMNS = [
  ...(['id', 'slug', 'title', 'content', 'meta_description', 'placement', 'position'] as const),
  ...(['created_at', 'updated_at'] as const),
] as const;

async function listFormerSlugs(db: Database, ids: readonly string[]) {
  const rows = await db
    .selectFrom('slugs')
    .innerJoin('posts', 'posts.id', 'slugs.post_id')
    .select(['slugs.post_id', 'slugs.slug'])
    .whereRef('slugs.slug', '!=', 'posts.slug')
    .where('slugs.post_id', 'in', ids)
    .orderBy('slugs.slug')
    .execute();
  return Map.groupBy(rows, ({ post_id }) => post_id);
}

export async function* readPosts(db: Database): AsyncGenerator<ExportedPost> {
  const posts = db.selectFrom('posts').select(POST_COLUMNS);
  for await (const rows of readById(posts, { size: BATCH })) {
    const former = await listFormerSlugs(
      db,
      rows.map(({ id }) => id),
    );
    for (const row of rows)
      yield {
        ...fromPostRow(row),
        slug_chosen: row.slug_chosen === 1,
        former_slugs: (former.get(row.id) ?? []).map(({ slug }) => slug),
      };
  }
}

/** About and Contact are left out while they are as they come with the software. */
export async function listPages(db: Database): Promise<ExportedPage[]> {
  const pages = await db.selectFrom('pages').select(PAGE_COLUMNS).orderBy('id').execute();
  const slugs = await db.selectFrom('page_slugs').selectAll().orderBy('slug').execute();
  const former = Map.groupBy(slugs, ({ page_id }) => page_id);
  return pages.map((page) => ({
    ...page,
    placement: page.placement as Placement,
    former_slugs: (former.get(page.id) ?? []).map(({ slug }) => slug),
  }));
}

export async function listRedirects(db: Database): Promise<ExportedRedirect[]> {
  return db
    .selectFrom('redirects')
    .select(['from_path as from', 'post_id', 'page_id', 'to_address as to'])
    .orderBy('from_path')
    .execute();
}

export async function readSettings(db: Database): Promise<Record<string, unknown>> {
  const rows = await db.selectFrom('site_settings').selectAll().orderBy('name').execute();
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)]));
}

export async function countDocuments(db: Database): Promise<number> {
  const counts = await Promise.all(
    (['posts', 'pages'] as const).map((table) =>
      db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow(),
    ),
  );
  return counts.reduce((sum, { count }) => sum + Number(count), 0);
}
