import type { SelectQueryBuilder } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Search } from './search.ts';

/** Texts of posts, of which those that contain what is looked for have been chosen. */
export type MatchingTexts = SelectQueryBuilder<Tables, 'post_search', object>;

/** The sort keys, newest first, of those that fit the rest of a search. */
export async function listSearchResults(
  texts: MatchingTexts,
  { tagKey, after, limit }: Search,
): Promise<number[]> {
  const rows = await texts
    .select('post_search.rowid')
    .where('post_search.rowid', '<', after)
    .$if(tagKey !== undefined, (query) =>
      // Looked up for each that is found: the index would take longer to be asked for each of the tag.
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('post_tags')
            .select('post_tags.tag_key')
            .where('post_tags.tag_key', '=', tagKey ?? '')
            .whereRef('post_tags.sort_key', '=', 'post_search.rowid'),
        ),
      ),
    )
    .orderBy('post_search.rowid', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ rowid }) => rowid);
}
