import { type Kysely, PostgresAdapter, sql } from 'kysely';

type Row = Readonly<Record<string, unknown>>;
// biome-ignore lint/suspicious/noExplicitAny: the tables as they were, and as they will be
type AnyDatabase = Kysely<any>;

const BATCH_ROWS = 50;

function isPostgres(db: AnyDatabase): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

function parseObject(text: unknown): Row | undefined {
  try {
    const value: unknown = JSON.parse(String(text));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Row)
      : undefined;
  } catch {
    return undefined;
  }
}

/** A title of null says that the version cannot be read. */
function listedVersion(row: Row, id: unknown) {
  const stored = parseObject(row.snapshot);
  const isOwn =
    stored && (stored.id ?? id) === id && (stored.version ?? row.version) === row.version;
  return { stored, title: isOwn && typeof stored.title === 'string' ? stored.title : null };
}

function postVersion(row: Row) {
  const { stored, title } = listedVersion(row, row.post_id);
  const saved_at = typeof stored?.updated_at === 'string' ? stored.updated_at : row.replaced_at;
  return { title, published: stored?.published === true ? 1 : 0, saved_at };
}

function pageVersion(row: Row) {
  const { stored, title } = listedVersion(row, row.page_id);
  return { title, saved_at: typeof stored?.updated_at === 'string' ? stored.updated_at : null };
}

/** Empty if the snapshot cannot be read. */
function summaryOf({ snapshot }: Row) {
  const stored = parseObject(snapshot);
  if (!stored) return { summary: '' };
  const { content: _, ...summary } = stored;
  return { summary: JSON.stringify(summary) };
}

type Rebuilt = {
  readonly table: string;
  readonly key: readonly string[];
  readonly columns: (row: Row) => Row;
};

/** In batches: a hundred thousand versions are never in memory together. */
async function moveRows(db: AnyDatabase, { table, key, columns }: Rebuilt): Promise<void> {
  const old = `old_${table}`;
  const keyColumns = sql.join(key.map((column) => sql.ref(column)));
  const keyOf = (row: Row) => sql.join(key.map((column) => row[column]));
  for (let after: Row | undefined; ; ) {
    const last = after;
    const rows: Row[] = await db
      .selectFrom(old)
      .selectAll()
      .$if(last !== undefined, (query) =>
        query.where(sql<boolean>`(${keyColumns}) > (${keyOf(last ?? {})})`),
      )
      .orderBy(sql`${keyColumns}`)
      .limit(BATCH_ROWS)
      .execute();
    after = rows.at(-1);
    if (!after) return;
    await db
      .insertInto(table)
      .values(rows.map((row) => ({ ...row, ...columns(row) })))
      .execute();
    // SQLite uses their space for the next ones. PostgreSQL does not within a transaction.
    if (!isPostgres(db))
      await sql`delete from ${sql.table(old)} where (${keyColumns}) <= (${keyOf(after)})`.execute(
        db,
      );
  }
}

/** The snapshot becomes the last column, so that SQLite reads the others without it. */
async function rebuild(db: AnyDatabase, rebuilt: Rebuilt, added: Record<string, string>) {
  const { table, key } = rebuilt;
  await db.schema.alterTable(table).renameTo(`old_${table}`).execute();
  let create = db.schema.createTable(table);
  for (const column of key)
    create = create.addColumn(column, column === 'version' ? 'integer' : 'text', (it) =>
      it.notNull(),
    );
  for (const [column, definition] of Object.entries(added))
    create = create.addColumn(column, sql.raw(definition));
  await create
    .addColumn('snapshot', 'text', (column) => column.notNull())
    // PostgreSQL still has the index of the old table.
    .addPrimaryKeyConstraint(`${table}_by_${key.join('_')}`, [...key] as never[])
    .execute();
  await moveRows(db, rebuilt);
  await db.schema.dropTable(`old_${table}`).execute();
}

/** What lists of versions and of the trash show is in columns of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await rebuild(
    db,
    { table: 'post_revisions', key: ['post_id', 'version'], columns: postVersion },
    {
      title: 'text',
      published: 'integer not null',
      saved_at: 'text not null',
      replaced_at: 'text not null',
    },
  );
  await rebuild(
    db,
    { table: 'page_versions', key: ['page_id', 'version'], columns: pageVersion },
    { title: 'text', saved_at: 'text', replaced_at: 'text not null' },
  );
  for (const [table, key] of [
    ['trashed_posts', 'post_id'],
    ['trashed_pages', 'page_id'],
  ] as const)
    await rebuild(
      db,
      { table, key: [key], columns: summaryOf },
      { deleted_at: 'text not null', summary: 'text not null' },
    );
}
