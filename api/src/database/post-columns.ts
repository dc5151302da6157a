import {
  FIELD_NAMES,
  type FieldName,
  type FieldOf,
  fieldOf,
} from '@longhand/contract/posts/post-fields';
import type { Post } from '@longhand/contract/posts/posts';

type Stored<Name extends FieldName> =
  Name extends FieldOf<'boolean'> ? number : Name extends FieldOf<'tags'> ? string : Post[Name];

/** Neither database has a type for booleans and lists that both have: they are 0 or 1, and JSON. */
export type PostColumns = { [Name in FieldName]: Stored<Name> };

type Read<Row> = {
  [Name in keyof Row]: Name extends FieldOf<'boolean' | 'tags'> ? Post[Name] : Row[Name];
};

const BOOLEANS = FIELD_NAMES.filter((name) => fieldOf(name).kind === 'boolean');

export function fromPostRow<Row extends Pick<PostColumns, FieldOf<'boolean' | 'tags'>>>(
  row: Row,
): Read<Row> {
  const read: Record<string, unknown> = { ...row, tags: JSON.parse(row.tags) };
  for (const name of BOOLEANS) read[name] = read[name] === 1;
  return read as Read<Row>;
}

export function toPostColumns(fields: Pick<Post, FieldName>): PostColumns {
  const columns: Record<string, unknown> = { ...fields, tags: JSON.stringify(fields.tags) };
  for (const name of BOOLEANS) columns[name] = columns[name] ? 1 : 0;
  return columns as PostColumns;
}
