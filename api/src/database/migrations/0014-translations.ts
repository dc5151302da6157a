import { type Kysely, sql } from 'kysely';

/** The language of a post, the post that it is a translation of, and all that are translations of one another. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['language', 'translation_of', 'translation_group'])
    await db.schema.alterTable('posts').addColumn(column, 'text').execute();
  await sql`
    create index posts_translation_group on posts (translation_group)
    where translation_group is not null
  `.execute(db);
}
