import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { reasonOf } from '../../reason.ts';
import type { TlsAttempts } from './postgres-url.ts';

/** pg_hba.conf has no entry for this user, database and kind of connection. */
const INVALID_AUTHORIZATION = '28000';

/** pg sets no code for many connection errors. */
class DatabaseUnreachable extends Error {
  readonly code = 'DATABASE_UNREACHABLE';
}

function withCode(error: unknown, reason = reasonOf(error)): unknown {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? error : new DatabaseUnreachable(reason, { cause: error });
}

/** True if the connection may succeed with another TLS mode. */
function isTlsMismatch(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (error instanceof pg.DatabaseError) return code === INVALID_AUTHORIZATION;
  // pg sets no code when the server has no TLS.
  return /^(ERR_SSL_|ERR_TLS_|EPROTO$)/.test(code) || /\bSSL connection/.test(message);
}

/** Prefers the server's own error, from the TLS mode that it allows. */
function moreSpecificError(first: unknown, second: unknown): unknown {
  if (!(second instanceof pg.DatabaseError)) return first;
  if (!(first instanceof pg.DatabaseError)) return second;
  return first.code === INVALID_AUTHORIZATION ? second : first;
}

type Query = (...args: unknown[]) => unknown;

class Client extends pg.Client {
  readonly #responseTimeoutMs: number | undefined;
  #isLost = false;

  constructor(config: pg.ClientConfig, responseTimeoutMs?: number) {
    super(config);
    this.#responseTimeoutMs = responseTimeoutMs;
    const markLost = () => {
      this.#isLost = true;
    };
    // Without a listener, the error would end the process. The query in progress fails as well.
    this.on('error', markLost).on('end', markLost);
  }

  /** Closes a connection that does not respond, so that the pool does not reuse it. */
  override query(...args: unknown[]): never {
    const result = (super.query as Query)(...args);
    return (result instanceof Promise ? this.#withTimeout(result) : result) as never;
  }

  async #withTimeout(result: Promise<unknown>): Promise<unknown> {
    let hasTimedOut = false;
    const timer =
      this.#responseTimeoutMs &&
      setTimeout(() => {
        hasTimedOut = true;
        this.end();
      }, this.#responseTimeoutMs);
    try {
      return await result;
    } catch (error) {
      if (hasTimedOut) throw withCode(error, 'The database did not respond in time');
      throw this.#isLost ? withCode(error) : error;
    } finally {
      clearTimeout(timer);
    }
  }
}

type PoolConfig = pg.PoolConfig & {
  readonly connectionTimeoutMillis: number;
  readonly responseTimeoutMs?: number | undefined;
};

/** Connects with the first TLS attempt that the server accepts. */
export function createPool(
  { responseTimeoutMs, ...config }: PoolConfig,
  attempts: TlsAttempts,
): { pool: pg.Pool; kyselyPool: PostgresPool } {
  let current = 0;
  class NegotiatingClient extends Client {
    constructor(options: pg.ClientConfig) {
      super({ ...options, ssl: attempts[current] ?? false }, responseTimeoutMs);
    }
  }
  const pool = new pg.Pool({ ...config, Client: NegotiatingClient as typeof pg.Client });

  async function connectWithFallback() {
    const tried = current;
    try {
      return await pool.connect();
    } catch (error) {
      if (attempts.length === 1 || !isTlsMismatch(error)) {
        // After its restart the server may support TLS: start with the first attempt again.
        current = 0;
        throw error;
      }
      current = (tried + 1) % attempts.length;
      return pool.connect().catch((second) => {
        current = tried;
        throw moreSpecificError(error, second);
      });
    }
  }

  const connect = () =>
    connectWithFallback().catch((error) => {
      throw withCode(error);
    });

  // Kysely cancels a query over a separate connection, created from `Client` and `options`.
  const { options } = pool;
  return {
    pool,
    kyselyPool: { Client: NegotiatingClient, options, connect, end: () => pool.end() },
  };
}
