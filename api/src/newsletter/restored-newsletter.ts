import { existsSync } from 'node:fs';
import type { Database as Connection } from 'better-sqlite3';
import { setSetting } from '../database/settings.repository.ts';
import { changeCopy, hasTable, withDatabase } from '../database/sqlite/snapshot.ts';
import type { Transaction } from '../database/tables.ts';

/**
 * Each deleted subscriber has a setting with the time. It has a random id instead of the address, because nothing else
 * of those who were deleted may stay.
 */
const DELETED_SUBSCRIBER = 'deleted-subscriber:';

/** Remembered so that no restore brings the subscriber back. */
export async function noteDeletedSubscriber(trx: Transaction, id: string, now: string) {
  await setSetting(trx, DELETED_SUBSCRIBER + id, now);
}

/** A mailing that was under way waits for the owner. A schedule whose time has passed sends nothing any more. */
function stopSending(database: Connection, now: Date): void {
  if (!hasTable(database, 'mailings')) return;
  database.exec(`update mailings set state = 'paused' where state = 'sending'`);
  database
    .prepare('update posts set send_when_published = 0 where publish_at <= ?')
    .run(now.toISOString());
}

/** True if the attached data are of the same blog: subscribers of another blog have not asked for mails of this one. */
const IS_SAME_BLOG = `
  select exists (
    select id from main.posts intersect
    select id from (select id from replaced.posts union select post_id from replaced.trashed_posts)
  )`;

function columnsOf(database: Connection, schema: string, table: string): string[] {
  return database
    .prepare('select name from pragma_table_info(?, ?)')
    .pluck()
    .all(table, schema) as string[];
}

/** The two databases may be of different versions, so only columns that are in both are copied. */
function sharedColumns(database: Connection, table: string): string {
  const replaced = new Set(columnsOf(database, 'replaced', table));
  return columnsOf(database, 'main', table)
    .filter((column) => replaced.has(column))
    .join(', ');
}

/**
 * `deleted` has the subscribers that either database has deleted for good, and `later` the others of the replaced data.
 */
const LIST_DELETED = `
  insert or ignore into main.settings (name, value)
    select name, value from replaced.settings where name like '${DELETED_SUBSCRIBER}%';
  create temp view deleted as
    select substr(name, ${DELETED_SUBSCRIBER.length + 1}) as id from main.settings where name like '${DELETED_SUBSCRIBER}%';
  create temp view later as
    select * from replaced.subscribers where id not in (select id from deleted)`;

/** Before others are added: whoever has joined again has the same address. */
const FORGET_DELETED = 'delete from main.subscribers where id in (select id from deleted)';

/** What mail servers said of deleted subscribers is not kept. */
const FORGET_REASONS =
  'update main.mailing_recipients set reason = null where subscriber_id in (select id from deleted)';

const changedAt = (row: string) =>
  `coalesce(${row}.ended_at, ${row}.confirmed_at, ${row}.created_at)`;

const HAS_ENDED = `state in ('unsubscribed', 'bounced')`;

/** The later change counts, whether it was before or after the backup. */
const HAS_CHANGED = `
  exists (
    select 1 from main.subscribers as earlier where earlier.id = later.id and (
      ${changedAt('later')} > ${changedAt('earlier')}
      or (${changedAt('later')} = ${changedAt('earlier')} and later.${HAS_ENDED})
    )
  )`;

/** When somebody left or bounced last, by address in any case: hardly any server tells `Ann@` from `ann@`. */
const LIST_ENDED = `
  create temp table ended (address text primary key, at text) without rowid;
  insert into ended
    select lower_case(email_key), max(${changedAt('later')}) from later where ${HAS_ENDED} group by 1`;

/** With another id, they have joined or left since. Who left comes back only by what they did themselves. */
const DELETE_REPLACED = `
  delete from main.subscribers as earlier
  where id not in (select id from later) and (
    exists (
      select 1 from later where later.email_key = earlier.email_key and later.state = 'confirmed' and (
        not (earlier.${HAS_ENDED})
        or (later.source = 'form' and ${changedAt('later')} > ${changedAt('earlier')})
      )
    )
    or exists (
      select 1 from ended where address = lower_case(earlier.email_key)
        and (at >= ${changedAt('earlier')} or earlier.source != 'form')
    )
  )`;

const IS_NEW = `
  id not in (select id from main.subscribers) and email_key not in (select email_key from main.subscribers)`;

function addSubscribers(database: Connection, condition: string): void {
  const columns = sharedColumns(database, 'subscribers');
  database.exec(
    `insert or replace into subscribers (${columns}) select ${columns} from later where ${condition}`,
  );
}

const handled = (row: string) => `${row}.sent + ${row}.failed + ${row}.skipped`;

/** Of a mailing that is in both, the one that has come further counts: the backup can be the newer one. */
const LIST_MAILINGS = `
  create temp view later_mailings as
    select * from replaced.mailings as later where not exists (
      select 1 from main.mailings as earlier where earlier.id = later.id and
        (${handled('earlier')}, earlier.ended_at is not null) > (${handled('later')}, later.ended_at is not null)
    )`;

const MAILING_TABLES = [
  ['mailings', 'id'],
  ['mailing_contents', 'mailing_id'],
  ['mailing_recipients', 'mailing_id'],
] as const;

/** Mails were sent: a post that was sent stays sent. */
function keepMailings(database: Connection): void {
  database.exec(LIST_MAILINGS);
  // With the same post, there may be another mailing.
  database.exec('delete from mailings where post_id in (select post_id from later_mailings)');
  for (const [table, id] of MAILING_TABLES) {
    const columns = sharedColumns(database, table);
    database.exec(
      `insert or replace into ${table} (${columns})
        select ${columns} from replaced.${table} where ${id} in (select id from later_mailings)`,
    );
  }
}

/**
 * What has happened since the backup was made cannot be undone: mails were sent, and people have joined, left and been
 * deleted. Links in those mails keep working.
 */
function keepWhatHappened(database: Connection): void {
  database.exec(LIST_DELETED);
  database.exec(FORGET_DELETED);
  addSubscribers(database, HAS_CHANGED);
  if (database.prepare(IS_SAME_BLOG).pluck().get() === 1) {
    database.exec(LIST_ENDED);
    database.exec(DELETE_REPLACED);
    addSubscribers(database, IS_NEW);
    keepMailings(database);
  }
  database.exec(FORGET_REASONS);
}

function hasNewsletter(file: string): boolean {
  try {
    return existsSync(file) && withDatabase(file, (database) => hasTable(database, 'mailings'));
  } catch {
    // The current database is damaged, and is being replaced.
    return false;
  }
}

/** `copy` is about to replace the current data. */
export function restoreNewsletter(copy: string, current: string, now: Date): void {
  if (!hasNewsletter(copy)) return;
  if (hasNewsletter(current))
    withDatabase(copy, (database) => {
      database.pragma('journal_mode = MEMORY');
      database.pragma('secure_delete = ON');
      // SQLite's own function knows only ASCII.
      database.function('lower_case', { deterministic: true }, (text) =>
        String(text).toLowerCase(),
      );
      database.prepare('attach ? as replaced').run(current);
      database.transaction(keepWhatHappened)(database);
    });
  changeCopy(copy, (database) => stopSending(database, now));
}
