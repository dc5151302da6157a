import { randomUUIDv7 } from 'node:crypto';
import { isSameLanguage } from '@longhand/contract/language';
import { assertMayPublish, isShown } from '../../auth/api-tokens/may-publish.ts';
import type { Transaction } from '../../database/tables.ts';
import { POSTS } from '../../documents/document-kinds.ts';
import { invalidDocument } from '../../documents/document-problems.ts';
import { isInTrash } from '../../documents/trash.repository.ts';
import type { PostRecord } from '../posts.repository.ts';
import type { Member } from './translations.repository.ts';
import * as translations from './translations.repository.ts';

type Translated = Pick<
  PostRecord,
  'id' | 'title' | 'language' | 'translation_of' | 'translation_group'
>;

type Languages = { readonly language: string | null };

/** Returns a present post whose language a joining one has. */
function findSameLanguage(
  joining: readonly Languages[],
  present: readonly Member[],
  siteLanguage: string,
): Member | undefined {
  const isSame = (a: Languages, b: Languages) =>
    isSameLanguage(a.language ?? siteLanguage, b.language ?? siteLanguage);
  return present.find((member) => joining.some((other) => isSame(member, other)));
}

async function listOthers(
  trx: Transaction,
  { id, translation_group }: Pick<Translated, 'id' | 'translation_group'>,
): Promise<Member[]> {
  if (translation_group === null) return [];
  return (await translations.listMembers(trx, translation_group)).filter((one) => one.id !== id);
}

async function groupOf(trx: Transaction, named: string, id: string): Promise<string> {
  const found = named === id ? undefined : await translations.findMember(trx, named);
  if (!found)
    throw invalidDocument('post', 'translation_of', 'must be the id of another post that exists');
  if (found.translation_group !== null) return found.translation_group;
  const group = randomUUIDv7();
  await translations.setGroup(trx, named, group);
  return group;
}

/** The posts of the group that name this one name the oldest of the others instead. */
async function forget(trx: Transaction, id: string, group: string): Promise<void> {
  const [oldest] = await listOthers(trx, { id, translation_group: group });
  if (oldest) await translations.renameInGroup(trx, group, { from: id, to: oldest.id });
}

async function join(trx: Transaction, current: Translated, next: Translated, siteLanguage: string) {
  const group = next.translation_of && (await groupOf(trx, next.translation_of, next.id));
  const left = current.translation_group;
  next.translation_group = group;
  if (group === left) return;
  // A post that names no other takes the posts along that name it.
  const isMerged = left !== null && group !== null && current.translation_of === null;
  const taken = isMerged ? await listOthers(trx, current) : [];
  const present = await listOthers(trx, next);
  // Their pages will link each other.
  if (taken.some(isShown) && present.some(isShown)) assertMayPublish();
  const same = findSameLanguage([next, ...taken], present, siteLanguage);
  if (same)
    throw invalidDocument(
      'post',
      'translation_of',
      `is a post in the same language: “${same.title}”`,
    );
  if (isMerged) await translations.mergeGroups(trx, left, group);
  else if (left !== null) await forget(trx, next.id, left);
}

type Request = {
  /** Null leaves the group, also if only other posts name this one. If it is left out, nothing changes. */
  readonly named: string | null | undefined;
  readonly siteLanguage: string;
};

export async function assignTranslationGroup(
  trx: Transaction,
  current: Translated,
  next: Translated,
  { named, siteLanguage }: Request,
): Promise<void> {
  if (named === null || next.translation_of !== current.translation_of)
    await join(trx, current, next, siteLanguage);
  if (next.language === current.language) return;
  const same = findSameLanguage([next], await listOthers(trx, next), siteLanguage);
  if (same)
    throw invalidDocument('post', 'language', `is already used by a translation: “${same.title}”`);
}

async function isNameable(
  trx: Transaction,
  named: string,
  others: readonly Member[],
): Promise<boolean> {
  return others.some(({ id }) => id === named) || isInTrash(trx, POSTS, named);
}

/** A restored post leaves its group if another post has taken its language there. */
export async function rejoinTranslations(
  trx: Transaction,
  post: Translated,
  siteLanguage: string,
): Promise<Pick<Translated, 'translation_of' | 'translation_group'>> {
  const others = await listOthers(trx, post);
  if (findSameLanguage([post], others, siteLanguage))
    return { translation_of: null, translation_group: null };
  const { translation_of, translation_group } = post;
  const isKept = translation_of === null || (await isNameable(trx, translation_of, others));
  return { translation_of: isKept ? translation_of : (others[0]?.id ?? null), translation_group };
}

/** When a post is deleted for good, no other may name it any more. */
export async function forgetTranslation(trx: Transaction, id: string): Promise<void> {
  const group = await translations.findGroupNaming(trx, id);
  if (group !== null) await forget(trx, id, group);
}
