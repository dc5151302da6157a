import type { DeleteResult, SelectQueryBuilder, UpdateResult } from 'kysely';

// They end a query: `query.$call(hasChanged)`.

type Change = { executeTakeFirstOrThrow(): Promise<DeleteResult | UpdateResult> };

export async function countChanged(query: Change): Promise<number> {
  const result = await query.executeTakeFirstOrThrow();
  return Number('numDeletedRows' in result ? result.numDeletedRows : result.numUpdatedRows);
}

export async function hasChanged(query: Change): Promise<boolean> {
  return (await countChanged(query)) > 0;
}

export async function isFound(query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> {
  return (await query.executeTakeFirst()) !== undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: the rows of any table
type AnySelect = Pick<SelectQueryBuilder<any, any, any>, 'clearSelect'>;

export async function countRows(query: AnySelect): Promise<number> {
  const counted = query.clearSelect().select(({ fn }) => fn.countAll().as('count'));
  return Number((await counted.executeTakeFirstOrThrow()).count);
}
