import { openToLook } from '../database/existing.ts';
import { openDatabase } from '../database/open.ts';
import type { DatabasePlace } from '../database/place.ts';
import type { Database } from '../database/tables.ts';
import { type FilePlace, openFileStore } from '../files/open-store.ts';
import { copyRows, type Progress } from './copy-rows.ts';
import { MoveError } from './move-error.ts';
import { type MovedUploads, moveUploads } from './move-uploads.ts';
import { nameOf, refuseIfServed } from './served.ts';
import { findUnfinishedMove, finishMove, markMove } from './unfinished-move.ts';

export { nameOfDatabase } from '../database/place.ts';
export { MoveError } from './move-error.ts';

/** Where a blog is: its posts, and its pictures. */
export type BlogPlace = DatabasePlace & FilePlace;

export type Moved = {
  readonly posts: number;
  readonly rows: number;
  readonly uploads: MovedUploads;
};

/** Tables in which anything at all means that there is a blog already. */
const OF_A_BLOG = ['posts', 'trashed_posts', 'post_revisions', 'slugs'] as const;

async function countRows(db: Database, table: (typeof OF_A_BLOG)[number]): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Nobody's posts are written over: the target is empty, or has the beginning of this very move. */
async function claimTarget(db: Database, target: string, source: string): Promise<void> {
  const begun = await findUnfinishedMove(db);
  if (begun === source) return;
  if (begun !== undefined)
    throw new MoveError(
      `Another blog, that in ${begun}, is only partly moved into ${target}. Finish that move first, or name an empty database.`,
    );
  for (const table of OF_A_BLOG)
    if ((await countRows(db, table)) > 0)
      throw new MoveError(
        `There is a blog in ${target} already. Name an empty database, or an empty folder: nothing is written over.`,
      );
  await markMove(db, source);
}

/**
 * Copies a whole blog to another place, and compares every row and every image with what it was
 * copied from, which is only looked at. Run again after an interruption, it goes on.
 */
export async function moveBlog(
  from: BlogPlace,
  to: BlogPlace,
  progress: Progress = () => {},
): Promise<Moved> {
  if (nameOf(from) === nameOf(to)) throw new MoveError(`The blog is in ${nameOf(to)} already.`);
  await refuseIfServed(from);
  await refuseIfServed(to);
  const source = await openToLook(from);
  try {
    const target = await openDatabase(to);
    try {
      await claimTarget(target, nameOf(to), nameOf(from));
      const rows = await copyRows(source, target, progress);
      const stores = { from: openFileStore(from), to: openFileStore(to) };
      await stores.to.prepare();
      const uploads = await moveUploads(source, stores, progress);
      const posts = await countRows(target, 'posts');
      await finishMove(target);
      return { posts, rows, uploads };
    } finally {
      await target.destroy();
    }
  } finally {
    await source.destroy();
  }
}
