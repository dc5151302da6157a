import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { reasonOf } from '../reason.ts';
import type { Attempts } from './postgres-address.ts';

/** No entry for this user, database and kind of connection in the server's pg_hba.conf. */
const NOT_THIS_WAY = '28000';

/** A connection that was lost, or could not be made: pg gives no code for many of these. */
class DatabaseAway extends Error {
  readonly code = 'DATABASE_AWAY';
}

function withCode(error: unknown, reason = reasonOf(error)): unknown {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? error : new DatabaseAway(reason, { cause: error });
}

/** Whether it failed for the way it was made in, so that another one may do. */
function isAboutEncryption(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (error instanceof pg.DatabaseError) return code === NOT_THIS_WAY;
  // The driver gives no code for a server that refuses to encrypt.
  return /^(ERR_SSL_|ERR_TLS_|EPROTO$)/.test(code) || /\bSSL connection/.test(message);
}

/** Of two ways that failed, the error that says more: what the server said of the way it allows. */
function moreTelling(first: unknown, second: unknown): unknown {
  if (!(second instanceof pg.DatabaseError)) return first;
  if (!(first instanceof pg.DatabaseError)) return second;
  return first.code === NOT_THIS_WAY ? second : first;
}

/** Any of the many forms of `query`. */
type Query = (...args: unknown[]) => unknown;

class Client extends pg.Client {
  readonly #answerWithinMs: number | undefined;
  #isLost = false;

  constructor(config: pg.ClientConfig, answerWithinMs?: number) {
    super(config);
    this.#answerWithinMs = answerWithinMs;
    const lose = () => {
      this.#isLost = true;
    };
    // A connection that ends while it is used also fails what uses it. Without a listener, its
    // error would end the process.
    this.on('error', lose).on('end', lose);
  }

  /** Ends a connection that does not answer: whoever used it next would wait as long. */
  override query(...args: unknown[]): never {
    const answer = (super.query as Query)(...args);
    return (answer instanceof Promise ? this.#limit(answer) : answer) as never;
  }

  async #limit(answer: Promise<unknown>): Promise<unknown> {
    let isLate = false;
    const timer =
      this.#answerWithinMs &&
      setTimeout(() => {
        isLate = true;
        this.end();
      }, this.#answerWithinMs);
    try {
      return await answer;
    } catch (error) {
      if (isLate) throw withCode(error, 'The database did not answer in time');
      throw this.#isLost ? withCode(error) : error;
    } finally {
      clearTimeout(timer);
    }
  }
}

type PoolConfig = pg.PoolConfig & {
  readonly connectionTimeoutMillis: number;
  /** None for work that takes as long as it takes. */
  readonly answerWithinMs?: number | undefined;
};

/** A pool whose connections are made in the first of these ways that the server allows. */
export function createPool(
  { answerWithinMs, ...config }: PoolConfig,
  attempts: Attempts,
): { pool: pg.Pool; negotiating: PostgresPool } {
  let current = 0;
  class NegotiatingClient extends Client {
    constructor(options: pg.ClientConfig) {
      super({ ...options, ssl: attempts[current] ?? false }, answerWithinMs);
    }
  }
  const pool = new pg.Pool({ ...config, Client: NegotiatingClient as typeof pg.Client });

  async function negotiate() {
    const tried = current;
    try {
      return await pool.connect();
    } catch (error) {
      if (attempts.length === 1 || !isAboutEncryption(error)) {
        // After a restart it may be able to encrypt: the next one asks for that again.
        current = 0;
        throw error;
      }
      current = (tried + 1) % attempts.length;
      return pool.connect().catch((second) => {
        current = tried;
        throw moreTelling(error, second);
      });
    }
  }

  const connect = () =>
    negotiate().catch((error) => {
      throw withCode(error);
    });

  // Kysely ends a query by a connection beside the pool, of this kind as well.
  const { options } = pool;
  return {
    pool,
    negotiating: { Client: NegotiatingClient, options, connect, end: () => pool.end() },
  };
}
