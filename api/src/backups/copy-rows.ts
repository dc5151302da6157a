import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { type Database, EPHEMERAL_TABLES, type Tables } from '../database/tables.ts';
import { inReadSnapshot } from '../database/transaction.ts';

type Name = keyof Tables;
type Row = Readonly<Record<string, unknown>>;
type CopiedTable = { readonly name: string; readonly key: readonly string[] };
// biome-ignore lint/suspicious/noExplicitAny: one query for every table, by its name
type AnyDatabase = Kysely<any>;

/** Each table comes after those that it references. */
export const COPIED_TABLES = [
  { name: 'settings', key: ['name'] },
  { name: 'totp_secrets', key: ['state'] },
  { name: 'passkeys', key: ['id'] },
  { name: 'recovery_codes', key: ['code_hash'] },
  { name: 'site_settings', key: ['name'] },
  { name: 'site_icons', key: ['name'] },
  { name: 'posts', key: ['id'] },
  { name: 'post_tags', key: ['post_id', 'tag_key'] },
  { name: 'post_search', key: ['rowid'] },
  { name: 'slugs', key: ['slug'] },
  { name: 'post_revisions', key: ['post_id', 'version'] },
  { name: 'state_changes', key: ['document_id', 'version'] },
  { name: 'trashed_posts', key: ['post_id'] },
  { name: 'idempotency_keys', key: ['key'] },
  { name: 'working_copies', key: ['id'] },
  { name: 'preview_links', key: ['id'] },
  { name: 'pages', key: ['id'] },
  { name: 'page_versions', key: ['page_id', 'version'] },
  { name: 'page_slugs', key: ['slug'] },
  { name: 'trashed_pages', key: ['page_id'] },
  { name: 'page_working_copies', key: ['id'] },
  { name: 'redirects', key: ['from_path'] },
  { name: 'imported_items', key: ['origin', 'guid', 'source_id'] },
  { name: 'subscribers', key: ['id'] },
  { name: 'mailings', key: ['id'] },
  { name: 'mailing_contents', key: ['mailing_id'] },
  { name: 'mailing_recipients', key: ['mailing_id', 'subscriber_id'] },
  { name: 'events', key: ['id'] },
  { name: 'webhooks', key: ['id'] },
  { name: 'api_tokens', key: ['id'] },
  { name: 'view_days', key: ['post_id', 'day'] },
  { name: 'view_months', key: ['month', 'post_id'] },
  { name: 'view_sources', key: ['post_id', 'kind', 'day', 'name'] },
  { name: 'counted_posts', key: ['post_id'] },
  { name: 'feed_subscribers', key: ['day', 'reader'] },
  { name: 'upload_references', key: ['source', 'source_id', 'version', 'name'] },
  { name: 'unreferenced_uploads', key: ['name'] },
] as const satisfies readonly ({ name: Name } & CopiedTable)[];

const SKIPPED_TABLES = [
  ...EPHEMERAL_TABLES,
  'public_state',
  'post_search_terms',
  'post_search_parts',
] as const satisfies readonly Name[];

type ListedTable = (typeof COPIED_TABLES)[number]['name'] | (typeof SKIPPED_TABLES)[number];
/** Fails to compile when a table is in neither list. */
export const everyTableIsListed: [Exclude<Name, ListedTable>] extends [never] ? true : never = true;

const BATCH_ROWS = 50;

export type RowProgress = (table: string, done: number, total: number) => void;

function keyOf(row: Row, { key }: CopiedTable): string {
  return JSON.stringify(key.map((column) => row[column]));
}

