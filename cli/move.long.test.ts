import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildApi } from '@longhand/api/app';
import { readConfig } from '@longhand/api/config';
import { connectDatabase, openDatabase } from '@longhand/api/database';
import { prepareStart } from '@longhand/api/start';
import pg from 'pg';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { COPIED_TABLES } from '../api/src/backups/copy-rows.ts';
import { createPostgresDatabase } from '../test-support/postgres-databases.ts';
import { KEYS, startS3 } from '../test-support/s3-server.ts';
import { run, startServer, temporaryFolder } from '../test-support/server-process.ts';

const ADMIN_PASSWORD = 'a test password';

const emptyDatabase = () => createPostgresDatabase('');

type Location = { readonly dataDir: string; readonly databaseUrl?: string };

const settingsOf = ({ dataDir, databaseUrl }: Location) => ({
  DATA_DIR: dataDir,
  ADMIN_PASSWORD,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
});

/** The sample posts; the first has a history, the second is in the trash. */
async function writeBlog(location: Location): Promise<void> {
  const config = readConfig(settingsOf(location));
  const db = await openDatabase(config);
  await prepareStart(config, db);
  const app = await buildApi({ config, db, logger: pino({ level: 'silent' }) });
  const payload = { username: 'admin', password: ADMIN_PASSWORD };
  const login = await app.inject({ method: 'POST', url: '/api/login', payload });
  const headers = { authorization: `Bearer ${login.json().access_token}` };
  const list = await app.inject({ method: 'GET', url: '/api/admin/posts', headers });
  const [first, second] = list.json();
  for (const title of ['Changed', 'Changed again'])
    await app.inject({
      method: 'PUT',
      url: `/api/admin/posts/${first.id}`,
      headers,
      payload: { title, content: first.content, excerpt: 'x', published: true },
    });
  await app.inject({ method: 'DELETE', url: `/api/admin/posts/${second.id}`, headers });
  await app.close();
}

async function rowsOf(location: Location): Promise<Record<string, unknown[]>> {
  const db = connectDatabase(location);
  const tables: Record<string, unknown[]> = {};
  for (const { name, key } of COPIED_TABLES) {
    const all = db.selectFrom(name);
    const rows = await (name === 'post_search'
      ? db.selectFrom('post_search').select(['rowid', 'text'])
      : all.selectAll()
    ).execute();
    const keyOf = (row: object) => key.map((column) => (row as Record<string, unknown>)[column]);
    tables[name] = rows.toSorted((a, b) => (String(keyOf(a)) < String(keyOf(b)) ? -1 : 1));
  }
  await db.destroy();
  return tables;
}

/** Of the settings that a start with others stores. */
function withoutShownSettings({ settings = [], ...tables }: Record<string, unknown[]>) {
  const isKept = (row: unknown) => (row as { name: string }).name !== 'shown_settings';
  return { ...tables, settings: settings.filter(isKept) };
}

function uploadsOf({ dataDir }: Location): Map<string, string> {
  const folder = join(dataDir, 'uploads');
  const files = readdirSync(folder, { withFileTypes: true }).filter((file) => file.isFile());
  return new Map(
    files.map(({ name }) => [name, readFileSync(join(folder, name)).toString('base64')]),
  );
}

function startMove(from: Location, to: string) {
  return run('cli/move.ts', settingsOf(from), undefined, ['--to', to]);
}

async function move(from: Location, to: string) {
  const { exited, output } = startMove(from, to);
  return { code: await exited, stderr: output.stderr };
}

