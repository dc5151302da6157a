import { rmSync, writeFileSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { syncPathNow } from '../durable-files.ts';

const BUSY_TIMEOUT_MS = 5_000;

/**
 * What belongs to the moment and not to the blog. In a copy it would let somebody back in who has
 * logged out since, or carry visitors' addresses to wherever the copy goes.
 */
const PASSING_TABLES = ['sessions', 'login_attempts', 'download_tickets', 'write_counts'] as const;

type Connection = SqliteDatabase.Database;

function withDatabase<Result>(file: string, use: (database: Connection) => Result): Result {
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

/**
 * A copy of the database as it is at one moment, whoever writes to it meanwhile: whole, compact,
 * on the disk, and readable by its owner only.
 */
export function copyDatabase(source: string, target: string): void {
  writeFileSync(target, '', { flag: 'wx', mode: 0o600 });
  try {
    withDatabase(source, (database) => database.prepare('vacuum into ?').run(target));
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
    return error instanceof Error ? error.message : String(error);
  }
}

/** Changes a copy in place, without a companion that could be left beside it. */
function change(file: string, write: (database: Connection) => void): void {
  withDatabase(file, (database) => {
    database.pragma('journal_mode = MEMORY');
    database.pragma('secure_delete = ON');
    database.transaction(write)(database);
  });
  syncPathNow(file);
}

export function forgetPassing(copy: string): void {
  change(copy, (database) => {
    for (const table of PASSING_TABLES)
      if (hasTable(database, table)) database.exec(`delete from ${table}`);
  });
}

/**
 * Makes a copy's revision one that no state of this blog has ever had: by the time, and above what
 * is known. Whoever keeps pages by that number would otherwise take those of another past for new.
 */
export function raiseRevision(copy: string, above: number, now: Date): void {
  change(copy, (database) => {
    if (!hasTable(database, 'public_state')) return;
    database
      .prepare('update public_state set revision = max(revision + 1, ?, ?)')
      .run(above + 1, now.getTime());
  });
}
