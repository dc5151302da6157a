import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  eachDialect,
  emptyLocation,
  openDialect,
  type TestDatabase,
} from '../../../test-support/dialects.ts';
import { subscriberRow } from '../../../test-support/subscribers.ts';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import type { DatabaseLocation } from '../database/location.ts';
import { connectDatabase } from '../database/open.ts';
import type { Database } from '../database/tables.ts';
import { useAndClose } from '../database/use-and-close.ts';
import { createPostsService } from '../posts/posts.service.ts';
import { writeBackup } from './make-backup.ts';
import { moveBlog } from './move.ts';
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

type Open = () => Promise<TestDatabase>;

function using<Result>(location: DatabaseLocation, use: (db: Database) => Promise<Result>) {
  return useAndClose(connectDatabase(location), use);
}

/** With a post that is being sent, and one that is sent when it is published. */
async function makeBlog(open: Open) {
  const location = await emptyLocation(open);
  return using(location, async (db) => {
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
    return { location, sent, later };
  });
}

async function backUp(location: DatabaseLocation): Promise<string> {
  const file = join(temporaryFolder(), 'backup.tar.gz');
  await writeBackup({ ...location, settings: [], siteUrl: '' }, file);
  return file;
}

async function read(location: DatabaseLocation) {
  return using(location, async (db) => ({
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
      .orderBy('title')
      .execute(),
  }));
}

const subscriber = (row: typeof ANN, state = 'confirmed') => ({
  ...{ email: row?.email, token: row?.token, state },
});

eachDialect((open) => {
  test('after a restore into either dialect a mailing waits, and nothing is sent by itself', async () => {
    const { location, sent } = await makeBlog(open);
    const backup = await backUp(location);
    for (const openTarget of Object.values(openDialect)) {
      const target = await emptyLocation(openTarget);
      await restoreBackup(target, backup);
      expect(await read(target)).toEqual({
        mailings: [{ post_id: sent, state: 'paused', sent: 0 }],
        recipients: 1,
        subscribers: [subscriber(ANN), subscriber(BOB)],
        sending: [{ title: 'Ahead' }],
      });
    }
  });

  test('a mailing that is under way moves to either dialect, and goes on there', async () => {
    const { location } = await makeBlog(open);
    const before = await read(location);
    for (const openTarget of Object.values(openDialect)) {
      const target = await emptyLocation(openTarget);
      await moveBlog(location, target);
      expect(await read(target)).toEqual(before);
    }
  });

  test('what was sent since a backup stays sent, and nobody who left comes back', async () => {
    const { location, sent, later } = await makeBlog(open);
    const file = await backUp(location);
    await using(location, async (db) => {
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
    await restoreBackup(location, file);
    const { mailings, recipients, subscribers } = await read(location);
    expect(new Set(mailings)).toEqual(
      new Set([
        { post_id: sent, state: 'done', sent: 1 },
        { post_id: later, state: 'paused', sent: 0 },
      ]),
    );
    expect(recipients).toBe(2);
    const people = [subscriber(ANN), subscriber(BOB, 'unsubscribed'), subscriber(NEW)];
    expect(subscribers).toEqual(people);
  });

  test('a backup that replaces another blog brings no subscribers together', async () => {
    const [one, other] = [await makeBlog(open), await makeBlog(open)];
    await using(other.location, (db) =>
      db
        .insertInto('subscribers')
        .values(NEW as never)
        .execute(),
    );
    await restoreBackup(other.location, await backUp(one.location));
    const { mailings, subscribers } = await read(other.location);
    expect(mailings).toHaveLength(1);
    expect(subscribers).toEqual([subscriber(ANN), subscriber(BOB)]);
  });
});
