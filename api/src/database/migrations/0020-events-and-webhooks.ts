import type { Kysely } from 'kysely';

/** What happened. Webhooks, and what was sent or is to be sent to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('address', 'text')
    .addColumn('subject', 'text')
    .addColumn('detail', 'text')
    .execute();
  await db.schema.createIndex('events_at').on('events').column('at').execute();
  for (const column of ['id', 'at'])
    await db.schema
      .createIndex(`events_kind_${column}`)
      .on('events')
      .columns(['kind', column])
      .execute();

  await db.schema
    .createTable('webhooks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('events', 'text', (column) => column.notNull())
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('webhook_id', 'text', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('post', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('status', 'integer')
    .addColumn('error', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('next_try_at', 'text')
    .execute();
  for (const columns of [
    ['webhook_id', 'id'],
    ['next_try_at', 'webhook_id'],
  ])
    await db.schema
      .createIndex(`webhook_deliveries_${columns[0]}`)
      .on('webhook_deliveries')
      .columns(columns)
      .execute();
}
