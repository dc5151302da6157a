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

const BUSY_TIMEOUT_MS = 5_000;

/**
 * Transactions here always write, and one that reads first and writes later fails at once when
 * another process wrote in between. Taking the write lock at the start makes it wait its turn.
 */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

/** SQLite undoes schema changes with their transaction; Kysely's own adapter does not rely on it. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

export function sqliteDialect(file: string): Dialect {
  const database = new SqliteDatabase(file, { timeout: BUSY_TIMEOUT_MS });
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  return {
    createDriver: () => new ImmediateSqliteDriver({ database }),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new TransactionalSqliteAdapter(),
    // biome-ignore lint/suspicious/noExplicitAny: the signature that Kysely gives its dialects
    createIntrospector: (db: Kysely<any>) => new SqliteIntrospector(db),
  };
}
