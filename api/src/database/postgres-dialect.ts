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
import { readAddress } from './postgres-address.ts';
import { createPool } from './postgres-pool.ts';

/** By which the server shows whose a connection is. */
export const APPLICATION_NAME = 'longhand';

const CONNECT_WITHIN_MS = 5_000;
/** Nothing that a request asks for takes a hundredth of it; what does is stuck. */
const STATEMENT_WITHIN_MS = 15_000;
/** Longer than any statement, and shorter than a person waits: the lock of a writer that hangs. */
const LOCK_WITHIN_MS = 10_000;
/** Where PgBouncer is told to let them pass: what connections ask for beyond who they are. */
export const STARTUP_PARAMETERS =
  'statement_timeout,lock_timeout,idle_in_transaction_session_timeout,options';
/** Of one process. */
export const CONNECTIONS_AT_MOST = 10;
/** A server that is cut off does not even say that it took too long. */
const ANSWER_WITHIN_MS = STATEMENT_WITHIN_MS + 5_000;

/** Any number that no other program in the same database uses: the letters of our name. */
const WRITERS_LOCK = 0x6c6f6e67;

/** Begins transactions in its own way, and leaves none behind that could not be begun. */
class BeginningDriver extends PostgresDriver {
  readonly #begin: string;

  constructor(pool: PostgresPool, begin: string) {
    super({ pool });
    this.#begin = begin;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw(this.#begin));
    } catch (error) {
      // Whoever used the connection next would be in a transaction that has failed already.
      await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => {});
      throw error;
    }
  }
}

/**
 * Transactions here always write, and are written for one writer at a time, as SQLite has it: a
 * slug that is free when it is looked for must still be free when it is taken. One lock for all
 * of them gives the same here; readers do not wait for it, and it ends with the transaction.
 */
const BEGIN_AS_ONLY_WRITER = `begin; select pg_advisory_xact_lock(${WRITERS_LOCK})`;

/** For looking only: a transaction sees one moment, as SQLite's do, and keeps nobody from writing. */
const BEGIN_AT_ONE_MOMENT = 'begin isolation level repeatable read read only';

/** Numbers as numbers: none of ours is beyond what JavaScript counts exactly. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

type PostgresOptions = {
  /** Told of connections that end while nobody uses them. */
  readonly complain?: ((error: Error) => void) | undefined;
  /** For migrations and copies, which take as long as they take. */
  readonly withoutTimeouts?: boolean;
  readonly isReadOnly?: boolean;
  readonly answerWithinMs?: number;
};

export function postgresDialect(
  url: string,
  {
    complain = () => {},
    withoutTimeouts = false,
    isReadOnly = false,
    answerWithinMs = ANSWER_WITHIN_MS,
  }: PostgresOptions = {},
): Dialect {
  const { connectionString, attempts } = readAddress(url);
  const config = {
    connectionString,
    max: CONNECTIONS_AT_MOST,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    ...(!withoutTimeouts && {
      statement_timeout: STATEMENT_WITHIN_MS,
      lock_timeout: LOCK_WITHIN_MS,
      idle_in_transaction_session_timeout: STATEMENT_WITHIN_MS,
    }),
    ...(isReadOnly && { options: '-c default_transaction_read_only=on' }),
    application_name: APPLICATION_NAME,
    keepAlive: true,
    types,
    answerWithinMs: withoutTimeouts ? undefined : answerWithinMs,
  };
  const { pool, negotiating } = createPool(config, attempts);
  // A connection that ends while nobody uses it, as when the server restarts: the next asks anew.
  pool.on('error', complain);
  return {
    createDriver: () =>
      new BeginningDriver(negotiating, isReadOnly ? BEGIN_AT_ONE_MOMENT : BEGIN_AS_ONLY_WRITER),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    // biome-ignore lint/suspicious/noExplicitAny: the signature that Kysely gives its dialects
    createIntrospector: (db: Kysely<any>) => new PostgresIntrospector(db),
  };
}
