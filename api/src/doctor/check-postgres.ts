import { sql } from 'kysely';
import { redactDatabaseUrl } from '../database/location.ts';
import { POOL_SIZE } from '../database/postgres/postgres-dialect.ts';
import { explainConnectionFailure } from '../database/postgres/postgres-failures.ts';
import type { Database } from '../database/tables.ts';
import { asError, asWarning, type Check, type Finding } from './finding.ts';

const OLDEST_VERSION = 14;
const SPARE_CONNECTIONS = 5;

type Server = {
  readonly version: number;
  readonly encoding: string;
  readonly is_replica: boolean;
  readonly connections: number;
  readonly may_create: boolean;
  readonly forbidden: readonly string[];
};

async function readServer(db: Database): Promise<Server> {
  const { rows } = await sql<Server>`
    select
      current_setting('server_version_num')::int / 10000 as version,
      current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as is_replica,
      current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int as connections,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create,
      array(
        select tablename::text from pg_tables
        where schemaname = current_schema()
          and not (
            has_table_privilege(format('%I.%I', schemaname, tablename), 'select')
            and has_table_privilege(format('%I.%I', schemaname, tablename), 'insert')
            and has_table_privilege(format('%I.%I', schemaname, tablename), 'update')
            and has_table_privilege(format('%I.%I', schemaname, tablename), 'delete')
          )
        order by tablename
      ) as forbidden
  `.execute(db);
  return rows[0] as Server;
}

function* privilegeFindings({ may_create, forbidden }: Server): Generator<Finding> {
  if (forbidden.length > 0)
    yield asError(
      `This database user has no permission to read and write ${forbidden.join(', ')}.`,
      'Make it the owner of the database and its tables (alter … owner to …), or use the owner in DATABASE_URL.',
    );
  else if (!may_create)
    yield asWarning(
      'This database user has no permission to create tables, so a newer version cannot update the database.',
      'Make it the owner of the database.',
    );
}

function* serverFindings(server: Server, workers: number): Generator<Finding> {
  if (server.version < OLDEST_VERSION)
    yield asError(
      `The database is PostgreSQL ${server.version}.`,
      `Move it to PostgreSQL ${OLDEST_VERSION} or newer.`,
    );
  if (server.encoding !== 'UTF8')
    yield asError(
      `The database’s encoding is ${server.encoding}, which lacks some characters.`,
      'Create one with the encoding UTF8, and move the blog there.',
    );
  if (server.is_replica)
    yield asError(
      'The database is a read-only replica.',
      'Use the primary server in DATABASE_URL.',
    );
  yield* privilegeFindings(server);
  const needed = workers * POOL_SIZE + SPARE_CONNECTIONS;
  if (server.connections < needed)
    yield asWarning(
      `The database allows ${server.connections} connections; with WORKERS=${workers} this blog may need ${needed}.`,
      'Raise max_connections there, or lower WORKERS here.',
    );
}

export function checkPostgres(db: Database, databaseUrl: string, workers: number): Check {
  return {
    name: `The database responds: ${redactDatabaseUrl(databaseUrl)}`,
    async *find() {
      let server: Server;
      try {
        server = await readServer(db);
      } catch (error) {
        yield asError(
          `The database could not be reached: ${explainConnectionFailure(error)}`,
          'Fix that first; nothing else in it could be checked.',
        );
        return;
      }
      yield* serverFindings(server, workers);
    },
  };
}
