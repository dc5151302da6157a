import { afterAll, beforeAll } from 'vitest';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

/** One PostgreSQL server for the tests of a file; the returned function creates a database on it. */
export function emptyDatabases(): () => Promise<string> {
  let postgres: PostgresServer;
  let databases = 0;
  beforeAll(async () => {
    postgres = await startPostgres();
  }, 60_000);
  afterAll(() => postgres.stop());
  return async () => {
    databases += 1;
    const name = `blog_${databases}`;
    await postgres.createDatabase(name);
    return postgres.url(name);
  };
}
