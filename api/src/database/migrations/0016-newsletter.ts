import type { Kysely } from 'kysely';

/** Posts that are sent when they are published. Subscribers, requests to become one, mailings with a row for each recipient, and the rate of sending. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('posts')
    .addColumn('send_when_published', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();

  await db.schema
    .createTable('subscribers')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_key', 'text', (column) => column.notNull().unique())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('confirmed_at', 'text')
    .addColumn('confirmed_from', 'text')
    .addColumn('ended_at', 'text')
    .addColumn('token', 'text', (column) => column.notNull().unique())
    .addColumn('confirm_token', 'text', (column) => column.unique())
    .addColumn('confirm_until', 'text')
    .execute();
  await db.schema
    .createIndex('subscribers_state')
    .on('subscribers')
    .columns(['state', 'id'])
    .execute();

  await db.schema
    .createTable('newsletter_signups')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('subscriber_id', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_try_at', 'text')
    .execute();
  for (const column of ['address', 'subscriber_id', 'state'])
    await db.schema
      .createIndex(`newsletter_signups_${column}`)
      .on('newsletter_signups')
      .columns([column, 'created_at'])
      .execute();

  await db.schema
    .createTable('mailings')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('post_id', 'text', (column) => column.notNull().unique())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('recipients', 'integer', (column) => column.notNull())
    .addColumn('sent', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('failed', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('skipped', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('problem', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .execute();

  await db.schema
    .createTable('mailing_contents')
    .addColumn('mailing_id', 'text', (column) => column.primaryKey())
    .addColumn('content', 'text', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('mailing_recipients')
    .addColumn('mailing_id', 'text', (column) => column.notNull())
    .addColumn('subscriber_id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_try_at', 'text', (column) => column.notNull())
    .addColumn('claimed_by', 'text')
    .addColumn('claimed_until', 'text')
    .addColumn('reason', 'text')
    .addColumn('refused', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('mailing_recipients_key', ['mailing_id', 'subscriber_id'])
    .execute();
  await db.schema
    .createIndex('mailing_recipients_state')
    .on('mailing_recipients')
    .columns(['mailing_id', 'state', 'next_try_at'])
    .execute();
  await db.schema
    .createIndex('mailing_recipients_subscriber')
    .on('mailing_recipients')
    .columns(['subscriber_id', 'mailing_id'])
    .execute();

  await db.schema
    .createTable('mail_rate')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('next_at', 'text', (column) => column.notNull())
    .execute();
}
