import type { PostgresPool } from 'kysely';
import pg from 'pg';
import type { Attempts } from './postgres-address.ts';

/** No entry for this user, database and kind of connection in the server's pg_hba.conf. */
const NOT_THIS_WAY = '28000';

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

/** A pool whose connections are made in the first of these ways that the server allows. */
export function createPool(
  config: pg.PoolConfig & { readonly connectionTimeoutMillis: number },
  attempts: Attempts,
): { pool: pg.Pool; negotiating: PostgresPool } {
  let current = 0;
  class NegotiatingClient extends pg.Client {
    constructor(options: pg.ClientConfig) {
      super({ ...options, ssl: attempts[current] ?? false });
    }
  }
  const pool = new pg.Pool({ ...config, Client: NegotiatingClient as typeof pg.Client });

  async function connect() {
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

  // Kysely ends a query by a connection beside the pool, of this kind as well.
  const { options } = pool;
  return {
    pool,
    negotiating: { Client: NegotiatingClient, options, connect, end: () => pool.end() },
  };
}
