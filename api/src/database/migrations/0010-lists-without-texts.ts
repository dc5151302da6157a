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
  /** The column of when it was stored. */
  readonly time: string;
  readonly columns: (row: Row) => Row;
};

/** A hundred thousand versions are never in memory together. */
async function* readInBatches(
  db: AnyDatabase,
  table: string,
  key: readonly string[],
  columns: readonly string[],
): AsyncGenerator<Row[]> {
  const keyColumns = sql.join(key.map((column) => sql.ref(column)));
  for (let last: Row | undefined; ; ) {
    const after = last;
    const rows: Row[] = await db
      .selectFrom(table)
      .select([...columns])
      .$if(after !== undefined, (query) =>
        query.where(
          sql<boolean>`(${keyColumns}) > (${sql.join(key.map((column) => after?.[column]))})`,
        ),
      )
      .orderBy(sql`${keyColumns}`)
      .limit(BATCH_ROWS)
      .execute();
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1);
  }
}

async function moveRows(db: AnyDatabase, { table, key, time, columns }: Rebuilt): Promise<void> {
  const old = `old_${table}`;
  for await (const rows of readInBatches(db, old, key, [...key, time, 'snapshot'])) {
    await db
      .insertInto(table)
      .values(rows.map((row) => ({ ...row, ...columns(row) })))
      .execute();
    // SQLite uses their space for the next ones. PostgreSQL does not within a transaction.
    if (isPostgres(db)) continue;
    for (const row of rows)
      await db
        .deleteFrom(old)
        .where(({ and }) => and(Object.fromEntries(key.map((column) => [column, row[column]]))))
        .execute();
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

/** As in `contract/src/media/image-names.ts`. */
const IMAGE_NAMES =
  /[0-9a-f]{32}-\d{1,8}x\d{1,8}(?:-(?:[0-3]{3}|x)a?)?\.(?:jpg|png|webp|gif|avif)/g;

/** The tables with texts: their keys, and the columns that can name an upload. */
const SOURCES = {
  posts: [['id'], ['featured_image', 'content', 'public_content']],
  post_revisions: [['post_id', 'version'], ['snapshot']],
  trashed_posts: [['post_id'], ['snapshot']],
  working_copies: [['id'], ['form']],
  pages: [['id'], ['content', 'public_content']],
  page_versions: [['page_id', 'version'], ['snapshot']],
  trashed_pages: [['page_id'], ['snapshot']],
} as const satisfies Record<string, readonly [readonly string[], readonly string[]]>;

async function createReferences(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('upload_references')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('source_id', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('upload_references_key', ['source', 'source_id', 'version', 'name'])
    .execute();
  await db.schema
    .createIndex('upload_references_by_name')
    .on('upload_references')
    .column('name')
    .execute();
}

async function fillReferences(db: AnyDatabase, source: keyof typeof SOURCES): Promise<void> {
  const [key, texts]: readonly [readonly string[], readonly string[]] = SOURCES[source];
  for await (const rows of readInBatches(db, source, key, [...key, ...texts])) {
    for (const row of rows) {
      const text = texts.map((column) => row[column] ?? '').join('\n');
      const [id = '', version] = key;
      const place = { source, source_id: row[id], version: version ? row[version] : 0 };
      const names = [...new Set(text.match(IMAGE_NAMES))];
      for (let first = 0; first < names.length; first += BATCH_ROWS) {
        const some = names.slice(first, first + BATCH_ROWS);
        await db
          .insertInto('upload_references')
          .values(some.map((name) => ({ ...place, name })))
          .execute();
      }
    }
  }
}

/** The references of a row go with it, whoever deletes it. */
async function removeWithSource(db: AnyDatabase, source: keyof typeof SOURCES): Promise<void> {
  const [[id, version]]: readonly [readonly string[], readonly string[]] = SOURCES[source];
  const remove = sql.raw(`delete from upload_references
    where source = '${source}' and source_id = old.${id}
    and version = ${version === undefined ? '0' : `old.${version}`};`);
  const name = sql.raw(`${source}_references`);
  if (!isPostgres(db)) {
    await sql`
      create trigger ${name} after delete on ${sql.table(source)} begin ${remove} end
    `.execute(db);
    return;
  }
  await sql`
    create function ${name}() returns trigger language plpgsql as $$
    begin ${remove} return null; end $$
  `.execute(db);
  await sql`
    create trigger ${name} after delete on ${sql.table(source)}
    for each row execute function ${name}()
  `.execute(db);
}

/**
 * What lists of versions and of the trash show is in columns of its own, and which uploads a text has in a table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await rebuild(
    db,
    {
      table: 'post_revisions',
      key: ['post_id', 'version'],
      time: 'replaced_at',
      columns: postVersion,
    },
    {
      title: 'text',
      published: 'integer not null',
      saved_at: 'text not null',
      replaced_at: 'text not null',
    },
  );
  await rebuild(
    db,
    {
      table: 'page_versions',
      key: ['page_id', 'version'],
      time: 'replaced_at',
      columns: pageVersion,
    },
    { title: 'text', saved_at: 'text', replaced_at: 'text not null' },
  );
  for (const [table, key] of [
    ['trashed_posts', 'post_id'],
    ['trashed_pages', 'page_id'],
  ] as const)
    await rebuild(
      db,
      { table, key: [key], time: 'deleted_at', columns: summaryOf },
      { deleted_at: 'text not null', summary: 'text not null' },
    );

  await createReferences(db);
  for (const source of Object.keys(SOURCES) as (keyof typeof SOURCES)[]) {
    await fillReferences(db, source);
    await removeWithSource(db, source);
  }
}
