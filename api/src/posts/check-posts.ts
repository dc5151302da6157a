import { searchText, visibleText } from '@longhand/contract/posts/search';
import type { Database } from '../database/tables.ts';
import {
  type DocumentCheck,
  findInconsistencies,
  RESTORE,
  readabilityChecks,
} from '../documents/check-documents.ts';
import { POSTS } from '../documents/document-kinds.ts';
import { RENDER_VERSION } from '../rendering/render.ts';
import { sanitiseStored } from '../rendering/sanitise.ts';
import * as consistency from './consistency.repository.ts';
import { TEXT_END } from './search/search.repository.ts';
import { createUploadReferences, findShownUploads } from './uploads/upload-references.ts';

const MAX_LISTED = 5;

function listIds(ids: readonly string[]): string {
  const more = ids.length > MAX_LISTED ? ` and ${ids.length - MAX_LISTED} more` : '';
  return `${ids.slice(0, MAX_LISTED).join(', ')}${more}`;
}

function parseTags(text: string): readonly string[] | undefined {
  try {
    const tags: unknown = JSON.parse(text);
    return Array.isArray(tags) && tags.every((tag) => typeof tag === 'string') ? tags : undefined;
  } catch {
    return undefined;
  }
}

/** Tags and the search index are derived from the posts. */
async function* checkDerivedRows(db: Database): AsyncGenerator<string> {
  for await (const posts of consistency.readPosts(db)) {
    const ids = posts.map(({ id }) => id);
    const tagRows = await consistency.readTagRows(db, ids);
    const sortKeys = posts.flatMap(({ sort_key }) => sort_key ?? []);
    const texts = await consistency.readSearchTexts(db, sortKeys);
    for (const post of posts) {
      const { id, published, sort_key: sortKey } = post;
      const tags = parseTags(post.tags);
      if (!tags) yield `the topics of post ${id} cannot be read`;
      const expected = consistency.expectedTagRows(tags ?? [], published === 1 ? sortKey : null);
      const found = tagRows.get(id) ?? [];
      if (tags && found.toSorted().join() !== expected.toSorted().join())
        yield `the list of topics does not match post ${id}`;
      // Posts of an older RENDER_VERSION are rendered again at the next start.
      if (published !== 1 || sortKey === null || post.rendering < RENDER_VERSION) continue;
      const visibleContent = visibleText(sanitiseStored(post.content).html);
      if (texts.get(sortKey) !== searchText({ ...post, visibleContent }) + TEXT_END)
        yield `the search index does not match post ${id}`;
    }
  }
}

async function* checkLists(db: Database): AsyncGenerator<string> {
  const texts = await consistency.countStraySearchTexts(db);
  if (texts > 0) yield `the search index contains ${texts} posts that are not published`;
  const tags = await consistency.countStrayTags(db);
  if (tags > 0) yield `${tags} topics belong to posts that are not published`;
  const unsorted = await consistency.listPublishedWithoutSortKey(db);
  if (unsorted.length > 0)
    yield `published posts are missing from all lists because they have no sort key: ${listIds(unsorted)}`;
  const scheduled = await consistency.listPublishedWithSchedule(db);
  if (scheduled.length > 0) yield `posts are both published and scheduled: ${listIds(scheduled)}`;
  const { stored, counted } = await consistency.countPublicState(db);
  const [row, ...more] = stored;
  if (
    !row ||
    more.length > 0 ||
    row.posts !== counted.posts ||
    row.characters !== counted.characters
  )
    yield `the stored count is ${row?.posts} published posts with ${row?.characters} characters; counted again, it is ${counted.posts} with ${counted.characters}`;
}

async function* checkRelations(db: Database): AsyncGenerator<string> {
  const withoutSlug = await consistency.listPostsWithoutSlug(db);
  if (withoutSlug.length > 0)
    yield `posts have an address that is not recorded as theirs: ${listIds(withoutSlug)}`;
  const found = await findInconsistencies(db, POSTS);
  if (found.incomplete.length > 0)
    yield `posts have an incomplete history: ${listIds(found.incomplete)}`;
  if (found.alsoInTrash.length > 0)
    yield `posts are both in the blog and in the trash: ${listIds(found.alsoInTrash)}`;
  const versions = found.orphanedVersions.reduce((sum, [, { length }]) => sum + length, 0);
  if (versions > 0) yield `${versions} versions belong to no post`;
  const copies = found.orphanedCopies.length;
  if (copies > 0) yield `${copies} working copies belong to no post`;
  const slugs = await consistency.countOrphanedSlugs(db);
  if (slugs > 0) yield `${slugs} unused addresses belong to no post`;
}

/** An upload whose name is missing from `upload_references` would be removed. */
async function* checkReferences(db: Database): AsyncGenerator<string> {
  const { mentioned } = await findShownUploads(db, '');
  const lost = await createUploadReferences(db).findUnreferenced([...mentioned]);
  if (lost.size > 0) yield `texts use uploads that are not recorded as used: ${listIds([...lost])}`;
}

const SAVE_AGAIN = 'To repair this, open the post in the editor and save it.';

export const POST_CHECKS: readonly DocumentCheck[] = [
  { name: 'Posts, addresses and histories are consistent', find: checkRelations, todo: RESTORE },
  { name: 'Lists contain the published posts', find: checkLists, todo: SAVE_AGAIN },
  { name: 'Topics and search match the posts', find: checkDerivedRows, todo: SAVE_AGAIN },
  { name: 'The uploads of all texts are recorded', find: checkReferences, todo: SAVE_AGAIN },
  ...readabilityChecks(POSTS),
];
