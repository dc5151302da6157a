import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectDatabase, openDatabase } from '@longhand/api/database';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import {
  administrator,
  run,
  startServer,
  temporaryFolder,
} from '../test-support/server-process.ts';

const PASSWORD = 'a test password';

async function command(name: string, settings: Record<string, string>, ...args: string[]) {
  const started = run(`cli/${name}.ts`, settings, undefined, args);
  return { code: await started.exited, stderr: started.output.stderr };
}

type Post = { id: string; slug: string; title: string; version: number };

async function openAdministrator(url: string) {
  const { authorization, call: send } = await administrator(url, PASSWORD);
  async function call<Body>(method: string, path: string, body?: object): Promise<Body> {
    const response = await send<Body>(method, path, body);
    expect(response.status, `${method} ${path}`).toBeLessThan(300);
    return response.body;
  }
  const write = (title: string, more: object = {}) =>
    call<Post>('POST', '/posts', {
      title,
      content: `<p>${title}</p>`,
      excerpt: 'x',
      published: true,
      ...more,
    });
  return { authorization, call, write };
}

/** Something of every kind: published, draft, deleted, changed, moved, with an image. */
async function writeEverything(url: string) {
  const { call, write } = await openAdministrator(url);
  const form = new FormData();
  const picture = sharp({ create: { width: 9, height: 6, channels: 3, background: '#a0392b' } });
  form.set('file', new Blob([new Uint8Array(await picture.png().toBuffer())]), 'a.png');
  const { url: image } = await call<{ url: string }>('POST', '/upload-image', form);
  const moved = await write('Moved', { featured_image: image, slug: 'old-place' });
  await call('PUT', `/posts/${moved.id}`, {
    title: 'Moved',
    content: '<p>Second version</p>',
    excerpt: 'x',
    published: true,
    slug: 'new-place',
    featured_image: image,
  });
  await write('A Draft', { published: false });
  const deleted = await write('Deleted');
  await call('DELETE', `/posts/${deleted.id}`);
  return { image, moved };
}

async function readSite(url: string, { image, moved }: { image: string; moved: Post }) {
  const { call } = await openAdministrator(url);
  const titles = (posts: Post[]) => posts.map(({ title }) => title).toSorted();
  const redirect = await fetch(`${url}/blog/old-place`, { redirect: 'manual' });
  const picture = await fetch(url + image);
  return {
    posts: titles(await call<Post[]>('GET', '/posts')),
    trash: titles(await call<Post[]>('GET', '/trash')),
    revisions: (await call<unknown[]>('GET', `/posts/${moved.id}/revisions`)).length,
    redirect: [redirect.status, redirect.headers.get('location')],
    picture: Buffer.from(await picture.arrayBuffer()).toString('base64'),
    page: (await fetch(`${url}/blog/new-place`)).status,
  };
}

test('a backup made during writes restores everything on a new machine', async () => {
  const settings = { DATA_DIR: temporaryFolder(), DEMO_CONTENT: 'false', ADMIN_PASSWORD: PASSWORD };
  const first = await startServer(settings);
  const written = await writeEverything(first.url);
  const before = await readSite(first.url, written);
  const { write, authorization } = await openAdministrator(first.url);
  let isWriting = true;
  const writing = (async () => {
    for (let count = 0; isWriting; count += 1) await write(`Meanwhile ${count}`);
  })();
  const file = join(temporaryFolder(), 'blog.tar.gz');
  const backup = await command('backup', settings, file);
  isWriting = false;
  await writing;
  expect(backup.stderr).toMatch(/is a backup of \d+ posts and 1 image/);
  expect(backup.code).toBe(0);
  first.child.kill('SIGTERM');
  await first.exited;

  const fresh = { ...settings, DATA_DIR: join(temporaryFolder(), 'not', 'there', 'yet') };
  const restored = await command('restore', { DATA_DIR: fresh.DATA_DIR }, file);
  expect(restored.stderr).toContain(
    'Set where the backup was made, but not here: ADMIN_PASSWORD, DEMO_CONTENT',
  );
  expect(restored.stderr).not.toContain(PASSWORD);
  expect(restored.code).toBe(0);
  const second = await startServer(fresh);
  const after = await readSite(second.url, written);
  const since = after.posts.filter((title) => title.startsWith('Meanwhile'));
  expect({ ...after, posts: after.posts.filter((title) => !since.includes(title)) }).toEqual(
    before,
  );
  expect(before.posts).toEqual(['A Draft', 'Moved']);
  expect(before.trash).toEqual(['Deleted']);
  expect(before.redirect).toEqual([301, '/blog/new-place']);
  const session = await fetch(`${second.url}/api/admin/posts`, { headers: { authorization } });
  expect(session.status).toBe(401);
});

