import type { Translation } from '@longhand/contract/posts';
import type { Database, DatabaseTransaction } from '../../database/tables.ts';
import { publicPosts } from '../public-lists/visibility.repository.ts';

export type Member = {
  readonly id: string;
  readonly title: string;
  readonly language: string | null;
};

/** The oldest first. */
export function listMembers(db: Database, group: string): Promise<Member[]> {
  return db
    .selectFrom('posts')
    .select(['id', 'title', 'language'])
    .where('translation_group', '=', group)
    .orderBy('id')
    .execute();
}

/** Undefined if there is no such post. */
export async function findMember(db: Database, id: string) {
  return db
    .selectFrom('posts')
    .select(['id', 'title', 'language', 'translation_group'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function setGroup(
  trx: DatabaseTransaction,
  id: string,
  translation_group: string,
): Promise<void> {
  await trx.updateTable('posts').set({ translation_group }).where('id', '=', id).execute();
}

export async function mergeGroups(
  trx: DatabaseTransaction,
  from: string,
  into: string,
): Promise<void> {
  await trx
    .updateTable('posts')
    .set({ translation_group: into })
    .where('translation_group', '=', from)
    .execute();
}

/** The group of the posts that name this one; null if none does. */
export async function findGroupNaming(db: Database, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('posts')
    .select('translation_group')
    .where('translation_of', '=', id)
    .where('translation_group', 'is not', null)
    .executeTakeFirst();
  return row?.translation_group ?? null;
}

/** Those of the group that name one post name another, which itself names none then. */
export async function renameInGroup(
  trx: DatabaseTransaction,
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

/** The published ones of a post, in order of their language. */
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
