import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eachDialect, type TestDatabase } from '../../../test-support/dialects.ts';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import { postFields } from '../../../test-support/test-app.ts';
import type { DatabaseLocation } from '../database/location.ts';
import { migrations } from '../database/migrations/index.ts';
import { connectDatabase, openDatabase } from '../database/open.ts';
import { acquireReplacementLock } from '../database/sqlite/locks.ts';
import type { Database } from '../database/tables.ts';
import { useAndClose } from '../database/transaction.ts';
import { POST_CHECKS } from '../posts/check-posts.ts';
import { createPostsService } from '../posts/posts.service.ts';
import { createWorkingCopiesService } from '../posts/working-copies/working-copies.service.ts';
import { writeBackup } from './make-backup.ts';
import { restoreBackup } from './restore.ts';

const DAY_MS = 86_400_000;
const { signal } = new AbortController();

type Open = () => Promise<TestDatabase>;

function using<Result>(location: DatabaseLocation, use: (db: Database) => Promise<Result>) {
  return useAndClose(connectDatabase(location), use);
}

const imageOf = (word: string) =>
  `${createHash('sha256').update(word).digest('hex').slice(0, 32)}-4x2.png`;

/** Identified by one word, in its settings and in its only picture. */
async function makeBlog(open: Open, word: string, revision = 1): Promise<DatabaseLocation> {
  const { db, dataDir, databaseUrl, remove } = await open();
  onTestFinished(remove);
  await db.insertInto('settings').values({ name: 'word', value: word }).execute();
  await db.updateTable('public_state').set({ revision }).execute();
  const session = { token_hash: word, created_at: '2026', expires_at: '2036' };
  await db.insertInto('sessions').values(session).execute();
  await db.destroy();
  mkdirSync(join(dataDir, 'uploads', 'narrower'), { recursive: true });
  writeFileSync(join(dataDir, 'uploads', imageOf(word)), word);
  return { dataDir, databaseUrl };
}

async function backUp(location: DatabaseLocation): Promise<string> {
  const file = join(temporaryFolder(), 'backup.tar.gz');
  await writeBackup({ ...location, settings: [], siteUrl: '' }, file);
  return file;
}

async function wordOf(location: DatabaseLocation): Promise<string | undefined> {
  const find = (db: Database) =>
    db.selectFrom('settings').select('value').where('name', '=', 'word').executeTakeFirst();
  return (await using(location, find))?.value;
}

async function findProblems(db: Database): Promise<string[]> {
  const found = POST_CHECKS.map(({ find }) => Array.fromAsync(find(db)));
  return (await Promise.all(found)).flat();
}

const imagesOf = (folder: string) =>
  readdirSync(join(folder, 'uploads')).filter((name) => name.endsWith('.png'));

