import type { ExportedPage, ExportedPost, ExportedRedirect } from '@longhand/contract/exports';
import type { Placement } from '@longhand/contract/page-addresses';
import type { Database } from '../database/tables.ts';

/** Posts may be long: this many are in memory together. */
const BATCH = 20;

const POST_COLUMNS = [
  ...(['id', 'slug', 'slug_chosen', 'title', 'content', 'excerpt', 'tags'] as const),
  ...(['meta_title', 'meta_description', 'published', 'featured_image'] as const),
  ...(['featured_image_alt', 'language', 'translation_of', 'translation_group'] as const),
  ...(['published_at', 'publish_at', 'send_when_published', 'created_at', 'updated_at'] as const),
] as const;

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

/** In order of their ids, a few at a time. */
export async function* readPosts(db: Database): AsyncGenerator<ExportedPost> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('posts')
      .select(POST_COLUMNS)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return;
    const former = await listFormerSlugs(
      db,
      rows.map(({ id }) => id),
    );
    for (const row of rows)
      yield {
        ...row,
        slug_chosen: row.slug_chosen === 1,
        published: row.published === 1,
        send_when_published: row.send_when_published === 1,
        tags: JSON.parse(row.tags),
        former_slugs: (former.get(row.id) ?? []).map(({ slug }) => slug),
      };
    after = rows.at(-1)?.id ?? '';
  }
}

/** Without About and Contact if they are as they come with the software. */
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
