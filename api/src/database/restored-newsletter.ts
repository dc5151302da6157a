import { existsSync } from 'node:fs';
import type { Database as Connection } from 'better-sqlite3';
import { changeCopy, hasTable, withDatabase } from './snapshot.ts';

/** A mailing that was under way waits for the owner; a schedule that has passed sends nothing any more. */
function stopSending(database: Connection, now: Date): void {
  if (!hasTable(database, 'mailings')) return;
  database.exec(`update mailings set state = 'paused' where state = 'sending'`);
  database
    .prepare('update posts set send_when_published = 0 where publish_at <= ?')
    .run(now.toISOString());
}

/** Whether the attached data are of the same blog: of another one, nobody has asked for mails of this. */
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

/** In both, whichever version has written them. */
function sharedColumns(database: Connection, table: string): string {
  const replaced = new Set(columnsOf(database, 'replaced', table));
  return columnsOf(database, 'main', table)
    .filter((column) => replaced.has(column))
    .join(', ');
}

function add(database: Connection, verb: 'insert or ignore' | 'insert or replace', table: string) {
  const columns = sharedColumns(database, table);
  database.exec(`${verb} into ${table} (${columns}) select ${columns} from replaced.${table}`);
}

/** Who left or bounced since then does not come back. */
const KEEP_ENDED = `
  update subscribers set state = later.state, ended_at = later.ended_at, confirm_token = null, confirm_until = null
  from replaced.subscribers as later
  where later.id = subscribers.id and later.state in ('unsubscribed', 'bounced')`;

/**
 * What has happened since the backup was made cannot be undone: mails were sent, people have joined and
 * left. Links in those mails keep working, and a post that was sent stays sent.
 */
function keepWhatHappened(database: Connection): void {
  if (database.prepare(IS_SAME_BLOG).pluck().get() !== 1) return;
  database.exec(KEEP_ENDED);
  add(database, 'insert or ignore', 'subscribers');
  // With the same post, there may be another mailing.
  database.exec(`delete from mailings where post_id in (select post_id from replaced.mailings)`);
  for (const table of ['mailings', 'mailing_contents', 'mailing_recipients'])
    add(database, 'insert or replace', table);
}

function hasNewsletter(file: string): boolean {
  try {
    return existsSync(file) && withDatabase(file, (database) => hasTable(database, 'mailings'));
  } catch {
    // It is damaged, and is being replaced.
    return false;
  }
}

/** For a copy that is about to replace the current data. */
export function restoreNewsletter(copy: string, current: string, now: Date): void {
  if (!hasNewsletter(copy)) return;
  if (hasNewsletter(current))
    withDatabase(copy, (database) => {
      database.pragma('journal_mode = MEMORY');
      database.prepare('attach ? as replaced').run(current);
      database.transaction(keepWhatHappened)(database);
    });
  changeCopy(copy, (database) => stopSending(database, now));
}
