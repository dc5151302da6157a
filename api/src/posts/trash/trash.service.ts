import type { TrashListQuery } from '@longhand/contract/posts/post-lists';
import type { Post, TrashedPost } from '@longhand/contract/posts/posts';
import { privateSearchText, visibleText } from '@longhand/contract/posts/search';
import { assertMayChange, assertMayPublish } from '../../auth/api-tokens/may-publish.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Transaction } from '../../database/tables.ts';
import { inTransaction } from '../../database/transaction.ts';
import { POSTS } from '../../documents/document-kinds.ts';
import { noSuchDocument } from '../../documents/document-problems.ts';
import type { OnCorrupt } from '../../documents/snapshots.ts';
import { listTrashWithIds, moveToTrash } from '../../documents/trash.repository.ts';
import { createTrash } from '../../documents/trash.service.ts';
import { recordEvent } from '../../events/record-event.ts';
import type { ListPart } from '../../http/list-part.ts';
import { notePostChange } from '../post-changes.ts';
import type { PostRenderer } from '../post-renderer.ts';
import {
  findInternalFields,
  findPost,
  findPublicContent,
  insertPost,
} from '../posts.repository.ts';
import { toSavedPost } from '../prepare-post.ts';
import { deletePreviewLinks } from '../preview-links/preview-links.repository.ts';
import { restoreDates } from '../schedules/publishing-dates.ts';
import { latestFirst, searchTrash } from '../search/private-search.repository.ts';
import { postHidesRedirect, releaseUnpublishedSlugs } from '../slugs.repository.ts';
import { canonicalTags } from '../tags.repository.ts';
import { forgetTranslation, rejoinTranslations } from '../translations/translation-groups.ts';

/** Into the trash, or out of it. */
async function assertMayMove(trx: Transaction, post: Post): Promise<void> {
  assertMayChange(post);
  if (await postHidesRedirect(trx, post.id)) assertMayPublish();
}

/** False if there is no such post. */
export async function movePostToTrash(
  trx: Transaction,
  clock: Clock,
  id: string,
): Promise<boolean> {
  const post = await findPost(trx, id);
  if (!post) return false;
  await assertMayMove(trx, post);
  const stored = { ...post, ...(await findInternalFields(trx, id)) };
  const visibleContent = visibleText(await findPublicContent(trx, id));
  const search_text = privateSearchText({ ...post, visibleContent });
  const deletedAt = clock().toISOString();
  await moveToTrash(trx, POSTS, stored, { deletedAt, search_text });
  await notePostChange(trx, clock, { before: post });
  return true;
}

export function createPostTrash(
  db: Database,
  clock: Clock,
  { renderStored, readSiteLanguage }: PostRenderer,
) {
  const trash = createTrash({ db, clock }, POSTS, {
    render: async (document) => ({
      rendered: await renderStored(document),
      siteLanguage: await readSiteLanguage(),
    }),
    async insert(trx, { document }, { rendered, siteLanguage }): Promise<Post> {
      const tags = await canonicalTags(trx, document.tags, document.id);
      const dates = restoreDates(document, clock().toISOString());
      const group = await rejoinTranslations(trx, document, siteLanguage);
      const post = { ...document, ...dates, ...group, tags };
      await assertMayMove(trx, post);
      await insertPost(trx, post, rendered);
      await notePostChange(trx, clock, { after: post, isRestored: true });
      return toSavedPost(post, rendered);
    },
    /**
     * Slugs that were public stay reserved. Idempotency keys are kept, so that a repeated request does not create the
     * post again.
     */
    async deleteBelongings(trx, id) {
      await deletePreviewLinks(trx, id);
      await releaseUnpublishedSlugs(trx, id);
      await forgetTranslation(trx, id);
      await recordEvent(trx, clock, { kind: 'post.deleted', subject: id, detail: 'for good' });
    },
  });
  return {
    ...trash,

    async listTrash(query: TrashListQuery, onCorrupt: OnCorrupt): Promise<ListPart<TrashedPost>> {
      if (!query.q?.trim()) return trash.listTrash(query, onCorrupt);
      const list = (ids: readonly string[]) => listTrashWithIds(db, POSTS, ids, onCorrupt);
      const found = await searchTrash(db, query.q, list);
      const entries = found.toSorted((a, b) => latestFirst(a.deleted_at, b.deleted_at));
      return { entries, next: undefined };
    },

    /** As they would come back. Those that cannot be read are left out. */
    async listRestorable(ids: readonly string[]) {
      const now = clock().toISOString();
      const found = await listTrashWithIds(db, POSTS, ids, () => {});
      return found.map((post) => ({ ...post, ...restoreDates(post, now) }));
    },

    async delete(id: string): Promise<void> {
      const isDeleted = await inTransaction(db, (trx) => movePostToTrash(trx, clock, id));
      if (!isDeleted) throw noSuchDocument('post');
    },
  };
}
