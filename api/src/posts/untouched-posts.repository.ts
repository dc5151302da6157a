import { isFound } from '../database/results.ts';
import type { Database } from '../database/tables.ts';

/** The version is the one that the software wrote. */
export type WrittenPost = { readonly id: string; readonly version: number };

const idsOf = (written: readonly WrittenPost[]) => written.map(({ id }) => id);

/** A post with another version or a working copy is touched. */
export async function listTouched(
  db: Database,
  written: readonly WrittenPost[],
): Promise<{ id: string; isTouched: boolean }[]> {
  if (written.length === 0) return [];
  const rows = await db
    .selectFrom('posts')
    .leftJoin('working_copies', 'working_copies.post_id', 'posts.id')
    .select(['posts.id', 'posts.version', 'working_copies.id as copy'])
    .where('posts.id', 'in', idsOf(written))
    .execute();
  const versions = new Map(written.map(({ id, version }) => [id, version]));
  return rows.map(({ id, version, copy }) => ({
    id,
    isTouched: version !== versions.get(id) || copy !== null,
  }));
}

export function hasOtherPosts(db: Database, written: readonly WrittenPost[]): Promise<boolean> {
  return db
    .selectFrom('posts')
    .select('id')
    .$if(written.length > 0, (posts) => posts.where('id', 'not in', idsOf(written)))
    .limit(1)
    .$call(isFound);
}
