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
import { useAndClose } from '../database/transaction.ts';
import { createSubscribersService } from '../newsletter/subscribers/subscribers.service.ts';
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

type Row = ReturnType<typeof subscriberRow>;

const PEOPLE = ['left', 'deleted', 'again', 'joined-again', 'Ä', 'back'].map((name) =>
  subscriberRow(`${name}@example.com`),
) as [Row, Row, Row, Row, Row, Row];

async function addPeople(db: Database, rows: readonly Row[]) {
  await db
    .insertInto('subscribers')
    .values(rows.map((row) => ({ ...row, email_key: row.email })))
    .execute();
}

async function endAt(db: Database, { id }: Row, ended_at: string) {
  await db
    .updateTable('subscribers')
    .set({ state: 'unsubscribed', ended_at })
    .where('id', '=', id)
    .execute();
}

const byEmail = (rows: readonly { email: string | undefined; state: string }[]) =>
  rows.toSorted((a, b) => ((a.email ?? '') < (b.email ?? '') ? -1 : 1));

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

  test('nobody who left or was deleted comes back, whatever else happened since the backup', async () => {
    for (const openTarget of Object.values(openDialect)) {
      const { location } = await makeBlog(open);
      const [left, deleted, again, joinedAgain, CASE, back] = PEOPLE;
      await using(location, async (db) => {
        await addPeople(db, PEOPLE);
        await endAt(db, back, '2026-01-01T11:00:00.000Z');
      });
      const file = await backUp(location);
      const current = await emptyLocation(openTarget);
      await moveBlog(location, current);
      const newRows = ['again@example.com', 'joined-again@example.com', 'ä@example.com'].map(
        subscriberRow,
      ) as [Row, Row, Row];
      await using(current, async (db) => {
        const subscribers = createSubscribersService({ db, clock: () => new Date(), from: null });
        for (const { id } of [deleted, again, joinedAgain]) await subscribers.remove(id);
        // As if an earlier version had deleted it.
        await db.deleteFrom('subscribers').where('id', '=', CASE.id).execute();
        await addPeople(db, newRows);
        for (const row of [left, newRows[0], newRows[2]]) await endAt(db, row, PAST);
        const joined = { state: 'confirmed', confirmed_at: PAST, ended_at: null } as const;
        await db.updateTable('subscribers').set(joined).where('id', '=', back.id).execute();
      });
      const expected = [
        ...[subscriber(newRows[0], 'unsubscribed'), subscriber(ANN), subscriber(back)],
        ...[subscriber(BOB), subscriber(newRows[1]), subscriber(left, 'unsubscribed')],
        subscriber(newRows[2], 'unsubscribed'),
      ];
      const later = await backUp(current);
      for (let times = 0; times < 2; times += 1) {
        await restoreBackup(current, file);
        expect(byEmail((await read(current)).subscribers)).toEqual(byEmail(expected));
      }
      const elsewhere = await emptyLocation(openTarget);
      for (const backup of [file, later]) await restoreBackup(elsewhere, backup);
      const ended = [left, deleted, again].map(({ email }) => email);
      const { subscribers } = await read(elsewhere);
      const mailed = subscribers.filter(({ state }) => state === 'confirmed');
      expect(mailed.filter(({ email }) => ended.includes(email))).toEqual([]);
      expect(mailed).toContainEqual(subscriber(newRows[1]));
    }
  });

  test('a newer backup that replaces an older one leaves sent what was sent', async () => {
    const { location, sent } = await makeBlog(open);
    const older = await backUp(location);
    await using(location, async (db) => {
      await db.updateTable('mailings').set({ state: 'done', sent: 1, ended_at: PAST }).execute();
      await db.updateTable('mailing_recipients').set({ state: 'sent' }).execute();
    });
    const newer = await backUp(location);
    const target = await emptyLocation(open);
    for (const backup of [older, newer, older]) await restoreBackup(target, backup);
    expect((await read(target)).mailings).toEqual([{ post_id: sent, state: 'done', sent: 1 }]);
    const recipients = await using(target, (db) =>
      db.selectFrom('mailing_recipients').select('state').execute(),
    );
    expect(recipients).toEqual([{ state: 'sent' }]);
  });

  test('of those with two ids the last counts, and the word of the owner brings nobody back', async () => {
    const { location } = await makeBlog(open);
    const emails = ['left', 'back', 'UPPER', 'deleted'].map((name) => `${name}@example.com`);
    const [left, back, upper, deleted] = emails.map(subscriberRow) as [Row, Row, Row, Row];
    const lower = { ...subscriberRow('upper@example.com'), source: 'form', confirmed_at: PAST };
    await using(location, async (db) => {
      await addPeople(db, [upper, deleted]);
      await endAt(db, upper, '2026-01-01T11:00:00.000Z');
    });
    const older = await backUp(location);
    await using(location, async (db) => {
      await addPeople(db, [left, back, lower as Row]);
      for (const row of [left, back]) await endAt(db, row, PAST);
    });
    const newer = await backUp(location);
    const target = await emptyLocation(open);
    await restoreBackup(target, older);
    const joined = {
      ...{ ...subscriberRow(back.email), source: 'form', confirmed_at: '2026-01-02T12:00:00.000Z' },
    };
    const waiting = { ...subscriberRow(deleted.email), state: 'waiting', confirmed_at: null };
    await using(target, async (db) => {
      const subscribers = createSubscribersService({ db, clock: () => new Date(), from: null });
      await subscribers.importCsv(`email\n${left.email}\n`);
      await subscribers.remove(deleted.id);
      await addPeople(db, [joined as Row, waiting as never]);
    });
    await restoreBackup(target, newer);
    const expected = [
      ...[subscriber(ANN), subscriber(BOB), subscriber(left, 'unsubscribed')],
      ...[subscriber(joined as Row), subscriber(upper, 'unsubscribed'), subscriber(lower as Row)],
      subscriber(waiting as never, 'waiting'),
    ];
    expect(byEmail((await read(target)).subscribers)).toEqual(byEmail(expected));
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
