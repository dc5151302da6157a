import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { eachDialect, openDialect } from '../../../test-support/dialects.ts';
import { startTestApp } from '../../../test-support/test-app.ts';
import type { Database } from '../database/tables.ts';
import { copyRows } from './copy-rows.ts';

async function openTarget(name: 'sqlite' | 'postgres'): Promise<Database> {
  const { db, remove } = await openDialect[name]();
  onTestFinished(async () => {
    await db.destroy();
    await remove();
  });
  return db;
}

const draft = (id: string) => ({
  id,
  slug: id,
  slug_chosen: 0,
  title: id,
  content: '',
  excerpt: '',
  tags: '[]',
  published: 0,
  send_when_published: 0,
  created_at: '2026-01-01T12:00:00.000Z',
  updated_at: '2026-01-01T12:00:00.000Z',
  version: 1,
  public_content: '',
  reading_minutes: 1,
  rendering: 1,
});

eachDialect((open) => {
  test('copying into a transaction is atomic', async () => {
    const site = await startTestApp(open);
    const post = await site.createPost(await site.login());
    const target = await openTarget('postgres');
    const copied = target.transaction().execute(async (trx) => {
      await copyRows(site.db, trx);
      expect(await trx.selectFrom('posts').select('id').execute()).toEqual([{ id: post.id }]);
      throw new Error('not after all');
    });
    await expect(copied).rejects.toThrow('not after all');
    expect(await target.selectFrom('posts').selectAll().execute()).toEqual([]);
    await target.transaction().execute((trx) => copyRows(site.db, trx));
    expect(await target.selectFrom('posts').select('id').execute()).toEqual([{ id: post.id }]);
  });

  test.each(['sqlite', 'postgres'] as const)(
    'a blog is the same after a copy to %s, and a second copy includes later changes',
    async (name) => {
      const site = await startTestApp(open);
      const token = await site.login();
      const posts = [];
      for (let n = 0; n < 120; n += 1)
        posts.push(
          await site.createPost(token, {
            title: `Post ${n} ß 漢 👍`,
            content: `<p>text ${n} “quoted” \\ ' %</p>`,
            tags: [`Tag ${n % 7}`, 'Ünïcode'],
            published: n % 5 !== 0,
          }),
        );
      const [first, second, third] = posts as [
        (typeof posts)[0],
        (typeof posts)[0],
        (typeof posts)[0],
      ];
      await site.updatePost(token, first.id, { title: 'Changed', published: true });
      await site.request({ method: 'DELETE', url: `/api/admin/posts/${second.id}` }, token);
      await site.saveWorkingCopy(token, third.id, { content: 'Being wr' });
      await site.db
        .insertInto('preview_links')
        .values({
          id: 'a-link',
          post_id: third.id,
          token_hash: 'a-hash',
          created_at: third.created_at,
          expires_at: third.created_at,
          shows_changes: 1,
        })
        .execute();

      const target = await openTarget(name);
      const seen: string[] = [];
      const rows = await copyRows(site.db, target, (table, done, total) =>
        seen.push(`${table} ${done}/${total}`),
      );
      expect(rows).toBeGreaterThan(500);
      expect(seen).toContain('posts 119/119');
      const { revision: before } = await target
        .selectFrom('public_state')
        .selectAll()
        .executeTakeFirstOrThrow();
      expect(before).toBeGreaterThan(
        (await site.db.selectFrom('public_state').selectAll().executeTakeFirstOrThrow()).revision,
      );

      await site.updatePost(token, third.id, { content: '<p>newer</p>' });
      await site.saveWorkingCopy(token, third.id, { content: 'Being written' });
      await site.saveWorkingCopy(token, 'a-key', { title: 'Unfinished ß 漢 👍' });
      await site.request({ method: 'DELETE', url: `/api/admin/posts/${first.id}` }, token);
      await copyRows(site.db, target);
      for (const table of [
        'posts',
        'post_tags',
        'slugs',
        'post_revisions',
        'trashed_posts',
        'working_copies',
        'preview_links',
      ] as const) {
        const all = async (db: Database) =>
          (await db.selectFrom(table).selectAll().execute())
            .map((row) => JSON.stringify(Object.entries(row).toSorted()))
            .toSorted();
        expect(await all(target)).toEqual(await all(site.db));
      }
      const state = await target.selectFrom('public_state').selectAll().executeTakeFirstOrThrow();
      expect(state).toMatchObject({
        ...(await site.db
          .selectFrom('public_state')
          .select(['posts', 'characters'])
          .executeTakeFirstOrThrow()),
      });
      expect(state.revision).toBeGreaterThan(before);
      expect(await target.selectFrom('sessions').selectAll().execute()).toEqual([]);

      const { app: moved } = await startTestApp(async () => ({
        db: target,
        dataDir: site.dataDir,
        remove: async () => {},
      }));
      for (const url of [
        '/api/posts',
        '/api/tags',
        '/api/posts?q=text+7',
        `/api/posts/${third.slug}`,
      ])
        expect((await moved.inject(url)).json()).toEqual((await site.get(url)).json());
    },
  );

  test('posts that swapped their slugs are copied, even in different batches', async () => {
    const { db: source, remove } = await open();
    onTestFinished(async () => {
      await source.destroy();
      await remove();
    });
    const ids = Array.from({ length: 120 }, (_, n) => `post-${String(n).padStart(3, '0')}`);
    for (const id of ids) {
      await source.insertInto('posts').values(draft(id)).execute();
      await source.insertInto('slugs').values({ slug: id, post_id: id, was_public: 1 }).execute();
    }
    const targets = [await openTarget('sqlite'), await openTarget('postgres')];
    for (const target of targets) await copyRows(source, target);
    const slugOf = (db: Database, id = '') =>
      db.selectFrom('posts').select('slug').where('id', '=', id).executeTakeFirstOrThrow();
    const [first, last] = [ids[0], ids.at(-1)] as [string, string];
    for (const [id, slug] of [
      [first, 'neither'],
      [last, first],
      [first, last],
    ] as const) {
      await source.updateTable('posts').set({ slug }).where('id', '=', id).execute();
      if (slug === 'neither') continue;
      await source.updateTable('slugs').set({ post_id: id }).where('slug', '=', slug).execute();
    }
    for (const target of targets) {
      await target.transaction().execute((trx) => copyRows(source, trx));
      expect(await slugOf(target, first)).toEqual({ slug: last });
      expect(await slugOf(target, last)).toEqual({ slug: first });
    }
  });
});

eachDialect(
  (open) => {
    test('a lost connection is reported with the message of the server', async () => {
      const { db: source, databaseUrl, remove } = await open();
      const other = new pg.Client(databaseUrl);
      await other.connect();
      onTestFinished(async () => {
        await other.end();
        await source.destroy();
        await remove();
      });
      await other.query('begin; lock table posts in access exclusive mode');
      const copied = expect(copyRows(source, await openTarget('sqlite'))).rejects.toThrow(
        'terminating connection due to administrator command',
      );
      const endWaiting = `select pg_terminate_backend(l.pid) from pg_locks l
        join pg_database d on d.oid = l.database
        where d.datname = current_database() and not l.granted`;
      await expect.poll(async () => (await other.query(endWaiting)).rowCount).toBe(1);
      await copied;
    });
  },
  ['postgres'],
);
