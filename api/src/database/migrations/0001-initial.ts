import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('settings')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('posts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('slug', 'text', (column) => column.notNull().unique())
    .addColumn('slug_chosen', 'integer', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('excerpt', 'text', (column) => column.notNull())
    .addColumn('tags', 'text', (column) => column.notNull())
    .addColumn('meta_title', 'text')
    .addColumn('meta_description', 'text')
    .addColumn('published', 'integer', (column) => column.notNull())
    .addColumn('featured_image', 'text')
    .addColumn('featured_image_alt', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('published_at', 'text')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('public_content', 'text', (column) => column.notNull())
    .addColumn('search_text', 'text', (column) => column.notNull())
    .addColumn('reading_minutes', 'integer', (column) => column.notNull())
    .addColumn('rendering', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('posts_newest_published')
    .on('posts')
    .columns(['published', 'published_at desc', 'id desc'])
    .execute();
  await db.schema
    .createIndex('posts_newest')
    .on('posts')
    .columns(['created_at desc', 'id desc'])
    .execute();

  await db.schema
    .createTable('post_tags')
    .addColumn('post_id', 'text', (column) =>
      column.notNull().references('posts.id').onDelete('cascade'),
    )
    .addColumn('tag_key', 'text', (column) => column.notNull())
    .addColumn('tag', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('post_tags_primary_key', ['post_id', 'tag_key'])
    .execute();
  await db.schema.createIndex('post_tags_by_key').on('post_tags').column('tag_key').execute();

  await db.schema
    .createTable('slugs')
    .addColumn('slug', 'text', (column) => column.primaryKey())
    .addColumn('post_id', 'text', (column) => column.notNull())
    .addColumn('was_public', 'integer', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('slugs_by_post').on('slugs').column('post_id').execute();

  await db.schema
    .createTable('post_revisions')
    .addColumn('post_id', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('snapshot', 'text', (column) => column.notNull())
    .addColumn('replaced_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('post_revisions_primary_key', ['post_id', 'version'])
    .execute();

  await db.schema
    .createTable('trashed_posts')
    .addColumn('post_id', 'text', (column) => column.primaryKey())
    .addColumn('snapshot', 'text', (column) => column.notNull())
    .addColumn('deleted_at', 'text', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('login_attempts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('name_hash', 'text', (column) => column.notNull())
    .addColumn('attempted_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('login_attempts_by_time')
    .on('login_attempts')
    .column('attempted_at')
    .execute();
}
