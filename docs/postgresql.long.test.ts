import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { STARTUP_PARAMETERS } from '../api/src/database/postgres/postgres-dialect.ts';
import {
  startDebianPostgres,
  startPgBouncer,
  whyNoPostgres,
} from '../test-support/debian-postgres.ts';
import { freePort } from '../test-support/free-port.ts';
import { administrator, run, startServer } from '../test-support/server-process.ts';
import { ADMIN_PASSWORD } from '../test-support/site.ts';
import { temporaryFolder } from '../test-support/temporary-folder.ts';
import { readBlocks, readSection } from './blocks.ts';

const deploy = readFileSync(new URL('deploy.md', import.meta.url), 'utf8');
const chapter = readSection(deploy, '## PostgreSQL');
const [sql = ''] = readBlocks(chapter, 'sql');
const [ini = ''] = readBlocks(chapter, 'ini');
const [readHash = ''] = readBlocks(chapter, 'sh');
const [address = ''] = /postgres:\/\/longhand:[^`\s]+/.exec(chapter) ?? [];

async function tryAs(url: string, statement: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await client.query(statement).then(
      ({ command }) => command,
      ({ message }) => message,
    );
  } finally {
    await client.end();
  }
}

async function write(url: string, title: string): Promise<void> {
  const { call } = await administrator(url, ADMIN_PASSWORD);
  const post = { title, content: '<p>Straße und Äpfel</p>', excerpt: 'x', published: true };
  expect(await call('POST', '/posts', post)).toMatchObject({ status: 201 });
}

test('with the role and the PgBouncer of docs/deploy.md the blog starts, works, and is backed up and restored', async ({
  skip,
}) => {
  const reason = whyNoPostgres();
  if (reason) return skip(reason);
  const { port, shell } = await startDebianPostgres();
  shell('psql --set=ON_ERROR_STOP=1', sql);
  const direct = address.replace('5432', String(port));
  expect(await tryAs(direct, 'create schema another')).toContain('permission denied');
  expect(await tryAs(direct, 'create role another')).toContain('permission denied');
  expect(await tryAs(direct, 'create temporary table x (y int)')).toContain('permission denied');
  expect(await tryAs(direct, 'drop extension pg_trgm')).toContain('must be owner');

  const pooled = await freePort();
  const ports = ini.replace('port=5432', `port=${port}`).replace('= 6432', `= ${pooled}`);
  await startPgBouncer(ports, shell(readHash.replace('sudo -u postgres ', '')));
  expect(ini).toContain(`ignore_startup_parameters = ${STARTUP_PARAMETERS}\n`);
  const behind = address.replace('5432', String(pooled));
  const limit = new pg.Client(behind);
  await limit.connect();
  expect((await limit.query('show lock_timeout')).rows).toEqual([{ lock_timeout: '10s' }]);
  await limit.end();

  const settings = { ADMIN_PASSWORD, DATA_DIR: temporaryFolder(), DATABASE_URL: behind };
  const server = await startServer(settings);
  await write(server.url, 'Behind PgBouncer');
  expect(await (await fetch(`${server.url}/api/posts?q=äpfel`)).text()).toContain('PgBouncer');
  const file = join(temporaryFolder(), 'blog.tar.gz');
  const backup = run('cli/backup.ts', settings, undefined, [file]);
  expect(await backup.exited, backup.output.stderr).toBe(0);
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);

  const empty = direct.replace(/longhand$/, 'other');
  shell(
    'psql --set=ON_ERROR_STOP=1',
    sql.replace(/^CREATE ROLE.*\n/, '').replaceAll(/(DATABASE|connect) longhand/g, '$1 other'),
  );
  const other = { ...settings, DATA_DIR: temporaryFolder(), DATABASE_URL: empty };
  const restore = run('cli/restore.ts', other, undefined, [file]);
  expect(await restore.exited, restore.output.stderr).toBe(0);
  const restored = await startServer(other);
  expect(await (await fetch(`${restored.url}/blog`)).text()).toContain('Behind PgBouncer');
});
