import { copyFileSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { syncPathNow } from '../../durable-files.ts';
import { reasonOf } from '../../reason.ts';
import { WAL_FILE_SUFFIXES } from '../location.ts';
import { EPHEMERAL_TABLES, type Tables, VISITOR_TABLES } from '../tables.ts';

const WAL_SUFFIX = '-wal';

const CANNOT_WRITE_FOLDER = /^SQLITE_(CANTOPEN|READONLY|IOERR|FULL|PERM)/;

/** SQLite needs -wal and -shm files even to read; a full or read-only folder has no room for them. */
function cannotCreateWalFiles(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return CANNOT_WRITE_FOLDER.test(code);
}

function fingerprint(file: string): string {
  return [file, file + WAL_SUFFIX]
    .map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }))
    .map((stats) => (stats ? `${stats.size} ${stats.mtimeNs} ${stats.ino}` : 'none'))
    .join();
}

/** The database must not be open in any process. Throws if it is written to during the copy. */
function copyDatabaseFiles(source: string, target: string): void {
  const before = fingerprint(source);
  copyFileSync(source, target);
  if (existsSync(source + WAL_SUFFIX)) copyFileSync(source + WAL_SUFFIX, target + WAL_SUFFIX);
  if (fingerprint(source) !== before)
    throw new Error(`${source} changed while it was copied: try again`);
}

function removeDatabaseFiles(file: string): void {
  for (const suffix of ['', ...WAL_FILE_SUFFIXES]) rmSync(file + suffix, { force: true });
}

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

export function hasTable(database: Connection, name: string): boolean {
  const row = database
    .prepare(`select 1 from sqlite_schema where type = 'table' and name = ?`)
    .get(name);
  return row !== undefined;
}

function isReadable(source: string): boolean {
  try {
    withDatabase(source, (database) => hasTable(database, ''));
    return true;
  } catch (error) {
    if (cannotCreateWalFiles(error)) return false;
    throw error;
  }
}

function vacuumInto(source: string, target: string): void {
  withDatabase(source, (database) => database.prepare('vacuum into ?').run(target));
}

/** In a read-only folder, SQLite cannot create its -wal and -shm files; beside the target it can. */
function vacuumCopyInto(source: string, target: string): void {
  const files = `${target}.files`;
  try {
    copyDatabaseFiles(source, files);
    vacuumInto(files, target);
  } finally {
    removeDatabaseFiles(files);
  }
}

/** The copy is consistent and synced, also while a server writes to the source. */
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

export type DatabaseSummary = {
  readonly migrations: readonly string[];
  readonly posts: number;
  readonly revision: number;
  /** The software version that last used it; early versions did not store it. */
  readonly version: string | undefined;
};

function readSummary(database: Connection): DatabaseSummary {
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

export function summarizeDatabase(file: string): DatabaseSummary {
  return withDatabase(file, readSummary);
}

/** Undefined if SQLite finds no error. */
export function findCorruption(file: string): string | undefined {
  try {
    const result = withDatabase(file, (database) =>
      database.prepare('pragma integrity_check(1)').pluck().get(),
    );
    return result === 'ok' ? undefined : String(result);
  } catch (error) {
    return reasonOf(error);
  }
}

const SEARCH_INDEX = 'post_search';

/** The search index can be rebuilt from the stored texts. Returns the corruption that remains. */
export function repairSearchIndex(copy: string): string | undefined {
  const corruption = findCorruption(copy);
  if (!corruption || !/fts5/i.test(corruption) || !corruption.includes(SEARCH_INDEX))
    return corruption;
  try {
    changeCopy(copy, (database) =>
      database.exec(`insert into ${SEARCH_INDEX}(${SEARCH_INDEX}) values('rebuild')`),
    );
  } catch {
    return corruption;
  }
  return findCorruption(copy);
}

/** Leaves no journal or WAL file beside the copy. */
export function changeCopy(file: string, write: (database: Connection) => void): void {
  withDatabase(file, (database) => {
    database.pragma('journal_mode = MEMORY');
    database.pragma('secure_delete = ON');
    database.transaction(write)(database);
  });
  syncPathNow(file);
}

export function clearEphemeralTables(copy: string): void {
  clearTables(copy, EPHEMERAL_TABLES);
}

/** A move keeps the tokens. In a restored backup, one that was deleted since would work again. */
export function deleteApiTokens(copy: string): void {
  clearTables(copy, ['api_tokens']);
}

/** Deleted bytes stay in the log until then. False while another connection needs it. */
export function truncateLog(file: string): boolean {
  return withDatabase(file, (database) => {
    // The server must not wait for who reads a backup.
    database.pragma('busy_timeout = 0');
    return database.pragma('wal_checkpoint(truncate)', { simple: true }) === 0;
  });
}

type Names = readonly (keyof Tables)[];

function clearTables(copy: string, tables: Names): void {
  changeCopy(copy, (database) => deleteRows(database, tables));
}

function deleteRows(database: Connection, tables: Names): void {
  for (const table of tables) if (hasTable(database, table)) database.exec(`delete from ${table}`);
}

/** For a database that is kept as it was. If the process ends in the middle, it is not damaged. */
export function forgetVisitors(file: string): void {
  withDatabase(file, (database) => {
    database.pragma('secure_delete = ON');
    database.transaction(() => deleteRows(database, VISITOR_TABLES))();
  });
}

/** These rows are deleted some time after the date in this column. */
const DELETION_TIMES = [
  { table: 'trashed_posts', column: 'deleted_at' },
  { table: 'trashed_pages', column: 'deleted_at' },
  { table: 'unreferenced_uploads', column: 'since' },
] as const;

/** After restoring an old backup, its trash must not be emptied at once. */
export function shiftDeletionTimes(copy: string, ageMs: number): void {
  if (ageMs <= 0) return;
  const later = (time: string) => new Date(Date.parse(time) + ageMs).toISOString();
  changeCopy(copy, (database) => {
    for (const { table, column } of DELETION_TIMES) {
      if (!hasTable(database, table)) continue;
      const times = database.prepare(`select distinct ${column} from ${table} order by 1 desc`);
      const shift = database.prepare(`update ${table} set ${column} = ? where ${column} = ?`);
      // Newest first: otherwise a shifted time could equal one that is not shifted yet.
      for (const time of times.pluck().all() as string[]) shift.run(later(time), time);
    }
  });
}

/**
 * Caches are keyed by revision. The time in milliseconds makes it one that this blog never had, even
 * if the current data could not be read.
 */
export function raiseRevision(copy: string, above: number, now: Date): void {
  changeCopy(copy, (database) => {
    if (!hasTable(database, 'public_state')) return;
    database
      .prepare('update public_state set revision = max(revision + 1, ?, ?)')
      .run(above + 1, now.getTime());
  });
}
