import { join } from 'node:path';
import { expect, test } from 'vitest';
import { subscriberRow } from '../../../test-support/subscribers.ts';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import { connectDatabase, openDatabase } from '../database/open.ts';
import type { Database } from '../database/tables.ts';
import { useAndClose } from '../database/use-and-close.ts';
import { createPostsService } from '../posts/posts.service.ts';
import { writeBackup } from './make-backup.ts';
import { restoreBackup } from './restore.ts';

const PAST = '2026-01-01T12:00:00.000Z';
const [ANN, BOB, NEW] = ['ann@example.com', 'bob@example.com', 'new@example.com'].map(
  subscriberRow,
);
const TEXT = { title: 'T', excerpt: 'E', content: 'C' };

async function addMailing(db: Database, post_id: string, state: 'sending' | 'done') {
  const id = `mailing-of-${post_id}`;
  const counts = { recipients: 1, sent: 0, failed: 0, skipped: 0 };
  await db
    .insertInto('mailings')
    .values({ ...{ id, post_id, title: 'T', state, created_at: PAST }, ...counts })
    .execute();
  await db.insertInto('mailing_contents').values({ mailing_id: id, content: '{}' }).execute();
  const recipient = { state: 'pending', attempts: 0, refused: 0 } as const;
  await db
    .insertInto('mailing_recipients')
    .values({
      ...{ mailing_id: id, subscriber_id: ANN?.id ?? '', ...recipient },
      ...{ next_try_at: PAST, updated_at: PAST },
    })
    .execute();
}

/** With a post that is being sent, and one that is sent when it is published. */
async function makeBlog(): Promise<{ dataDir: string; sent: string; later: string }> {
  const dataDir = temporaryFolder();
  return useAndClose(await openDatabase({ dataDir }), async (db) => {
    const posts = createPostsService(db, () => new Date(PAST));
    const { id: sent } = await posts.create({ ...TEXT, published: true });
    const { id: later } = await posts.create({ ...TEXT, published: true });
    const planned = { send_when_published: true, publish_at: '2026-01-01T13:00:00.000Z' };
    await posts.create({ ...TEXT, title: 'Planned', ...planned });
    const ahead = { send_when_published: true, publish_at: '2199-01-01T13:00:00.000Z' };
    await posts.create({ ...TEXT, title: 'Ahead', ...ahead });
    await db
      .insertInto('subscribers')
      .values([ANN, BOB] as never)
      .execute();
    await addMailing(db, sent, 'sending');
    return { dataDir, sent, later };
  });
}

async function backUp(dataDir: string): Promise<string> {
  const file = join(temporaryFolder(), 'backup.tar.gz');
  await writeBackup({ dataDir, settings: [], siteUrl: '' }, file);
  return file;
}

async function read(dataDir: string) {
  return useAndClose(connectDatabase({ dataDir }), async (db) => ({
    mailings: await db.selectFrom('mailings').select(['post_id', 'state', 'sent']).execute(),
    recipients: (await db.selectFrom('mailing_recipients').selectAll().execute()).length,
    subscribers: await db
      .selectFrom('subscribers')
      .select(['email', 'state', 'token'])
      .orderBy('email')
      .execute(),
    sending: await db
      .selectFrom('posts')
      .select('title')
      .where('send_when_published', '=', 1)
      .execute(),
  }));
}

const subscriber = (row: typeof ANN, state = 'confirmed') => ({
  ...{ email: row?.email, token: row?.token, state },
});

test('after a restore a mailing waits, and nothing is sent by itself', async () => {
  const { dataDir, sent } = await makeBlog();
  const target = temporaryFolder();
  await restoreBackup({ dataDir: target }, await backUp(dataDir));
  expect(await read(target)).toEqual({
    mailings: [{ post_id: sent, state: 'paused', sent: 0 }],
    recipients: 1,
    subscribers: [subscriber(ANN), subscriber(BOB)],
    sending: [{ title: 'Ahead' }],
  });
});

test('what was sent since a backup stays sent, and nobody who left comes back', async () => {
  const { dataDir, sent, later } = await makeBlog();
  const file = await backUp(dataDir);
  await useAndClose(await openDatabase({ dataDir }), async (db) => {
    await db.updateTable('mailings').set({ state: 'done', sent: 1 }).execute();
    await addMailing(db, later, 'sending');
    await db
      .insertInto('subscribers')
      .values(NEW as never)
      .execute();
    const left = { state: 'unsubscribed', ended_at: PAST } as const;
    await db
      .updateTable('subscribers')
      .set(left)
      .where('email', '=', BOB?.email ?? '')
      .execute();
  });
  await restoreBackup({ dataDir }, file);
  const { mailings, recipients, subscribers } = await read(dataDir);
  expect(new Set(mailings)).toEqual(
    new Set([
      { post_id: sent, state: 'done', sent: 1 },
      { post_id: later, state: 'paused', sent: 0 },
    ]),
  );
  expect(recipients).toBe(2);
  expect(subscribers).toEqual([subscriber(ANN), subscriber(BOB, 'unsubscribed'), subscriber(NEW)]);
});

test('a backup that replaces another blog brings no subscribers together', async () => {
  const [one, other] = [await makeBlog(), await makeBlog()];
  await useAndClose(await openDatabase({ dataDir: other.dataDir }), (db) =>
    db
      .insertInto('subscribers')
      .values(NEW as never)
      .execute(),
  );
  await restoreBackup({ dataDir: other.dataDir }, await backUp(one.dataDir));
  const { mailings, subscribers } = await read(other.dataDir);
  expect(mailings).toHaveLength(1);
  expect(subscribers).toEqual([subscriber(ANN), subscriber(BOB)]);
});
