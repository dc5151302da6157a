import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresPool,
  PostgresQueryCompiler,
} from 'kysely';
import pg from 'pg';
import type { DatabaseActivity } from '../activity.ts';
import { createPool } from './postgres-pool.ts';
import { parseDatabaseUrl } from './postgres-url.ts';

/** pg_stat_activity shows this name. */
export const APPLICATION_NAME = 'longhand';

const CONNECT_TIMEOUT_MS = 5_000;
/** A hundred times longer than any query of a request. */
const STATEMENT_TIMEOUT_MS = 15_000;
const LOCK_TIMEOUT_MS = 10_000;
/** PgBouncer must be configured to ignore them. */
export const STARTUP_PARAMETERS =
  'statement_timeout,lock_timeout,idle_in_transaction_session_timeout,options';
/** Each process has at most so many connections. */
export const POOL_SIZE = 10;
/** Enforced by us: a server that is cut off cannot report its own timeout. */
const RESPONSE_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000;

/** Arbitrary, but unique among programs in this database: 'long' in ASCII. */
const WRITER_LOCK_KEY = 0x6c6f6e67;

class CustomBeginDriver extends PostgresDriver {
  readonly #begin: string;

  constructor(pool: PostgresPool, begin: string) {
    super({ pool });
    this.#begin = begin;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw(this.#begin));
    } catch (error) {
      // Otherwise the pool would hand out a connection inside a failed transaction.
      await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => {});
      throw error;
    }
  }
}

/**
 * All transactions assume a single writer, as in SQLite: for example, a slug that was checked to be
 * free must still be free when it is inserted. Readers do not wait for this lock.
 */
const BEGIN_SINGLE_WRITER = `begin; select pg_advisory_xact_lock(${WRITER_LOCK_KEY})`;

/** A consistent snapshot that blocks no writer, as in SQLite. */
export const BEGIN_SNAPSHOT = 'begin isolation level repeatable read read only';

/** pg returns int8 as text. Ours are all below Number.MAX_SAFE_INTEGER. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

type PostgresOptions = {
  readonly onConnectionError?: ((error: Error) => void) | undefined;
  /** Migrations and copies may take long. */
  readonly withoutTimeouts?: boolean;
  readonly isReadOnly?: boolean;
  readonly responseTimeoutMs?: number;
  readonly activity?: DatabaseActivity | undefined;
};

export function postgresDialect(
  url: string,
  {
    onConnectionError = () => {},
    withoutTimeouts = false,
    isReadOnly = false,
    responseTimeoutMs = RESPONSE_TIMEOUT_MS,
    activity,
  }: PostgresOptions = {},
): Dialect {
  const { connectionString, attempts } = parseDatabaseUrl(url);
  const config = {
    connectionString,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(!withoutTimeouts && {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    }),
    ...(isReadOnly && { options: '-c default_transaction_read_only=on' }),
    application_name: APPLICATION_NAME,
    keepAlive: true,
    types,
    responseTimeoutMs: withoutTimeouts ? undefined : responseTimeoutMs,
  };
  const { pool, kyselyPool } = createPool(config, attempts);
  // Without a listener, an idle connection that fails would end the process.
  pool.on('error', onConnectionError);
  if (activity)
    activity.connections = () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    });
  return {
    createDriver: () =>
      new CustomBeginDriver(kyselyPool, isReadOnly ? BEGIN_SNAPSHOT : BEGIN_SINGLE_WRITER),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    // biome-ignore lint/suspicious/noExplicitAny: the signature that Kysely gives its dialects
    createIntrospector: (db: Kysely<any>) => new PostgresIntrospector(db),
  };
}
