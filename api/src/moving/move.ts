import { openExistingReadOnly } from '../database/existing.ts';
import type { DatabaseLocation } from '../database/location.ts';
import { DatabaseStartError, openDatabase } from '../database/open.ts';
import type { Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { useAndClose } from '../database/use-and-close.ts';
import { type FileLocation, openFileStore } from '../files/open-store.ts';
import { explainStorage, StorageStartError } from '../storage-failures.ts';
import { compareRows, copyRows, type Progress, RowsDiffer } from './copy-rows.ts';
import { MoveError } from './move-error.ts';
import { type MovedUploads, moveUploads } from './move-uploads.ts';
import { nameOf, refuseIfServed } from './served.ts';
import {
  findUnfinishedMove,
  finishMove,
  markMove,
  refuseUnfinishedMove,
} from './unfinished-move.ts';

export { nameOfDatabase } from '../database/location.ts';
export { MoveError } from './move-error.ts';

/** Where a blog is: its posts, and its pictures. */
export type BlogLocation = DatabaseLocation & FileLocation;

export type Moved = {
  readonly posts: number;
  /** None where the database stays, and only the pictures move. */
  readonly rows: number | undefined;
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

/** Does something with a blog that is only looked at, and is a whole one. */
async function lookAt<Result>(
  place: DatabaseLocation,
  look: (db: Database) => Promise<Result>,
): Promise<Result> {
  return useAndClose(await openExistingReadOnly(place), async (db) => {
    await refuseUnfinishedMove(db);
    return look(db);
  });
}

type Places = { readonly from: BlogLocation; readonly to: BlogLocation };

async function copyPictures(source: Database, { from, to }: Places, progress: Progress) {
  const stores = { from: openFileStore(from), to: openFileStore(to) };
  await stores.to.prepare();
  return moveUploads(source, stores, progress);
}

async function refuseIfChanged(source: Database, target: Database, name: string): Promise<void> {
  await compareRows(source, target).catch((error) => {
    if (!(error instanceof RowsDiffer)) throw error;
    throw new MoveError(
      `The blog in ${name} was changed while it was moved. Stop it, and run the same command again: it goes on where it was.`,
      { cause: error },
    );
  });
}

/** Where the database stays, it is not written to. */
function movePictures(places: Places, progress: Progress): Promise<Moved> {
  return lookAt(places.from, async (db) => ({
    posts: await countRows(db, 'posts'),
    rows: undefined,
    uploads: await copyPictures(db, places, progress),
  }));
}

/** Where the blog shall be is said by --to, whatever the settings are. */
async function atTarget<Result>(step: Promise<Result>): Promise<Result> {
  return step.catch((error) => {
    if (!(error instanceof MoveError || error instanceof DatabaseStartError)) throw error;
    throw new MoveError(error.message.replaceAll('DATABASE_URL', '--to'), { cause: error });
  });
}

/** Of a failure on the way it is only sure whose it is where one of the two is no server. */
function explainFailure(error: unknown, { from, to }: Places): unknown {
  const explained = explainStorage(error, to.dataDir);
  if (!(explained instanceof StorageStartError) || to.databaseUrl === undefined) return error;
  const named = from.databaseUrl === undefined ? '--to' : 'DATABASE_URL or --to';
  return new MoveError(explained.message.replaceAll('DATABASE_URL', named), { cause: error });
}

async function moveAll(places: Places, progress: Progress): Promise<Moved> {
  const { from, to } = places;
  await atTarget(refuseIfServed(to));
  return lookAt(from, async (source) =>
    useAndClose(await atTarget(openDatabase(to)), async (target) => {
      await inTransaction(target, (trx) => claimTarget(trx, nameOf(to), nameOf(from)));
      const rows = await copyRows(source, target, progress);
      const uploads = await copyPictures(source, places, progress);
      await refuseIfChanged(source, target, nameOf(from));
      return { posts: await countRows(target, 'posts'), rows, uploads };
    }),
  );
}

function isSameStore({ from, to }: Places): boolean {
  return from.s3 === to.s3 && (to.s3 !== undefined || from.dataDir === to.dataDir);
}

/**
 * Copies a whole blog to another place, or only its pictures, and compares every row and every image
 * with what it was copied from, which is only looked at. Run again after an interruption, it goes on.
 */
export async function moveBlog(
  from: BlogLocation,
  to: BlogLocation,
  progress: Progress = () => {},
): Promise<Moved> {
  const places = { from, to };
  const stays = nameOf(from) === nameOf(to);
  if (stays && isSameStore(places)) throw new MoveError(`The blog is in ${nameOf(to)} already.`);
  await refuseIfServed(from);
  const move = stays ? movePictures : moveAll;
  const moved = await move(places, progress).catch((error) => {
    throw explainFailure(error, places);
  });
  // Once more: somebody may have started it meanwhile.
  await refuseIfServed(from);
  if (!stays) await useAndClose(await atTarget(openDatabase(to)), finishMove);
  return moved;
}
