import { readFileSync } from 'node:fs';
import { Kysely } from 'kysely';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../api/src/database/open.ts';
import { postgresDialect } from '../api/src/database/postgres/postgres-dialect.ts';
import type { Tables } from '../api/src/database/tables.ts';
import { startPostgres } from './postgres-server.ts';

/** A migrated, empty database that tests copy. */
export const TEMPLATE = 'up_to_date';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string;
  }
}

/** One server for all tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  const client = new pg.Client(server.url());
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const db = new Kysely<Tables>({ dialect: postgresDialect(server.url(TEMPLATE)) });
  await migrate(db);
  await db.destroy();
  const template = new pg.Client(server.url(TEMPLATE));
  await template.connect();
  await template.query(readFileSync(new URL('empty-database.sql', import.meta.url), 'utf8'));
  await template.end();
  project.provide('postgres', server.url());
  return server.stop;
}
