import pg from 'pg';
import { expect, test } from 'vitest';
import { lateDatabase } from '../test-support/late-database.ts';
import { createPostgresDatabase } from '../test-support/postgres-databases.ts';
import {
  freePort,
  logIn,
  run,
  startServer,
  temporaryFolder,
} from '../test-support/server-process.ts';

const PASSWORD = 'a password for tests';

const emptyDatabase = () => createPostgresDatabase('');

async function settings(): Promise<Record<string, string>> {
  return {
    DATA_DIR: temporaryFolder(),
    DATABASE_URL: await emptyDatabase(),
    ADMIN_PASSWORD: PASSWORD,
  };
}

async function publish(url: string, title: string): Promise<string> {
  const { access_token } = await (await logIn(url, PASSWORD)).json();
  const response = await fetch(`${url}/api/admin/posts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
    body: JSON.stringify({ title, content: '<p>A text</p>', excerpt: 'About', published: true }),
  });
  expect(response.status).toBe(201);
  return (await response.json()).slug;
}

test('it starts on an empty PostgreSQL database, and a restart with another folder has the posts', async () => {
  const all = await settings();
  const first = await startServer(all);
  expect(first.output.stderr).toContain(`Database  ${all.DATABASE_URL?.replace('longhand@', '')}`);
  const slug = await publish(first.url, 'A post in PostgreSQL');
  first.child.kill('SIGTERM');
  expect(await first.exited).toBe(0);

  const second = await startServer({ ...all, DATA_DIR: temporaryFolder() });
  const page = await fetch(`${second.url}/blog/${slug}`);
  expect(await page.text()).toContain('A post in PostgreSQL');
  const found = await fetch(`${second.url}/api/posts?view=summary&q=postgresql`);
  expect(await found.json()).toMatchObject([{ slug }]);
});

test.each([
  ['nothing responds', async () => `postgres://longhand:secret@127.0.0.1:${await freePort()}/blog`],
  ['no such database', async () => (await emptyDatabase()).replace(/[^/]+$/, 'not_there')],
])('if %s at DATABASE_URL, it exits with 1 and an explanation', async (says, url) => {
  const { exited, output } = run('server/start.js', {
    DATA_DIR: temporaryFolder(),
    DATABASE_URL: await url(),
    DATABASE_WAIT: '0',
  });
  expect(await exited).toBe(1);
  expect(output.stderr).toContain('could not be reached');
  expect(output.stderr).toContain(says);
  expect(output.stderr).not.toMatch(/secret|at .*\.[jt]s:/);
});

test('the start waits for a database that is not there yet', async () => {
  const all = await settings();
  const database = await lateDatabase(all.DATABASE_URL ?? '');
  const { output } = run('server/start.js', {
    ...{ ...all, DATABASE_URL: database.url, PORT: '0', LOG_LEVEL: 'warn' },
  });
  await expect.poll(() => output.stdout).toContain('Waiting up to 60 seconds');
  database.start();
  await expect.poll(() => output.stderr).toContain('is running');
});

test('a database that refuses connections is a 503, for the API and for feeds', async () => {
  const all = await settings();
  const { url } = await startServer(all);
  const database = new URL(all.DATABASE_URL ?? '');
  const owner = new pg.Client({ connectionString: database.href.replace(/[^/]+$/, 'postgres') });
  await owner.connect();
  const name = database.pathname.slice(1);
  await owner.query(`alter database ${name} allow_connections false`);
  await owner.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    name,
  ]);
  await owner.end();
  for (const path of ['/api/posts?q=words', '/readyz', '/atom.xml', '/sitemap.xml']) {
    const response = await fetch(url + path);
    expect([path, response.status]).toEqual([path, 503]);
    expect(response.headers.get('retry-after')).toBe('5');
  }
  const login = await logIn(url, PASSWORD);
  expect(login.status).toBe(503);
  expect(login.headers.get('retry-after')).toBe('5');
});

test('site and API run as two hosts', async () => {
  const api = await startServer(await settings(), 'api');
  const web = await startServer({ API_URL: api.url }, 'web');
  const slug = await publish(api.url, 'A post on two hosts');
  await expect.poll(async () => (await fetch(`${web.url}/blog/${slug}`)).status).toBe(200);
  expect((await fetch(`${web.url}/readyz`)).status).toBe(200);
});

test('several workers share one blog, and all show what one publishes', async () => {
  const { url } = await startServer({ ...(await settings()), WORKERS: '2' });
  const slug = await publish(url, 'A post of several workers');
  for (let n = 0; n < 8; n += 1) {
    // A new connection each time, so that every worker gets requests.
    const headers = { connection: 'close' };
    await expect
      .poll(async () => (await fetch(`${url}/blog/${slug}`, { headers })).status)
      .toBe(200);
  }
});

test('a new password is stored in PostgreSQL', async () => {
  const { ADMIN_PASSWORD: _, ...all } = await settings();
  const { url } = await startServer(all);
  const { exited, output } = run('cli/admin-password.ts', all, 'another long password\n');
  expect(await exited, output.stderr).toBe(0);
  expect((await logIn(url, 'another long password')).status).toBe(200);
});
