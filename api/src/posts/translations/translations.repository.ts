import type { Translation } from '@longhand/contract/posts/posts';
import type { Database, PostsTable, Transaction } from '../../database/tables.ts';
import { publicPosts } from '../public-lists/public-posts.repository.ts';

export type Member = Readonly<
  Pick<PostsTable, 'id' | 'title' | 'language' | 'published' | 'publish_at'>
>;

/** Sorted oldest first. */
export function listMembers(db: Database, group: string): Promise<Member[]> {
  return db
    .selectFrom('posts')
    .select(['id', 'title', 'language', 'published', 'publish_at'])
    .where('translation_group', '=', group)
    .orderBy('id')
    .execute();
}

export async function findMember(db: Database, id: string) {
  return db
    .selectFrom('posts')
    .select(['id', 'title', 'language', 'translation_group'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function setGroup(trx: Transaction, id: string, translation_group: string) {
  await trx.updateTable('posts').set({ translation_group }).where('id', '=', id).execute();
}

export async function mergeGroups(trx: Transaction, from: string, into: string) {
  await trx
    .updateTable('posts')
    .set({ translation_group: into })
    .where('translation_group', '=', from)
    .execute();
}

/** Null if no post names this one. */
export async function findGroupNaming(db: Database, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('posts')
    .select('translation_group')
    .where('translation_of', '=', id)
    .where('translation_group', 'is not', null)
    .executeTakeFirst();
  return row?.translation_group ?? null;
}

/** The post that becomes the named one names none itself. */
export async function renameInGroup(
  trx: Transaction,
  group: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const naming = trx
    .updateTable('posts')
    .where('translation_group', '=', group)
    .where('translation_of', '=', from);
  await naming.set({ translation_of: null }).where('id', '=', to).execute();
  await naming.set({ translation_of: to }).where('id', '!=', to).execute();
}

/** Sorted by language. */
export async function listPublicTranslations(
  db: Database,
  id: string,
  siteLanguage: string,
): Promise<Translation[]> {
  const rows = await publicPosts(db)
    .innerJoin('posts as of', 'of.translation_group', 'posts.translation_group')
    .select(['posts.language', 'posts.slug', 'posts.title'])
    .where('of.id', '=', id)
    .where('posts.id', '!=', id)
    .orderBy('posts.id')
    .execute();
  return rows
    .map(({ language, ...row }) => ({ language: language ?? siteLanguage, ...row }))
    .toSorted((a, b) => a.language.localeCompare(b.language, 'en'));
}
