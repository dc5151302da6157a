import { randomUUIDv7 } from 'node:crypto';
import type { FieldName } from '@longhand/contract/posts/post-fields';
import type { Post, PostInput } from '@longhand/contract/posts/posts';
import { isReservedSlug } from '@longhand/contract/text/slug';
import { numberedSlug } from '@longhand/contract/text/slug-from-title';
import type { Database, Transaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { POSTS } from '../documents/document-kinds.ts';
import type { ImportedDates, ImportOptions, ImportPlan } from '../documents/import-options.ts';
import { listTrashedIds } from '../documents/trash.repository.ts';
import type { PostRenderer } from './post-renderer.ts';
import * as posts from './posts.repository.ts';
import { blankPost, preparePost, toSavedPost } from './prepare-post.ts';
import { firstFreeSlug, listSlugs, markSlugPublic, reserveSlug } from './slugs.repository.ts';

/** A post of another blog, with the dates that it has there. Its content may be empty. */
export type ImportedPost = PostInput & ImportedDates & { readonly slug: string };

/** These fields are only in exports of this software. */
export type OwnPost = {
  readonly id: string;
  readonly updatedAt: string;
  readonly formerSlugs: readonly string[];
  readonly slugChosen: boolean;
  readonly translationGroup: string | null;
  /** The fields of a post that no other blog has. */
  readonly fields: Partial<Pick<Post, FieldName>>;
};

function asItWas({ updatedAt, slugChosen, translationGroup, fields }: OwnPost) {
  return {
    ...fields,
    updated_at: updatedAt,
    slug_chosen: slugChosen,
    translation_group: translationGroup,
  };
}

/** Former slugs redirect for ever, unless another post has one here. */
async function keepFormerSlugs(trx: Transaction, { id, formerSlugs }: OwnPost) {
  for (const slug of formerSlugs)
    if (await reserveSlug(trx, slug, id)) await markSlugPublic(trx, slug);
}

/** Remembers the last number of each slug, because a thousand posts may have the same title. */
function createChooser(taken: Set<string>): (wanted: string) => string {
  const numbers = new Map<string, number>();
  return (wanted) => {
    for (let number = numbers.get(wanted) ?? 1; ; number += 1) {
      const slug = numberedSlug(wanted, number);
      if (taken.has(slug) || isReservedSlug(slug)) continue;
      numbers.set(wanted, number + 1);
      taken.add(slug);
      return slug;
    }
  };
}

export function createPostImport(db: Database, { render, readText }: PostRenderer) {
  return {
    /** Undefined if nothing was stored. A slug that was taken in the meantime gets a number. */
    async importPost(
      { created_at, updated_at, ...input }: ImportedPost,
      { now, storeWith }: ImportOptions,
      own?: OwnPost,
    ): Promise<Post | undefined> {
      const { rendered, siteLanguage } = await render(input);
      return inTransaction(db, async (trx) => {
        const id = own?.id ?? randomUUIDv7();
        if (!(await storeWith(trx, id))) return undefined;
        const slug = await firstFreeSlug(trx, input.slug, id);
        const blank = blankPost(id, created_at);
        const given = { ...input, slug, send_when_published: false };
        const prepared = await preparePost(trx, blank, given, { now, siteLanguage });
        const post = { ...prepared, updated_at, ...(own && asItWas(own)) };
        await posts.insertPost(trx, post, rendered);
        if (own) await keepFormerSlugs(trx, own);
        return toSavedPost(post, rendered);
      });
    },

    async planImport(): Promise<ImportPlan> {
      const slugOf = await posts.listPresentSlugs(db);
      const trashed = await listTrashedIds(db, POSTS);
      return {
        slugOf,
        isHere: (id) => slugOf.has(id) || trashed.has(id),
        choose: createChooser(await listSlugs(db)),
      };
    },

    /** The importer makes a missing title or excerpt from this text. */
    readText,

    /** Fails as a save would. */
    checkContent: async (input: PostInput): Promise<void> => void (await render(input)),
  };
}
