import { DatabaseStartError } from '../database/open.ts';
import { findSetting } from '../database/settings.repository.ts';
import type { Database } from '../database/tables.ts';

/** The setting by which a blog is known into which another is being moved: where that one is. */
export const UNFINISHED_MOVE = 'unfinished_move';

export function findUnfinishedMove(db: Database): Promise<string | undefined> {
  return findSetting(db, UNFINISHED_MOVE);
}

export async function markMove(db: Database, source: string): Promise<void> {
  await db.insertInto('settings').values({ name: UNFINISHED_MOVE, value: source }).execute();
}

export async function finishMove(db: Database): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', UNFINISHED_MOVE).execute();
}

/** Half a blog is not to be served, and must not be written to: the rest could not be moved any more. */
export async function refuseUnfinishedMove(db: Database): Promise<void> {
  const source = await findUnfinishedMove(db);
  if (source !== undefined)
    throw new DatabaseStartError(
      `The blog in ${source} is only partly moved into this database. Set the settings back to where it was, and finish the move: npm run move -- --to …, as before. What is there is whole and unchanged.`,
    );
}
