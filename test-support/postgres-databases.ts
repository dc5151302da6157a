import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { TEMPLATE } from './postgres-once.ts';

async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

/** Copied from a migrated template, unless `options` say otherwise; '' for an empty one. */
export async function createPostgresDatabase(options = `template ${TEMPLATE}`): Promise<string> {
  const server = new URL(inject('postgres'));
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await query(server.href, `create database ${name} ${options}`);
  server.pathname = name;
  return server.href;
}

/** Databases of this process that no test uses any more. */
const unused = new Set<string>();

/** Empty again; false if a test has changed its tables or is still connected. */
async function empty(url: string): Promise<boolean> {
  try {
    const { rows } = await query(url, 'select test_support.empty_database() as is_empty');
    return rows[0].is_empty;
  } catch {
    return false;
  }
}

/** A migrated, empty database: one that another test has left, if there is one. */
export async function takePostgresDatabase(): Promise<string> {
  for (const url of unused) {
    unused.delete(url);
    if (await empty(url)) return url;
  }
  return createPostgresDatabase();
}

export function returnPostgresDatabase(url: string): void {
  unused.add(url);
}