test('a restore is refused while the server runs, and without a file', async () => {
  const settings = { DATA_DIR: temporaryFolder(), DEMO_CONTENT: 'false', ADMIN_PASSWORD: PASSWORD };
  const { url } = await startServer({ ...settings, WORKERS: '2' });
  const file = join(temporaryFolder(), 'blog.tar.gz');
  expect((await command('backup', settings, file)).code).toBe(0);
  const restore = await command('restore', settings, file);
  expect(restore.stderr).toMatch(/is running.*Stop it, then try again\. Nothing was changed\.\n$/);
  expect(restore.code).toBe(1);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect((await command('restore', settings)).stderr).toContain('Which backup?');
});

test('a name that is nowhere is said to be so, and what is at BACKUP_TO is named as there', async () => {
  const settings = { DATA_DIR: temporaryFolder() };
  const nowhere = await command('restore', settings, '/nowhere/blog.tar.gz');
  expect(nowhere.stderr).toContain('There is no file /nowhere/blog.tar.gz. Check its name.');
  const BACKUP_TO = temporaryFolder();
  const elsewhere = { ...settings, BACKUP_TO };
  expect((await command('restore', elsewhere, 'blog.tar.gz')).stderr).toContain(
    `nor a backup of that name in ${BACKUP_TO}. Without a name, npm run restore lists those there.`,
  );
  const name = 'longhand-0123456789ab-2026-01-01T12-00-00Z.tar.gz';
  writeFileSync(join(BACKUP_TO, name), 'not an archive');
  expect((await command('restore', elsewhere, name)).stderr).toContain(
    `${BACKUP_TO}/${name} could not be read as a backup`,
  );
});

const IMAGE = `${'0'.repeat(32)}-4x2.png`;

/** Identified by one word. */
async function makeBlog(word: string): Promise<string> {
  const dataDir = temporaryFolder();
  const db = await openDatabase({ dataDir });
  await db.insertInto('settings').values({ name: 'word', value: word }).execute();
  await db.destroy();
  mkdirSync(join(dataDir, 'uploads'));
  writeFileSync(join(dataDir, 'uploads', IMAGE), word);
  return dataDir;
}

/** The word in its settings and in its image. */
async function wordsIn(
  dataDir: string,
  onReplacementFinished: (message: string) => void = () => {},
) {
  const db = await openDatabase({ dataDir }, { onReplacementFinished });
  const rows = await db.selectFrom('settings').select('value').where('name', '=', 'word').execute();
  await db.destroy();
  return [rows[0]?.value, readFileSync(join(dataDir, 'uploads', IMAGE), 'utf8')];
}

test('a restore killed before any of its steps loses neither the old data nor the new', async () => {
  const file = join(temporaryFolder(), 'blog.tar.gz');
  await command('backup', { DATA_DIR: await makeBlog('then') }, file);
  const killer = fileURLToPath(new URL('./kill-at-step.js', import.meta.url));
  const outcomes: string[] = [];
  for (let step = 1; outcomes.at(-1) !== 'done'; step += 1) {
    const dataDir = await makeBlog('now');
    const settings = { DATA_DIR: dataDir, NODE_OPTIONS: `--import=${killer}` };
    const { code } = await command('restore', { ...settings, KILL_AT_STEP: String(step) }, file);
    // Opening the database finishes an interrupted swap, as every start does.
    const wasSwapping = readdirSync(dataDir).includes('replacing.json');
    const messages: string[] = [];
    const [word, image] = await wordsIn(dataDir, (message) => messages.push(message));
    const finished = /^The interrupted restore is finished now/;
    expect(messages, `killed before step ${step}`).toEqual(
      wasSwapping ? [expect.stringMatching(finished)] : [],
    );
    const previous = readdirSync(dataDir).find((name) => name.startsWith('before-restore-'));
    const expected = previous ? 'then' : 'now';
    expect([word, image], `killed before step ${step}`).toEqual([expected, expected]);
    if (previous) expect(await wordsIn(join(dataDir, previous))).toEqual(['now', 'now']);
    const left = readdirSync(dataDir).filter((name) => name.startsWith('replacing.json'));
    expect(left, `killed before step ${step}`).toEqual([]);
    outcomes.push(code === 0 ? 'done' : (word ?? 'lost'));
  }
  // It was killed both before and after the point of no return.
  expect(new Set(outcomes)).toEqual(new Set(['now', 'then', 'done']));
});