test('a blog moved into PostgreSQL and back is the same, row by row and image by image', async () => {
  const local = { dataDir: temporaryFolder() };
  const databaseUrl = await emptyDatabase();
  const back = { dataDir: temporaryFolder() };
  await writeBlog(local);
  const rows = await rowsOf(local);
  expect(rows.post_revisions).toHaveLength(2);
  expect(rows.trashed_posts).toHaveLength(1);
  const uploads = uploadsOf(local);

  const there = await move(local, databaseUrl);
  expect(there, there.stderr).toMatchObject({ code: 0 });
  expect(there.stderr).toContain(`${uploads.size} images were read and are intact.`);
  expect(there.stderr).toContain('Now set DATABASE_URL to that address');
  expect(there.stderr).toMatch(/^posts: (\d+) of \1$/m);
  expect(await rowsOf({ ...local, databaseUrl })).toEqual(rows);
  expect(await rowsOf(local)).toEqual(rows);

  const home = await move({ ...local, databaseUrl }, back.dataDir);
  expect(home, home.stderr).toMatchObject({ code: 0 });
  expect(home.stderr).toContain(`of which ${uploads.size} were copied now`);
  expect(await rowsOf(back)).toEqual(rows);
  expect(uploadsOf(back)).toEqual(uploads);

  const { url } = await startServer(settingsOf({ ...local, databaseUrl }));
  expect(await (await fetch(`${url}/blog`)).text()).toContain('Changed again');
  const busy = await move({ ...local, databaseUrl }, temporaryFolder());
  expect(busy).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/is running, .*Stop it, then try again/),
  });
});

test('a killed move changes nothing at the target, and can be repeated', async () => {
  const local = { dataDir: temporaryFolder() };
  const databaseUrl = await emptyDatabase();
  await writeBlog(local);
  const rows = await rowsOf(local);
  await (await openDatabase({ ...local, databaseUrl })).destroy();
  const client = new pg.Client(databaseUrl);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin; lock table post_search in access exclusive mode');

  // It waits at the locked table, and is killed there.
  const killed = startMove(local, databaseUrl);
  const waiting = `select count(*) from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and not l.granted`;
  await expect.poll(async () => (await client.query(waiting)).rows[0].count).toBe('1');
  killed.child.kill('SIGKILL');
  await killed.exited;
  await client.query('rollback');
  for (const { name } of COPIED_TABLES)
    expect((await client.query(`select * from ${name}`)).rows, name).toEqual([]);

  const again = await move(local, databaseUrl);
  expect(again, again.stderr).toMatchObject({ code: 0 });
  expect(await rowsOf({ ...local, databaseUrl })).toEqual(rows);
});

test('no blog is overwritten, and corrupt images are reported', async () => {
  const local = { dataDir: temporaryFolder() };
  const foreign = { dataDir: temporaryFolder(), databaseUrl: await emptyDatabase() };
  await writeBlog(local);
  await writeBlog(foreign);
  const rows = await rowsOf(foreign);
  expect(await move(local, foreign.databaseUrl)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is already a blog in'),
  });
  expect(await rowsOf(foreign)).toEqual(rows);

  const [corrupt = ''] = uploadsOf(local).keys();
  writeFileSync(join(local.dataDir, 'uploads', corrupt), 'not what it was');
  const moved = await move(local, await emptyDatabase());
  expect(moved).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(`not copied: ${corrupt}`),
  });
});

async function moveUploads(to: 'store' | 'folder', settings: Record<string, string>) {
  const { exited, output } = run('cli/move.ts', settings, undefined, ['--uploads', to]);
  return { code: await exited, stderr: output.stderr };
}

