import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { connectDatabase, openDatabase } from '@longhand/api/database';
import { expect, test } from 'vitest';
import { createPostgresDatabase } from '../test-support/postgres-databases.ts';
import { logIn, run, startServer, temporaryFolder } from '../test-support/server-process.ts';

const ADMIN_PASSWORD = 'a test password';

async function command(name: string, settings: Record<string, string>, ...args: string[]) {
  const started = run(`cli/${name}.ts`, settings, undefined, args);
  return { code: await started.exited, stderr: started.output.stderr };
}

async function titlesAt(url: string): Promise<string[]> {
  const posts = (await (await fetch(`${url}/api/posts`)).json()) as { title: string }[];
  return posts.map(({ title }) => title).toSorted();
}

async function write(url: string, title: string): Promise<void> {
  const { access_token } = (await (await logIn(url, ADMIN_PASSWORD)).json()) as {
    access_token: string;
  };
  const response = await fetch(`${url}/api/admin/posts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title, content: '<p>x</p>', excerpt: 'x', published: true }),
  });
  expect(response.status).toBe(201);
}

test('a blog in PostgreSQL is backed up while it runs, and restored when it is stopped', async () => {
  const settings = {
    DATA_DIR: temporaryFolder(),
    DATABASE_URL: await createPostgresDatabase(''),
    ADMIN_PASSWORD,
    DEMO_CONTENT: 'true',
  };
  const first = await startServer({ ...settings, WORKERS: '2', BACKUP_EVERY: '1d' });
  const samples = await titlesAt(first.url);
  expect(samples.length).toBeGreaterThan(0);
  const file = join(temporaryFolder(), 'blog.tar.gz');
  const backup = await command('backup', settings, file);
  expect(backup.stderr).toMatch(/is a backup of \d+ posts and \d+ images/);
  expect(backup.stderr).not.toContain('lacks');
  const listBackups = () => readdirSync(join(settings.DATA_DIR, 'backups'));
  await expect.poll(() => listBackups().join()).toMatch(/^automatic-[^,]*\.tar\.gz$/);
  await write(first.url, 'Written since');
  const refused = await command('restore', settings, file);
  expect(refused.stderr).toMatch(/The blog in postgres:.* is running.*Nothing was changed\.\n$/);
  expect(refused.code).toBe(1);
  first.child.kill('SIGTERM');
  await first.exited;

  const restored = await command('restore', settings, file);
  expect(restored.code, restored.stderr).toBe(0);
  expect(restored.stderr).toMatch(/^postgres:\S+\nhas \d+ posts/);
  const second = await startServer(settings);
  expect(await titlesAt(second.url)).toEqual(samples);
  const [post] = (await (await fetch(`${second.url}/api/posts`)).json()) as {
    featured_image: string;
  }[];
  expect((await fetch(second.url + post?.featured_image)).status).toBe(200);
  const previous = readdirSync(settings.DATA_DIR).find((name) =>
    name.startsWith('before-restore-'),
  );
  const previousDb = connectDatabase({ dataDir: join(settings.DATA_DIR, previous ?? '') });
  const titles = await previousDb.selectFrom('posts').select('title').execute();
  await previousDb.destroy();
  expect(titles.map(({ title }) => title)).toContain('Written since');
});

test('a backup is restored into an empty database', async () => {
  const from = { DATA_DIR: temporaryFolder() };
  const db = await openDatabase({ dataDir: from.DATA_DIR });
  await db.insertInto('settings').values({ name: 'word', value: 'then' }).execute();
  await db.destroy();
  mkdirSync(join(from.DATA_DIR, 'uploads'));
  const file = join(temporaryFolder(), 'blog.tar.gz');
  expect((await command('backup', from, file)).code).toBe(0);
  const into = {
    DATA_DIR: join(temporaryFolder(), 'new'),
    DATABASE_URL: await createPostgresDatabase(''),
  };
  const restored = await command('restore', into, file);
  expect(restored.code, restored.stderr).toBe(0);
  expect(restored.stderr).not.toContain('The previous data is in');
  expect(readdirSync(into.DATA_DIR)).toEqual(['uploads']);
});
