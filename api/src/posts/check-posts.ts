import { searchText, visibleText } from '@longhand/contract/search';
import type { Database } from '../database/tables.ts';
import * as consistency from './consistency.repository.ts';
import { RENDER_VERSION } from './rendering/render.ts';
import { sanitiseStored } from './rendering/sanitise.ts';
import { TEXT_END } from './search.repository.ts';
import { type SnapshotOwner, tryToReadSnapshot } from './snapshots.ts';

/** How many are named one by one before the rest is only counted. */
const NAMED = 5;

function several(ids: readonly string[]): string {
  const more = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : '';
  return `${ids.slice(0, NAMED).join(', ')}${more}`;
}

function parseTags(text: string): readonly string[] | undefined {
  try {
    const tags: unknown = JSON.parse(text);
    return Array.isArray(tags) && tags.every((tag) => typeof tag === 'string') ? tags : undefined;
  } catch {
    return undefined;
  }
}

/** Reads what was put away as whoever restores it does. */
function* checkSnapshot(text: string, owner: Omit<SnapshotOwner, 'at'>): Generator<string> {
  let damage: string | undefined;
  tryToReadSnapshot(text, { ...owner, at: new Date(0).toISOString() }, ({ message }) => {
    damage = message;
  });
  if (damage !== undefined) yield damage;
}

/** Versions in the trash and in histories that could not be restored. */
async function* checkSnapshots(db: Database): AsyncGenerator<string> {
  for await (const rows of consistency.readTrash(db))
    for (const { post_id, snapshot } of rows) yield* checkSnapshot(snapshot, { id: post_id });
  for await (const rows of consistency.readRevisions(db))
    for (const { post_id, version, snapshot } of rows)
      yield* checkSnapshot(snapshot, { id: post_id, version });
}

/** Topics and search index: made from the posts, so they must say the same. */
async function* checkMadeFromPosts(db: Database): AsyncGenerator<string> {
  for await (const posts of consistency.readWritten(db)) {
    const ids = posts.map(({ id }) => id);
    const tagRows = await consistency.readTagRows(db, ids);
    const sortKeys = posts.flatMap(({ sort_key }) => sort_key ?? []);
    const texts = await consistency.readSearchTexts(db, sortKeys);
    for (const post of posts) {
      const { id, published, sort_key: sortKey } = post;
      const tags = parseTags(post.tags);
      if (!tags) yield `the topics of the post ${id} cannot be read`;
      const expected = consistency.expectedTagRows(tags ?? [], published === 1 ? sortKey : null);
      const found = tagRows.get(id) ?? [];
      if (tags && found.toSorted().join() !== expected.toSorted().join())
        yield `the list of topics does not agree with the post ${id}`;
      // What an earlier version of the software made is made anew at the next start.
      if (published !== 1 || sortKey === null || post.rendering < RENDER_VERSION) continue;
      const visibleContent = visibleText(sanitiseStored(post.content).html);
      if (texts.get(sortKey) !== searchText({ ...post, visibleContent }) + TEXT_END)
        yield `the search does not agree with the post ${id}`;
    }
  }
}

async function* checkLists(db: Database): AsyncGenerator<string> {
  const found = await consistency.countStraySearchTexts(db);
  if (found > 0) yield `the search finds ${found} texts of posts that are not published`;
  const tags = await consistency.countStrayTags(db);
  if (tags > 0) yield `${tags} topics are shown of posts that are not published`;
  const unsorted = await consistency.listPublishedWithoutSortKey(db);
  if (unsorted.length > 0)
    yield `published posts are in no list, as they have no sort key: ${several(unsorted)}`;
  const { kept, counted } = await consistency.countPublicState(db);
  const [row, ...more] = kept;
  if (
    !row ||
    more.length > 0 ||
    row.posts !== counted.posts ||
    row.characters !== counted.characters
  )
    yield `the count of what is published is ${row?.posts} posts with ${row?.characters} characters; counted anew, it is ${counted.posts} with ${counted.characters}`;
}

async function* checkBelongings(db: Database): AsyncGenerator<string> {
  const slugless = await consistency.listPostsWithoutSlug(db);
  if (slugless.length > 0)
    yield `posts have an address that is not kept for them: ${several(slugless)}`;
  const holes = await consistency.listPostsWithHoles(db);
  if (holes.length > 0)
    yield `posts have a history that is not all their versions: ${several(holes)}`;
  const twice = await consistency.listTwice(db);
  if (twice.length > 0) yield `posts are both there and in the trash: ${several(twice)}`;
  const { revisions, slugs } = await consistency.countOrphans(db);
  if (revisions > 0) yield `${revisions} versions belong to no post`;
  if (slugs > 0) yield `${slugs} addresses that nobody has seen belong to no post`;
}

type PostCheck = {
  /** What is so where nothing is found. */
  readonly name: string;
  readonly find: (db: Database) => AsyncGenerator<string>;
  readonly todo: string;
};

const SAVE_AGAIN = 'Open the post in the editor and save it once: that makes all of this anew.';
const RESTORE =
  'Copy the folder of data to be safe, then restore the last backup in which it is as it should be: npm run restore -- FILE.';

/** What must be so in any database, whatever is written in it. */
export const POST_CHECKS: readonly PostCheck[] = [
  {
    name: 'Posts, addresses and histories belong together',
    find: checkBelongings,
    todo: RESTORE,
  },
  { name: 'Lists hold what is published', find: checkLists, todo: SAVE_AGAIN },
  {
    name: 'Topics and search agree with the posts',
    find: checkMadeFromPosts,
    todo: SAVE_AGAIN,
  },
  { name: 'Trash and histories can be read', find: checkSnapshots, todo: RESTORE },
];
