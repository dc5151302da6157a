import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { Search } from './search.ts';

function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * By PostgreSQL's index of three characters, which it uses by itself where that is quicker than
 * reading from the newest on until there are enough.
 */
export async function placesContaining(
  db: Database,
  { text, tagKey, after, limit }: Search,
): Promise<number[]> {
  const rows = await db
    .selectFrom('post_search')
    .select('post_search.rowid')
    .where('post_search.rowid', '<', after)
    .where('post_search.text', 'like', containing(text))
    .$if(tagKey !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('post_tags')
            .select(sql.lit(1).as('one'))
            .where('post_tags.tag_key', '=', tagKey ?? '')
            .whereRef('post_tags.place', '=', 'post_search.rowid'),
        ),
      ),
    )
    .orderBy('post_search.rowid', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ rowid }) => rowid);
}
