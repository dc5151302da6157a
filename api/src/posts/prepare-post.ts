import { type Post, type PostInput, postDefaults } from '@longhand/contract/posts';
import { slugFromTitle } from '@longhand/contract/slug-from-title';
import type { DatabaseTransaction } from '../database/tables.ts';
import { findVersionFloors } from '../database/version-floors.ts';
import { invalidDocument } from '../documents/document-problems.ts';
import { applyInput } from './apply-input.ts';
import type { PostRecord } from './posts.repository.ts';
import type { RenderedPost } from './rendering/render.ts';
import { applyDates, findDateProblem, publishAsScheduled } from './schedules/publishing-dates.ts';
import {
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
  /** Whether it no longer follows the title. */
  readonly isSettled: boolean;
  readonly siteLanguage: string;
};

function isNamedAnew(current: PostRecord, next: PostRecord): boolean {
  return current.title !== next.title || current.language !== next.language;
}

/** Gives `next` the requested slug, its present one, or one from its title. */
async function assignSlug(
  trx: DatabaseTransaction,
  current: PostRecord,
  next: PostRecord,
  { requested, isSettled, siteLanguage }: SlugRules,
): Promise<void> {
  if (requested !== undefined) {
    if (!(await reserveSlug(trx, requested, next.id)))
      throw invalidDocument('post', 'slug', 'belongs to another post');
    next.slug = requested;
    next.slug_chosen = true;
  } else if (!isSettled && isNamedAnew(current, next)) {
    const fromTitle = slugFromTitle(next.title, next.language ?? siteLanguage);
    const base = fromTitle || `post-${next.id.slice(-8)}`;
    next.slug = await firstFreeSlug(trx, base, next.id);
    await reserveSlug(trx, next.slug, next.id);
  }
  if (next.published) await markSlugPublic(trx, next.slug);
  await releaseUnpublishedSlugs(trx, next.id, next.slug);
}

async function nextVersion(trx: DatabaseTransaction, current: number): Promise<number> {
  if (current === 0) return 1;
  return Math.max(current + 1, (await findVersionFloors(trx)).at(-1) ?? 0);
}

/** Applies `input` to `current`, and reserves the slug. */
export async function preparePost(
  trx: DatabaseTransaction,
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

/** A scheduled post as it is published at its time. */
export async function prepareScheduled(
  trx: DatabaseTransaction,
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
