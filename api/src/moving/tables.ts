import { EPHEMERAL_TABLES, type Tables } from '../database/tables.ts';
import { UNFINISHED_MOVE } from './unfinished-move.ts';

type Name = keyof Tables;

/** What makes up a blog, each table after those that it refers to, with what tells its rows apart. */
export const MOVED_TABLES = [
  { name: 'settings', key: ['name'], without: UNFINISHED_MOVE },
  { name: 'posts', key: ['id'] },
  { name: 'post_tags', key: ['post_id', 'tag_key'] },
  { name: 'post_search', key: ['rowid'] },
  { name: 'slugs', key: ['slug'] },
  { name: 'post_revisions', key: ['post_id', 'version'] },
  { name: 'trashed_posts', key: ['post_id'] },
  { name: 'idempotency_keys', key: ['key'] },
  { name: 'unreferenced_uploads', key: ['name'] },
] as const satisfies readonly ({ name: Name } & MovedTable)[];

/** What belongs to the moment, or is made by the database itself. */
export const LEFT_TABLES = [
  ...EPHEMERAL_TABLES,
  'public_state',
  'post_search_terms',
  'post_search_parts',
] as const satisfies readonly Name[];

type Moved = (typeof MOVED_TABLES)[number]['name'];
type Left = (typeof LEFT_TABLES)[number];
/** Does not compile when a table is in neither list. */
export const everyTableIsListed: [Exclude<Name, Moved | Left>] extends [never] ? true : never =
  true;

export type MovedTable = {
  readonly name: string;
  readonly key: readonly string[];
  /** The one row that is not part of a blog, by its key. */
  readonly without?: string;
};
export type Row = Readonly<Record<string, unknown>>;