/** Equal rows of both dialects have the same text. */
function contentOf(row: Row | undefined): string {
  return JSON.stringify(Object.entries(row ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function selectRows(db: AnyDatabase, { name, key }: CopiedTable) {
  const rows = db.selectFrom(name);
  // `*` of a virtual table does not include its key.
  return name === 'post_search' ? rows.select([...key, 'text']) : rows.selectAll();
}

/** Reads batches, sorted by key. */
async function* readRows(db: AnyDatabase, table: CopiedTable): AsyncGenerator<Row[]> {
  const key = sql.join(table.key.map((column) => sql.ref(column)));
  for (let last: Row | undefined; ; ) {
    const after = last;
    const rows: Row[] = await selectRows(db, table)
      .$if(after !== undefined, (query) =>
        query.where(
          sql<boolean>`(${key}) > (${sql.join(table.key.map((column) => after?.[column]))})`,
        ),
      )
      .orderBy(sql`${key}`)
      .limit(BATCH_ROWS)
      .execute();
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH_ROWS) return;
    last = rows.at(-1);
  }
}

async function findRows(db: AnyDatabase, table: CopiedTable, rows: readonly Row[]) {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const hasSameKey = (eb: ExpressionBuilder<any, any>) =>
    eb.or(
      rows.map((row) =>
        eb.and(Object.fromEntries(table.key.map((column) => [column, row[column]]))),
      ),
    );
  const matches: Row[] = await selectRows(db, table).where(hasSameKey).execute();
  return new Map(matches.map((row) => [keyOf(row, table), row]));
}

export async function countRows(db: AnyDatabase, table: string): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export class RowsDiffer extends Error {}

async function listNames(db: AnyDatabase): Promise<Set<string>> {
  return new Set((await db.introspection.getTables()).map(({ name }) => name));
}

/** A database before a migration may lack some tables. */
export async function listTables(source: AnyDatabase): Promise<CopiedTable[]> {
  const names = await listNames(source);
  return COPIED_TABLES.filter(({ name }) => names.has(name));
}

async function copyPublicState(from: AnyDatabase, to: AnyDatabase): Promise<void> {
  if (!(await listNames(from)).has('public_state')) return;
  const { revision, ...state } = await from
    .selectFrom('public_state')
    .selectAll()
    .executeTakeFirstOrThrow();
  // Higher than both, so that pages cached for either revision are outdated.
  await to
    .updateTable('public_state')
    .set({ ...state, revision: sql`revision + ${Number(revision)}` })
    .execute();
}

async function compareTables(source: AnyDatabase, target: AnyDatabase): Promise<number> {
  let total = 0;
  for (const table of await listTables(source)) {
    let compared = 0;
    for await (const rows of readRows(source, table)) {
      const copies = await findRows(target, table, rows);
      const different = rows.find(
        (row) => contentOf(copies.get(keyOf(row, table))) !== contentOf(row),
      );
      if (different)
        throw new RowsDiffer(`${table.name} ${keyOf(different, table)} is not the same in both.`);
      compared += rows.length;
    }
    const inTarget = await countRows(target, table.name);
    if (inTarget !== compared)
      throw new RowsDiffer(`${table.name} has ${compared} rows here and ${inTarget} there.`);
    total += compared;
  }
  return total;
}

/**
 * Replaces the target's content by the source's, then compares them row by row. Atomic when the
 * target is a transaction. Returns the number of rows.
 */
export function copyRows(
  source: Database,
  target: Database,
  progress: RowProgress = () => {},
): Promise<number> {
  return inReadSnapshot(source, async (snapshot) => {
    const from: AnyDatabase = snapshot;
    const to: AnyDatabase = target;
    const tables = await listTables(from);
    for (const { name } of tables.toReversed()) await to.deleteFrom(name).execute();
    for (const table of tables) {
      const total = await countRows(from, table.name);
      let done = 0;
      for await (const rows of readRows(from, table)) {
        await to.insertInto(table.name).values(rows).execute();
        done += rows.length;
        progress(table.name, done, total);
      }
    }
    await copyPublicState(from, to);
    return compareTables(from, to);
  });
}

/** Throws `RowsDiffer`. Returns the number of rows. */
export function compareRows(source: Database, target: Database): Promise<number> {
  return inReadSnapshot(source, (from) => compareTables(from, target));
}