test('a start that finishes a restore logs it', async () => {
  const settings = { DATA_DIR: await makeBlog('now'), DEMO_CONTENT: 'false' };
  const staging = join(settings.DATA_DIR, 'incoming-x');
  mkdirSync(staging);
  copyFileSync(join(await makeBlog('then'), 'longhand.sqlite'), join(staging, 'longhand.sqlite'));
  const previous = 'before-restore-2026-01-01T12-00-00Z';
  const journal = join(settings.DATA_DIR, 'replacing.json');
  writeFileSync(journal, JSON.stringify({ incoming: 'incoming-x', aside: previous }));
  const { output } = await startServer(settings, 'api');
  const [line, ...more] = output.stdout
    .split('\n')
    .filter((entry) => entry.includes('interrupted'));
  expect(JSON.parse(line ?? '')).toMatchObject({
    msg: expect.stringContaining(`The previous data is in ${join(settings.DATA_DIR, previous)}`),
  });
  expect(more).toEqual([]);
});

test('a migration leaves a snapshot, to which a rollback returns', async () => {
  const { migrations } = await import('../api/src/database/migrations/index.ts');
  const older = Object.fromEntries(Object.entries(migrations).slice(0, 2));
  const settings = { DATA_DIR: temporaryFolder(), DEMO_CONTENT: 'false', ADMIN_PASSWORD: PASSWORD };
  const db = await openDatabase({ dataDir: settings.DATA_DIR }, { migrations: older });
  await db.insertInto('settings').values({ name: 'word', value: 'then' }).execute();
  await db.destroy();

  const upgraded = await startServer(settings);
  expect(upgraded.output.stderr).toMatch(/updated for this version.*npm run rollback/s);
  const { write } = await openAdministrator(upgraded.url);
  await write('Written since');
  const running = await command('rollback', settings);
  expect(running.stderr).toMatch(/is running.*Stop it/);
  expect(running.code).toBe(1);
  upgraded.child.kill('SIGTERM');
  await upgraded.exited;

  const rollback = await command('rollback', settings);
  expect(rollback.stderr).toMatch(/Returning to\n.*before-0003-keeping-house-/);
  expect(rollback.stderr).toContain(`last migration is ${Object.keys(older).at(-1)}`);
  expect(rollback.code).toBe(0);
  const second = await command('rollback', settings);
  expect(second.stderr).toMatch(
    /already as it was before its last update.*rollback -- before-0003/s,
  );
  expect(second.code).toBe(1);
  const old = connectDatabase({ dataDir: settings.DATA_DIR });
  expect(await old.selectFrom('posts').selectAll().execute()).toEqual([]);
  expect(await old.selectFrom('sessions').selectAll().execute()).toEqual([]);
  const tables = await old.introspection.getTables();
  expect(tables.map(({ name }) => name)).not.toContain('download_tickets');
  const { revision } = await old
    .selectFrom('public_state')
    .select('revision')
    .executeTakeFirstOrThrow();
  expect(revision).toBeGreaterThan(1_000_000_000_000);
  await old.destroy();
  const previous = readdirSync(settings.DATA_DIR).find((name) =>
    name.startsWith('before-rollback-'),
  );
  const previousDb = connectDatabase({ dataDir: join(settings.DATA_DIR, previous ?? '') });
  expect(await previousDb.selectFrom('posts').select('title').execute()).toEqual([
    { title: 'Written since' },
  ]);
  await previousDb.destroy();

  const again = await startServer(settings);
  expect(again.output.stderr).toContain('updated for this version');
  expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
});

test('BACKUP_EVERY makes automatic backups that can be restored', async () => {
  const settings = { DATA_DIR: temporaryFolder(), DEMO_CONTENT: 'false' };
  await startServer({ ...settings, WORKERS: '2', BACKUP_EVERY: '1d' });
  const folder = join(settings.DATA_DIR, 'backups');
  const listBackups = () =>
    readdirSync(settings.DATA_DIR).includes('backups') ? readdirSync(folder) : [];
  await expect
    .poll(() => listBackups().filter((name) => /^automatic-.*\.tar\.gz$/.test(name)))
    .toHaveLength(1);
  await expect.poll(() => listBackups().length).toBe(1);
  const file = join(folder, listBackups()[0] ?? '');
  expect(readFileSync(file).subarray(0, 2).toString('hex')).toBe('1f8b');
  expect((await command('restore', { DATA_DIR: temporaryFolder() }, file)).code).toBe(0);
});