eachDialect((open) => {
  test('a restore replaces posts and pictures, preserves the previous data, and ends all sessions', async () => {
    const backup = await backUp(await makeBlog(open, 'then'));
    const location = await makeBlog(open, 'now');
    const { previous = '' } = await restoreBackup(location, backup);
    expect(await wordOf(location)).toBe('then');
    expect(imagesOf(location.dataDir)).toEqual([imageOf('then')]);
    expect(readFileSync(join(location.dataDir, 'uploads', imageOf('then')), 'utf8')).toBe('then');
    expect(await using(location, (db) => db.selectFrom('sessions').selectAll().execute())).toEqual(
      [],
    );
    expect(await wordOf({ dataDir: previous })).toBe('now');
    expect(imagesOf(previous)).toEqual([imageOf('now')]);
    const names = readdirSync(location.dataDir).filter((name) => /incoming|lock|\.json/.test(name));
    expect(names).toEqual([]);
  });

  test('a backup of either dialect can be restored into either', async () => {
    const backup = await backUp(await makeBlog(open, 'then'));
    const sqlite = { dataDir: temporaryFolder() };
    await restoreBackup(sqlite, backup);
    expect(await wordOf(sqlite)).toBe('then');
    const location = await makeBlog(open, 'now');
    await restoreBackup(location, await backUp(sqlite));
    expect(await wordOf(location)).toBe('then');
  });

  test('restored data get a revision that no cache has seen', async () => {
    const backup = await backUp(await makeBlog(open, 'then', 7));
    for (const current of [1, 9, 9_000_000_000_000]) {
      const location = await makeBlog(open, 'now', current);
      await restoreBackup(location, backup);
      const { revision } = await using(location, (db) =>
        db.selectFrom('public_state').select('revision').executeTakeFirstOrThrow(),
      );
      expect(revision).toBeGreaterThan(Math.max(current, 1_000_000_000_000));
    }
  });

  test('version numbers of lost texts are not reused, and the history stays consistent', async () => {
    const opened = await open();
    onTestFinished(opened.remove);
    const location = { dataDir: opened.dataDir, databaseUrl: opened.databaseUrl };
    const save = (db: Database, id: string, title: string, version?: number) =>
      createPostsService(db, () => new Date()).update(id, { ...postFields, title }, { version });
    const create = (title: string) =>
      createPostsService(opened.db, () => new Date()).create({ ...postFields, title });
    const [post, other] = [await create('One'), await create('Untouched')];
    await save(opened.db, post.id, 'Two');
    await opened.db.destroy();
    const backup = await backUp(location);
    const lost = await using(location, (db) => save(db, post.id, 'Lost'));
    expect(lost.version).toBe(3);
    for (const version of [4, 5]) {
      await restoreBackup(location, backup);
      await using(location, async (db) => {
        const restored = db.selectFrom('posts').select('version').where('id', '=', post.id);
        expect(await restored.execute()).toEqual([{ version: 2 }]);
        expect((await save(db, post.id, 'New')).version).toBe(version);
        await expect(save(db, post.id, 'From the lost one', lost.version)).rejects.toThrow(
          'You edited version 3',
        );
        expect((await save(db, other.id, 'Touched')).version).toBe(version);
        expect(await findProblems(db)).toEqual([]);
      });
    }
  });

  /** A post at version 3, a backup of it, and the versions 4 and 5, which the restore loses. */
  async function loseTwoVersions() {
    const opened = await open();
    onTestFinished(opened.remove);
    const location = { dataDir: opened.dataDir, databaseUrl: opened.databaseUrl };
    const posts = createPostsService(opened.db, () => new Date());
    const { id } = await posts.create(postFields);
    const save = (title: string) => posts.update(id, { ...postFields, title });
    for (const title of ['Two', 'Three']) await save(title);
    const backup = await backUp(location);
    for (const title of ['Four', 'Five']) await save(title);
    return { ...opened, location, backup, id };
  }

  async function expectLostVersionRefused(location: DatabaseLocation, id: string) {
    await using(location, async (db) => {
      const { update } = createPostsService(db, () => new Date());
      for (const title of ['New', 'Newer']) await update(id, { ...postFields, title });
      await expect(update(id, postFields, { version: 5 })).rejects.toThrow('You edited version 5');
      expect(await findProblems(db)).toEqual([]);
    });
  }

  test('a restore into a blog that never had the posts uses no version that they had elsewhere', async () => {
    const { db, backup, id } = await loseTwoVersions();
    await db.destroy();
    const location = await makeBlog(open, 'new');
    await restoreBackup(location, backup);
    await expectLostVersionRefused(location, id);
  });

  test('a post that is restored after its trash was emptied gets no version that it had', async () => {
    const { db, location, backup, id } = await loseTwoVersions();
    const later = () => new Date(Date.now() + 40 * DAY_MS);
    await createPostsService(db, () => new Date()).delete(id);
    expect(await createPostsService(db, later).purgeTrash()).toBe(1);
    await db.destroy();
    await restoreBackup(location, backup);
    await expectLostVersionRefused(location, id);
  });

  test('an editor that was open during a restore overwrites no working copy, and loses nothing', async () => {
    const opened = await open();
    onTestFinished(opened.remove);
    const location = { dataDir: opened.dataDir, databaseUrl: opened.databaseUrl };
    const posts = (db: Database) => createPostsService(db, () => new Date());
    const copies = (db: Database) => createWorkingCopiesService(db, () => new Date());
    const { id } = await posts(opened.db).create(postFields);
    const write = (db: Database, key: string, title: string, version: number | 'none', base = 1) =>
      copies(db).save(key, { base_version: key === id ? base : 0, form: { title } }, version);
    const same = await write(opened.db, 'unchanged', 'Same', 'none');
    const first = await write(opened.db, id, 'Before the backup', 'none');
    const saved = await write(opened.db, 'saved-since', 'Before the backup', 'none');
    await opened.db.destroy();
    const backup = await backUp(location);
    const lost = await using(location, async (db) => {
      await posts(db).update(id, { ...postFields, title: 'Lost' });
      await copies(db).discard('saved-since', saved.version);
      const lostKey = await write(db, 'lost', 'Lost', 'none');
      return { key: lostKey, copy: await write(db, id, 'Lost', first.version, 2) };
    });
    await restoreBackup(location, backup);
    await using(location, async (db) => {
      const rows = await db.selectFrom('working_copies').selectAll().orderBy('id').execute();
      const restored = new Map(rows.map((row) => [row.id, row]));
      expect([...restored.keys()].toSorted()).toEqual([id, 'saved-since', 'unchanged'].toSorted());
      expect(restored.get(id)).toMatchObject({ base_version: 1, post_id: id });
      expect(restored.get('unchanged')?.version).toBe(same.version);
      // Written by another device since: its versions are none of those that the editor knows.
      let current = restored.get(id)?.version ?? 0;
      for (const title of ['Other', 'Another']) {
        for (const version of [first.version, lost.copy.version])
          await expect(write(db, id, 'Lost', version)).rejects.toThrow('changed elsewhere');
        current = (await write(db, id, title, current)).version;
      }
      await expect(write(db, 'saved-since', 'x', saved.version)).rejects.toThrow('elsewhere');
      await expect(write(db, 'lost', 'x', lost.key.version)).rejects.toThrow('there is none now');
      expect((await write(db, 'lost', 'Lost', 'none')).form).toEqual({ title: 'Lost' });
      // Of a version of the post that is lost: stored, and found as a conflict when it is saved.
      const kept = await write(db, id, 'Lost', current, 2);
      expect(kept).toMatchObject({ base_version: 2, form: { title: 'Lost' } });
      const save = { version: kept.base_version, workingCopy: kept.version };
      for (const _ of [1, 2]) {
        await expect(posts(db).update(id, postFields, save)).rejects.toThrow(
          'You edited version 2',
        );
        await posts(db).update(id, postFields);
      }
      expect(await findProblems(db)).toEqual([]);
    });
  });

  test('a backup carries working copies and preview links into either dialect', async () => {
    const from = await makeBlog(open, 'then');
    const at = '2026-01-01T00:00:00.000Z';
    const times = { created_at: at, updated_at: at };
    const text = { title: 'ß 漢 👍', form: '{"title":"ß 漢 👍"}', search_text: 'SS 漢 👍' };
    const copy = { post_id: null, base_version: 0, version: 7, ...text };
    const link = {
      ...{ id: 'b', post_id: 'c', token_hash: 'd', created_at: at, expires_at: at },
      shows_changes: 1,
    };
    await using(from, async (db) => {
      await db
        .insertInto('working_copies')
        .values({ id: 'a', ...copy, ...times })
        .execute();
      await db.insertInto('preview_links').values(link).execute();
    });
    const backup = await backUp(from);
    for (const to of [{ dataDir: temporaryFolder() }, await makeBlog(open, 'now')]) {
      await restoreBackup(to, backup);
      await using(to, async (db) => {
        const copies = await db.selectFrom('working_copies').selectAll().execute();
        expect(copies).toEqual([{ id: 'a', ...copy, ...times, version: expect.any(Number) }]);
        expect(await db.selectFrom('preview_links').selectAll().execute()).toEqual([link]);
      });
    }
  });

  test('when the previous data are unknown, version numbers skip as many as there can have been', async () => {
    const opened = await open();
    onTestFinished(opened.remove);
    const service = (db: Database) => createPostsService(db, () => new Date());
    const { id } = await service(opened.db).create(postFields);
    await opened.db.destroy();
    const backup = await backUp({ dataDir: opened.dataDir, databaseUrl: opened.databaseUrl });
    vi.useFakeTimers({ now: Date.now() + DAY_MS, toFake: ['Date'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const restored = { dataDir: temporaryFolder() };
    await restoreBackup(restored, backup);
    await using(restored, async (db) => {
      expect((await service(db).update(id, postFields)).version).toBeGreaterThan(DAY_MS / 1_000);
      expect((await service(db).create(postFields)).version).toBe(1);
      expect(await findProblems(db)).toEqual([]);
    });
  });

  test('a restore is refused while the database is open', async () => {
    const backup = await backUp(await makeBlog(open, 'then'));
    const location = await makeBlog(open, 'now');
    const db = await openDatabase(location);
    const before = readdirSync(location.dataDir).toSorted();
    await expect(restoreBackup(location, backup)).rejects.toThrow(/is running.*Stop it/);
    expect(readdirSync(location.dataDir).toSorted()).toEqual(before);
    await db.destroy();
    expect(await wordOf(location)).toBe('now');
  });

  test('the second of two concurrent restores is refused', async () => {
    const backup = await backUp(await makeBlog(open, 'then'));
    const location = await makeBlog(open, 'now');
    const unlock = acquireReplacementLock(location.dataDir);
    await expect(restoreBackup(location, backup)).rejects.toThrow(
      /Another restore.*is in progress/,
    );
    unlock();
    const both = await Promise.allSettled([
      restoreBackup(location, backup),
      restoreBackup(location, backup),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await wordOf(location)).toBe('then');
    await restoreBackup(location, backup);
    expect(await wordOf(location)).toBe('then');
  });

  test('a backup from before the newest migrations is upgraded when it is restored', async () => {
    const dataDir = temporaryFolder();
    const older = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0007'));
    const old = await openDatabase({ dataDir }, { migrations: older });
    await sql`
      insert into posts (id, slug, slug_chosen, title, content, excerpt, tags, published, created_at,
        updated_at, published_at, version, public_content, reading_minutes, rendering, place)
      values ('a', 'a', 0, 'Title', 'Text', 'Excerpt', '[]', 1, '2026-01-01', '2026-01-01',
        '2026-01-01T00:00:00.000Z', 1, 'Text', 1, 4, 7)
    `.execute(old);
    await old.destroy();
    mkdirSync(join(dataDir, 'uploads'));
    const location = await makeBlog(open, 'now');
    await restoreBackup(location, await backUp({ dataDir }));
    await useAndClose(await openDatabase(location), async (db) => {
      const rows = await db.selectFrom('posts').select(['id', 'sort_key']).execute();
      expect(rows).toEqual([{ id: 'a', sort_key: 7 }]);
    });
  });

  test('posts in the trash of an old backup keep their remaining time', async () => {
    const from = await makeBlog(open, 'then');
    const deleted = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
    const values = [1, 2, 31].map((days) => ({
      post_id: `${days}`,
      deleted_at: deleted(days),
      summary: '{}',
      snapshot: '{}',
    }));
    await using(from, async (db) => {
      await db.insertInto('trashed_posts').values(values).execute();
      await db
        .insertInto('unreferenced_uploads')
        .values({ name: 'x', since: deleted(3) })
        .execute();
    });
    const backup = await backUp(from);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 100 * DAY_MS });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const location = await makeBlog(open, 'now');
    await restoreBackup(location, backup);
    const daysSince = (time: string) => Math.round((Date.now() - Date.parse(time)) / DAY_MS);
    await using(location, async (db) => {
      const trash = await db.selectFrom('trashed_posts').selectAll().execute();
      expect(trash).toHaveLength(3);
      for (const { post_id, deleted_at } of trash) expect(`${daysSince(deleted_at)}`).toBe(post_id);
      const [upload] = await db.selectFrom('unreferenced_uploads').selectAll().execute();
      expect(daysSince(upload?.since ?? '')).toBe(3);
    });
  });

  test('an aborted restore changes nothing, and leaves no files', async () => {
    const backup = await backUp(await makeBlog(open, 'then'));
    const location = await makeBlog(open, 'now');
    const before = readdirSync(location.dataDir, { recursive: true }).toSorted();
    const stopped = AbortSignal.abort(new Error('stopped'));
    await expect(restoreBackup(location, backup, { signal: stopped })).rejects.toThrow();
    expect(readdirSync(location.dataDir, { recursive: true }).toSorted()).toEqual(before);
    expect(await wordOf(location)).toBe('now');
    await restoreBackup(location, backup, { signal });
    expect(await wordOf(location)).toBe('then');
  });
});

eachDialect(
  (open) => {
    test('a server started during the restore makes it fail', async () => {
      const backup = await backUp(await makeBlog(open, 'then'));
      const location = await makeBlog(open, 'now');
      const server = connectDatabase(location);
      onTestFinished(() => server.destroy());
      const before = readdirSync(location.dataDir, { recursive: true }).toSorted();
      const connected: Promise<unknown>[] = [];
      const onProgress = () => {
        if (connected.length === 0) connected.push(sql`select 1`.execute(server));
      };
      await expect(restoreBackup(location, backup, { onProgress })).rejects.toThrow(
        /is running.*Stop it/,
      );
      await Promise.all(connected);
      expect(await wordOf(location)).toBe('now');
      expect(readdirSync(location.dataDir, { recursive: true }).toSorted()).toEqual(before);
    });

    test('a restore that fails halfway changes nothing, and leaves no files', async () => {
      const backup = await backUp(await makeBlog(open, 'then'));
      const location = await makeBlog(open, 'now');
      await using(location, async (db) => {
        await sql`
        create function refuse() returns trigger language plpgsql
        as 'begin raise exception ''not this one''; end'
      `.execute(db);
        await sql`
        create trigger refuse before insert on settings for each row execute function refuse()
      `.execute(db);
      });
      const before = readdirSync(location.dataDir, { recursive: true }).toSorted();
      await expect(restoreBackup(location, backup)).rejects.toThrow(
        /could not be restored into postgres.*: not this one\. Nothing was changed\.$/,
      );
      expect(await wordOf(location)).toBe('now');
      expect(readdirSync(location.dataDir, { recursive: true }).toSorted()).toEqual(before);
    });
  },
  ['postgres'],
);
