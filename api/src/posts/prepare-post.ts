import { type Post, type PostInput, postDefaults } from '@longhand/contract/posts/posts';
import { slugFromTitle } from '@longhand/contract/text/slug-from-title';
import { assertMayPublish } from '../auth/api-tokens/may-publish.ts';
import type { Transaction } from '../database/tables.ts';
import { invalidDocument } from '../documents/document-problems.ts';
import { findVersionFloors } from '../documents/version-numbers.ts';
import type { RenderedPost } from '../rendering/render.ts';
import { applyInput } from './apply-input.ts';
import type { PostRecord } from './posts.repository.ts';
import { applyDates, findDateProblem, publishAsScheduled } from './schedules/publishing-dates.ts';
import {
  anyHidesRedirect,
  findSlugOwner,
  firstFreeSlug,
  markSlugPublic,
  releaseUnpublishedSlugs,
  reserveSlug,
  wasPublic,
} from './slugs.repository.ts';
import { canonicalTags } from './tags.repository.ts';
import { assignTranslationGroup } from './translations/translation-groups.ts';

export function toSavedPost(
  { slug_chosen: _, translation_group: _group, ...written }: PostRecord,
  { reading_minutes }: RenderedPost,
): Post {
  return { ...written, reading_minutes };
}

export function blankPost(id: string, now: string): PostRecord {
  const text = { slug: '', title: '', content: '' };
  const internal = { slug_chosen: false, translation_group: null };
  return { ...postDefaults(now), ...text, ...internal, id, version: 0 };
}

type SlugRules = {
  readonly requested: string | undefined;
  /** True once the slug no longer follows the title. */
  readonly isSettled: boolean;
  readonly siteLanguage: string;
};

function isNamedAnew(current: PostRecord, next: PostRecord): boolean {
  return current.title !== next.title || current.language !== next.language;
}

const TAKEN = {
  present: 'belongs to another post',
  'in-trash': 'belongs to a post in the trash',
  'deleted-for-good': 'was the public address of a deleted post, and is never reused',
};

/** Takes the requested slug, else the present one, else one from the title. */
async function assignSlug(
  trx: Transaction,
  current: PostRecord,
  next: PostRecord,
  { requested, isSettled, siteLanguage }: SlugRules,
): Promise<void> {
  if (requested !== undefined) {
    if (!(await reserveSlug(trx, requested, next.id)))
      throw invalidDocument('post', 'slug', TAKEN[await findSlugOwner(trx, requested)]);
    next.slug = requested;
    next.slug_chosen = true;
  } else if (!isSettled && isNamedAnew(current, next)) {
    const fromTitle = slugFromTitle(next.title, next.language ?? siteLanguage);
    const base = fromTitle || `post-${next.id.slice(-8)}`;
    next.slug = await firstFreeSlug(trx, base, next.id);
    await reserveSlug(trx, next.slug, next.id);
  }
  const hasMoved = next.slug !== current.slug;
  if (hasMoved && (await anyHidesRedirect(trx, [next.slug, current.slug]))) assertMayPublish();
  if (next.published) await markSlugPublic(trx, next.slug);
  await releaseUnpublishedSlugs(trx, next.id, next.slug);
}

async function nextVersion(trx: Transaction, current: number): Promise<number> {
  if (current === 0) return 1;
  return Math.max(current + 1, (await findVersionFloors(trx)).at(-1) ?? 0);
}

export async function preparePost(
  trx: Transaction,
  current: PostRecord,
  input: PostInput,
  { now, siteLanguage }: { readonly now: string; readonly siteLanguage: string },
): Promise<PostRecord> {
  const problem = findDateProblem(input, now);
  if (problem) throw invalidDocument('post', problem.field, problem.message);
  const wasSeen = await wasPublic(trx, current.id);
  const next = {
    ...applyInput(current, input),
    ...applyDates(current, input, { now, wasPublic: wasSeen }),
  };
  next.tags = await canonicalTags(trx, next.tags, next.id);
  next.updated_at = now;
  next.version = await nextVersion(trx, current.version);
  const isSettled = wasSeen || current.slug_chosen;
  await assignTranslationGroup(trx, current, next, { named: input.translation_of, siteLanguage });
  await assignSlug(trx, current, next, { requested: input.slug, isSettled, siteLanguage });
  return next;
}

export async function prepareScheduled(
  trx: Transaction,
  current: PostRecord & { publish_at: string },
  now: string,
): Promise<PostRecord> {
  const dates = publishAsScheduled(current, await wasPublic(trx, current.id));
  await markSlugPublic(trx, current.slug);
  return {
    ...current,
    ...dates,
    updated_at: now,
    version: await nextVersion(trx, current.version),
  };
}
