import type { SelectQueryBuilder } from 'kysely';
import type { Tables } from '../../database/tables.ts';

/** Both search indexes are trigram indexes. */
export const TRIGRAM_LENGTH = 3;

export type Search = {
  /** Has the form that `searchable` returns, and is not empty. */
  readonly text: string;
  readonly tagKey: string | undefined;
  /** Only posts with a lower sort key are found. */
  readonly after: number;
  readonly limit: number;
};

export type MatchingTexts = SelectQueryBuilder<Tables, 'post_search', object>;

/** Applies tag, cursor and limit. Returns sort keys, newest first. */
export async function listSearchResults(
  texts: MatchingTexts,
  { tagKey, after, limit }: Search,
): Promise<number[]> {
  const rows = await texts
    .select('post_search.rowid')
    .where('post_search.rowid', '<', after)
    .$if(tagKey !== undefined, (query) =>
      // Why not a join: it would query the index once for each post with the tag.
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
