import type { Kysely } from 'kysely';

/** For limits that count the mails to one mailbox, however its address is written, and those of the whole blog. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('newsletter_signups').addColumn('mailbox', 'text').execute();
  await db.schema
    .createIndex('newsletter_signups_mailbox')
    .on('newsletter_signups')
    .columns(['mailbox', 'created_at'])
    .execute();
  await db.schema
    .createIndex('newsletter_signups_created_at')
    .on('newsletter_signups')
    .column('created_at')
    .execute();
}
