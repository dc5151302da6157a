import { rmSync, writeFileSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { syncPathNow } from '../durable-files.ts';
import { reasonOf } from '../reason.ts';
import { copyFiles, lacksCompanions, removeFiles } from './copy-files.ts';
import { EPHEMERAL_TABLES } from './tables.ts';

const BUSY_TIMEOUT_MS = 5_000;

type Connection = SqliteDatabase.Database;

export function withDatabase<Result>(file: string, use: (database: Connection) => Result): Result {
  const database = new SqliteDatabase(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    return use(database);
  } finally {
    database.close();
  }
}

function hasTable(database: Connection, name: string): boolean {
  const found = database
    .prepare(`select 1 from sqlite_schema where type = 'table' and name = ?`)
    .get(name);
  return found !== undefined;
}

function isReadable(source: string): boolean {
  try {
    withDatabase(source, (database) => hasTable(database, ''));
    return true;
  } catch (error) {
    if (lacksCompanions(error)) return false;
    throw error;
  }
}

function vacuumInto(source: string, target: string): void {
  withDatabase(source, (database) => database.prepare('vacuum into ?').run(target));
}

/** By way of a copy of its files, beside the target, where SQLite can make what it needs. */
function vacuumCopyInto(source: string, target: string): void {
  const files = `${target}.files`;
  try {
    copyFiles(source, files);
    vacuumInto(files, target);
  } finally {
    removeFiles(files);
  }
}

/**
 * A copy of the database as it is at one moment, whoever writes to it meanwhile: whole, compact,
 * on the disk, and readable by its owner only. Where the source is, nothing is written for good.
 */
export function copyDatabase(source: string, target: string): void {
  writeFileSync(target, '', { flag: 'wx', mode: 0o600 });
  try {
    if (isReadable(source)) vacuumInto(source, target);
    else vacuumCopyInto(source, target);
    syncPathNow(target);
  } catch (error) {
    rmSync(target, { force: true });
    throw error;
  }
}

export type DatabaseFacts = {
  readonly migrations: readonly string[];
  readonly posts: number;
  readonly revision: number;
  /** The version that last ran on it, if it was one that says so. */
  readonly version: string | undefined;
};

function readFacts(database: Connection): DatabaseFacts {
  const value = (query: string) => database.prepare(query).pluck().get();
  const migrations = hasTable(database, 'kysely_migration')
    ? database.prepare('select name from kysely_migration order by name').pluck().all()
    : [];
  return {
    migrations: migrations as string[],
    posts: hasTable(database, 'posts') ? Number(value('select count(*) from posts')) : 0,
    revision: hasTable(database, 'public_state')
      ? Number(value('select revision from public_state'))
      : 0,
    version: hasTable(database, 'settings')
      ? (value(`select value from settings where name = 'software_version'`) as string | undefined)
      : undefined,
  };
}

export function describeDatabase(file: string): DatabaseFacts {
  return withDatabase(file, readFacts);
}

/** What SQLite finds wrong with a file; nothing for one that is whole. */
export function findDamage(file: string): string | undefined {
  try {
    const found = withDatabase(file, (database) =>
      database.prepare('pragma integrity_check(1)').pluck().get(),
    );
    return found === 'ok' ? undefined : String(found);
  } catch (error) {
    return reasonOf(error);
  }
}

/** The one index that is made from what is kept beside it. */
const SEARCH_INDEX = 'post_search';

/** What SQLite finds wrong with a copy, once its index for searching is made anew if only that is. */
export function mendCopy(copy: string): string | undefined {
  const damage = findDamage(copy);
  if (!damage || !/fts5/i.test(damage) || !damage.includes(SEARCH_INDEX)) return damage;
  try {
    changeCopy(copy, (database) =>
      database.exec(`insert into ${SEARCH_INDEX}(${SEARCH_INDEX}) values('rebuild')`),
    );
  } catch {
    return damage;
  }
  return findDamage(copy);
}

/** Changes a copy in place, without a companion that could be left beside it. */
export function changeCopy(file: string, write: (database: Connection) => void): void {
  withDatabase(file, (database) => {
    database.pragma('journal_mode = MEMORY');
    database.pragma('secure_delete = ON');
    database.transaction(write)(database);
  });
  syncPathNow(file);
}

export function clearEphemeralTables(copy: string): void {
  changeCopy(copy, (database) => {
    for (const table of EPHEMERAL_TABLES)
      if (hasTable(database, table)) database.exec(`delete from ${table}`);
  });
}

/** What is thrown away so long after the time that each row has. */
const WAITING_TIMES = [
  { table: 'trashed_posts', column: 'deleted_at' },
  { table: 'unreferenced_uploads', column: 'since' },
] as const;

/**
 * As if no time had passed since the copy was made: what waits to be thrown away is not thrown away
 * because the copy is old.
 */
export function skipTime(copy: string, milliseconds: number): void {
  if (milliseconds <= 0) return;
  const later = (time: string) => new Date(Date.parse(time) + milliseconds).toISOString();
  changeCopy(copy, (database) => {
    for (const { table, column } of WAITING_TIMES) {
      if (!hasTable(database, table)) continue;
      const times = database.prepare(`select distinct ${column} from ${table} order by 1 desc`);
      const move = database.prepare(`update ${table} set ${column} = ? where ${column} = ?`);
      // The latest first: none is moved to where another still is.
      for (const time of times.pluck().all() as string[]) move.run(later(time), time);
    }
  });
}

/**
 * Makes a copy's revision one that no state of this blog has ever had: by the time, and above what
 * is known. Whoever keeps pages by that number would otherwise take those of another past for new.
 */
export function raiseRevision(copy: string, above: number, now: Date): void {
  changeCopy(copy, (database) => {
    if (!hasTable(database, 'public_state')) return;
    database
      .prepare('update public_state set revision = max(revision + 1, ?, ?)')
      .run(above + 1, now.getTime());
  });
}
