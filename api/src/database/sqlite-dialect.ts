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

const BUSY_TIMEOUT_MS = 5_000;

/**
 * Transactions here always write, and one that reads first and writes later fails at once when
 * another process wrote in between. Taking the write lock at the start makes it wait its turn.
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

  /** On a full disk it has rolled back by itself: a second time fails, and would hide the reason. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }
}

/** SQLite undoes schema changes with their transaction; Kysely's own adapter does not rely on it. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

const KEPT_STATEMENTS = 200;

/**
 * Prepares each statement once. One that is thrown away keeps its memory until the garbage is
 * collected, of which it is a part that nobody sees: a busy hour is hundreds of megabytes.
 */
function withStatementCache(database: SqliteDatabase.Database) {
  const statements = new LRUCache<string, SqliteDatabase.Statement<unknown[]>>({
    max: KEPT_STATEMENTS,
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

export function sqliteDialect(file: string): Dialect {
  const database = new SqliteDatabase(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
  } catch (error) {
    database.close();
    throw error;
  }
  return dialect(() => new ImmediateSqliteDriver(database));
}

class TidySqliteDriver extends SqliteDriver {
  readonly #tidyUp: () => void;

  constructor(database: SqliteDatabase.Database, tidyUp: () => void) {
    super({ database: withStatementCache(database) });
    this.#tidyUp = tidyUp;
  }

  override async destroy(): Promise<void> {
    await super.destroy();
    this.#tidyUp();
  }
}

/**
 * For looking only, also while others write: a transaction sees one moment, and locks nobody out.
 * `tidyUp` is called once it is closed.
 */
export function sqliteReadOnlyDialect(file: string, tidyUp: () => void = () => {}): Dialect {
  const database = new SqliteDatabase(file, {
    timeout: BUSY_TIMEOUT_MS,
    readonly: true,
    fileMustExist: true,
  });
  return dialect(() => new TidySqliteDriver(database, tidyUp));
}