test.each(['SQLite', 'PostgreSQL'])(
  'with %s, only the pictures move into an object store and back',
  async (database) => {
    const store = await startS3();
    onTestFinished(store.remove);
    const databaseUrl = await emptyDatabase();
    const location = {
      dataDir: temporaryFolder(),
      ...(database === 'PostgreSQL' && { databaseUrl }),
    };
    await writeBlog(location);
    const [rows, uploads] = [await rowsOf(location), uploadsOf(location)];
    const settings = {
      ...settingsOf(location),
      ...KEYS,
      S3_ENDPOINT: store.endpoint,
      S3_BUCKET: 'pictures',
    };

    const there = await moveUploads('store', settings);
    expect(there, there.stderr).toMatchObject({ code: 0 });
    expect(there.stderr).toContain('Only the images were copied');
    expect(there.stderr).toContain(`of which ${uploads.size} were copied now`);
    expect(there.stderr).toContain('Now keep S3_ENDPOINT and the other S3_ settings');
    expect(uploadsOf(location)).toEqual(uploads);

    rmSync(join(location.dataDir, 'uploads'), { recursive: true });
    const { url, child, exited } = await startServer(settings);
    const [name] = uploads.keys();
    expect((await fetch(`${url}/uploads/${name}`)).status).toBe(200);
    child.kill('SIGTERM');
    await exited;

    const back = await moveUploads('folder', settings);
    expect(back, back.stderr).toMatchObject({ code: 0 });
    expect(back.stderr).toContain(
      'Now remove S3_ENDPOINT and the other S3_ settings, and start the blog.',
    );
    expect(uploadsOf(location)).toEqual(uploads);
    expect(withoutShownSettings(await rowsOf(location))).toEqual(withoutShownSettings(rows));
  },
);

test('the pictures move together with the posts', async () => {
  const store = await startS3();
  onTestFinished(store.remove);
  const location = { dataDir: temporaryFolder() };
  await writeBlog(location);
  const rows = await rowsOf(location);
  const settings = {
    ...settingsOf(location),
    ...KEYS,
    S3_ENDPOINT: store.endpoint,
    S3_BUCKET: 'pictures',
  };
  const databaseUrl = await emptyDatabase();
  const args = ['--to', databaseUrl, '--uploads', 'store'];
  const { exited, output } = run('cli/move.ts', settings, undefined, args);
  expect(await exited, output.stderr).toBe(0);
  expect(output.stderr).toMatch(/Now set DATABASE_URL to that address.*, keep S3_ENDPOINT/);
  expect(await rowsOf({ ...location, databaseUrl })).toEqual(rows);
  const stored = store.requests.filter((request) => /^PUT .*\/uploads\//.test(request));
  expect(stored).toHaveLength(uploadsOf(location).size);
});

test.each([
  [[], 'Which target?'],
  [['--uploads', 'folder'], 'No object store is configured'],
  [['--uploads', 'elsewhere'], '--uploads must be store or folder'],
  [['--to', 'mysql://somewhere/blog'], 'neither a PostgreSQL address nor a folder'],
  [['somewhere'], 'These arguments are not valid'],
  [['--to', 'postgres://127.0.0.1:1/blog'], 'nothing responds there'],
  [['--to', 'postgres://127.0.0.1:1/blog'], '--to'],
  [['--to', 'postgres://nowhere.invalid/blog'], '--to'],
  [['--to', 'postgres:/nothing'], '--to'],
])('%j is refused with an explanation', async (args, message) => {
  const local = { dataDir: temporaryFolder() };
  await (await openDatabase(local)).destroy();
  const { exited, output } = run('cli/move.ts', settingsOf(local), undefined, args);
  expect(await exited).toBe(1);
  expect(output.stderr).toContain(message);
  expect(output.stderr).not.toMatch(/at .*\.[jt]s:/);
  expect(output.stderr).not.toContain('DATABASE_URL');
});

test('a missing database is blamed on --to or on the settings, whichever names it', async () => {
  const local = { dataDir: temporaryFolder() };
  await (await openDatabase(local)).destroy();
  const missing = new URL(await emptyDatabase());
  missing.pathname = '/not_there';
  const into = await move(local, missing.href);
  expect(into).toMatchObject({ code: 1, stderr: expect.stringMatching(/no such database.*--to/) });
  expect(into.stderr).not.toContain('DATABASE_URL');
  const from = await move({ ...local, databaseUrl: missing.href }, temporaryFolder());
  expect(from).toMatchObject({ code: 1, stderr: expect.stringContaining('DATABASE_URL') });
});
