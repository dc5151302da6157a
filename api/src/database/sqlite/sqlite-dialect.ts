import SqliteDatabase from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import type { DatabaseActivity } from '../activity.ts';

const BUSY_TIMEOUT_MS = 5_000;
/** The log becomes as large as this between two checkpoints. */
const MAX_KEPT_LOG_BYTES = 4 * 1024 * 1024;

/**
 * Why `begin immediate`: a transaction that reads first fails with SQLITE_BUSY at its first write if
 * another process wrote in between. With the write lock from the start it waits instead.
 */
class ImmediateSqliteDriver extends SqliteDriver {
  readonly #database: SqliteDatabase.Database;

  constructor(database: SqliteDatabase.Database) {
    super({ database: withStatementCache(database) });
    this.#database = database;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** On a full disk SQLite has already rolled back; a second rollback would hide that error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }
}

/** There is one connection. Kysely hands it out and does not say who waits for it. */
class ObservedSqliteDriver extends ImmediateSqliteDriver {
  #used = 0;

  constructor(database: SqliteDatabase.Database, activity: DatabaseActivity) {
    super(database);
    activity.connections = () => ({ used: this.#used, idle: 1 - this.#used });
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#used = 1;
    return super.acquireConnection();
  }

  override async releaseConnection(): Promise<void> {
    this.#used = 0;
    await super.releaseConnection();
  }
}

/** SQLite can roll back DDL; Kysely's adapter assumes that it cannot. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

const MAX_CACHED_STATEMENTS = 200;

/**
 * Kysely prepares each query anew. Statements hold native memory that V8 does not count, so the
 * garbage collector frees them too late: under load that was hundreds of megabytes.
 */
function withStatementCache(database: SqliteDatabase.Database) {
  const statements = new LRUCache<string, SqliteDatabase.Statement<unknown[]>>({
    max: MAX_CACHED_STATEMENTS,
    memoMethod: (source) => database.prepare(source),
  });
  return {
    prepare: (source: string) => statements.memo(source),
    close: () => void database.close(),
  };
}

function dialect(createDriver: Dialect['createDriver']): Dialect {
  return {
    createDriver,
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new TransactionalSqliteAdapter(),
    // biome-ignore lint/suspicious/noExplicitAny: the signature that Kysely gives its dialects
    createIntrospector: (db: Kysely<any>) => new SqliteIntrospector(db),
  };
}

export function sqliteDialect(file: string, activity?: DatabaseActivity): Dialect {
  const database = new SqliteDatabase(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    // Or a row that was moved within its page, such as that with a day's key of the statistics, would stay there.
    database.pragma('secure_delete = FAST');
    // After a large deletion, its log must not keep the space.
    database.pragma(`journal_size_limit = ${MAX_KEPT_LOG_BYTES}`);
  } catch (error) {
    database.close();
    throw error;
  }
  return dialect(() =>
    activity ? new ObservedSqliteDriver(database, activity) : new ImmediateSqliteDriver(database),
  );
}

class ReadOnlySqliteDriver extends SqliteDriver {
  readonly #onClose: () => void;

  constructor(database: SqliteDatabase.Database, onClose: () => void) {
    super({ database: withStatementCache(database) });
    this.#onClose = onClose;
  }

  override async destroy(): Promise<void> {
    await super.destroy();
    this.#onClose();
  }
}

/** A transaction sees a consistent snapshot and blocks no writer. */
export function sqliteReadOnlyDialect(file: string, onClose: () => void = () => {}): Dialect {
  const database = new SqliteDatabase(file, {
    timeout: BUSY_TIMEOUT_MS,
    readonly: true,
    fileMustExist: true,
  });
  return dialect(() => new ReadOnlySqliteDriver(database, onClose));
}
