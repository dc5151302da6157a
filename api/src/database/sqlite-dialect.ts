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

const KEPT_STATEMENTS = 200;

/**
 * Prepares each statement once. One that is thrown away keeps its memory until the garbage is
 * collected, of which it is a part that nobody sees: a busy hour is hundreds of megabytes.
 */
function keepStatements(database: SqliteDatabase.Database): void {
  const prepare = database.prepare.bind(database);
  const kept = new Map<string, SqliteDatabase.Statement>();
  database.prepare = ((source: string) => {
    const statement = kept.get(source) ?? prepare(source);
    kept.delete(source);
    kept.set(source, statement);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_STATEMENTS && oldest !== undefined) kept.delete(oldest);
    return statement;
  }) as typeof database.prepare;
}

export function sqliteDialect(file: string): Dialect {
  const database = new SqliteDatabase(file, { timeout: BUSY_TIMEOUT_MS });
  keepStatements(database);
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
