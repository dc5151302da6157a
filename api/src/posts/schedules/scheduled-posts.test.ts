import type { Post, PostInput } from '@longhand/contract/posts/posts';
import { expect, test } from 'vitest';
import { eachDialect, type TestDatabase } from '../../../../test-support/dialects.ts';
import { expectProblem, postFields, startTestApp } from '../../../../test-support/test-app.ts';
import { type Renderer, renderInThisThread } from '../../rendering/render.ts';
import { createPostsService } from '../posts.service.ts';

const HOUR = 3_600_000;
const NOW = '2026-01-01T12:00:00.000Z';
const IN_AN_HOUR = '2026-01-01T13:00:00.000Z';

async function startWithPosts(open: () => Promise<TestDatabase>, renderer?: Renderer) {
  const site = await startTestApp(open, {}, renderer);
  const token = await site.login();
  const json = async (url: string) => (await site.get(url, token)).json();
  return {
    ...site,
    token,
    json,
    create: (fields: Record<string, unknown>) => site.createPost(token, fields),
    /** Like `updatePost`, without `published`, which its fields have. */
    change: (id: string, fields: Record<string, unknown>) =>
      site.updatePost(token, id, { published: undefined, ...fields }),
    send: (fields: Record<string, unknown>) =>
      site.request(
        { method: 'POST', url: '/api/admin/posts', payload: { ...postFields, ...fields } },
        token,
      ),
    find: async (id: string): Promise<Post> => (await json(`/api/admin/posts?id=${id}`))[0],
    publicTitles: async (query = '') =>
      (await json(`/api/posts?view=summary${query}`)).map(({ title }: Post) => title),
    trash: (id: string) => site.request({ method: 'DELETE', url: `/api/admin/posts/${id}` }, token),
    restore: async (id: string): Promise<Post> =>
      (await site.request({ method: 'POST', url: `/api/admin/trash/${id}/restore` }, token)).json(),
    async passTimeAndTick(milliseconds: number): Promise<void> {
      site.passTime(milliseconds);
      await site.app.scheduler.tick();
      // A run that had begun before the time passed may have been the one waited for.
      await site.app.scheduler.tick();
    },
  };
}

const scheduled = { published: false, published_at: null, publish_at: IN_AN_HOUR };

eachDialect((open) => {
  test('a scheduled post is published at its time, with exactly this date', async () => {
    const site = await startWithPosts(open);
    const post = await site.create({ title: 'Soon', publish_at: '2026-01-01T14:00:00+01:00' });
    expect(post).toMatchObject({ ...scheduled, version: 1 });
    await site.passTimeAndTick(HOUR - 1);
    expect(await site.find(post.id)).toEqual(post);
    expect(await site.publicTitles()).toEqual([]);
    await site.passTimeAndTick(2_001);
    expect(await site.find(post.id)).toEqual({
      ...post,
      published: true,
      published_at: IN_AN_HOUR,
      publish_at: null,
      updated_at: '2026-01-01T13:00:02.000Z',
      version: 2,
    });
    expect(await site.publicTitles()).toEqual(['Soon']);
    expect(await site.publicTitles('&q=its content')).toEqual(['Soon']);
    expect(await site.publicTitles('&tag=tech')).toEqual(['Soon']);
    expect(await site.json('/api/tags')).toEqual({ tags: ['Tech'] });
    expect((await site.get('/api/posts/soon')).json()).toMatchObject({ published_at: IN_AN_HOUR });
    const [{ version }] = await site.json(`/api/admin/posts/${post.id}/revisions`);
    expect(version).toBe(1);
    expect(await site.json(`/api/admin/posts/${post.id}/revisions/1`)).toEqual(post);
  });

  test('a missed post is published at the start, with the date it was scheduled for', async () => {
    const { db, dataDir, remove } = await open();
    const service = createPostsService(db, () => new Date('2025-06-01T08:00:00.000Z'));
    const missed = await service.create({ ...postFields, publish_at: '2025-07-01T08:00:00.000Z' });
    const site = await startWithPosts(async () => ({ db, dataDir, remove }));
    await expect
      .poll(() => site.find(missed.id))
      .toMatchObject({ published: true, published_at: '2025-07-01T08:00:00.000Z' });
  });

  test('published: true publishes a scheduled post at once, and it is not published again', async () => {
    const site = await startWithPosts(open);
    const { id } = await site.create(scheduled);
    const now = { published: true, published_at: NOW, publish_at: null, version: 2 };
    expect(await site.change(id, { published: true })).toMatchObject(now);
    await site.passTimeAndTick(HOUR);
    expect(await site.find(id)).toMatchObject(now);
  });

  test('a schedule stays when it is left out, moves with a new time, and ends with null', async () => {
    const site = await startWithPosts(open);
    const { id } = await site.create(scheduled);
    expect(await site.change(id, { published: false, title: 'Other' })).toMatchObject(scheduled);
    const later = '2026-01-01T15:00:00.000Z';
    expect(await site.change(id, { publish_at: later })).toMatchObject({ publish_at: later });
    await site.passTimeAndTick(HOUR);
    expect(await site.find(id)).toMatchObject({ published: false, version: 3 });
    expect(await site.change(id, { publish_at: null })).toMatchObject({
      published: false,
      publish_at: null,
    });
    await site.passTimeAndTick(3 * HOUR);
    expect(await site.find(id)).toMatchObject({ published: false, version: 4 });
  });

  test('a published post that is scheduled leaves the public until then, and keeps its first date', async () => {
    const site = await startWithPosts(open);
    const { id } = await site.create({ title: 'Again' });
    expect(await site.change(id, { title: 'Again', publish_at: IN_AN_HOUR })).toMatchObject({
      published: false,
      published_at: NOW,
      publish_at: IN_AN_HOUR,
    });
    expect(await site.publicTitles()).toEqual([]);
    await site.passTimeAndTick(HOUR);
    expect(await site.find(id)).toMatchObject({
      published: true,
      published_at: NOW,
      publish_at: null,
    });
    expect(await site.publicTitles()).toEqual(['Again']);
  });

  test('many processes publish each post once', async () => {
    const site = await startWithPosts(open);
    const ids = [];
    for (let n = 0; n < 25; n += 1)
      ids.push((await site.create({ ...scheduled, title: `Soon ${n}`, tags: [`Tag ${n}`] })).id);
    const clock = () => new Date(IN_AN_HOUR);
    const processes = [1, 2, 3].map(() => createPostsService(site.db, clock));
    const published = await Promise.all(
      processes.map(({ publishScheduled }) =>
        publishScheduled(new AbortController().signal, (error) => expect.fail(String(error))),
      ),
    );
    expect(published.reduce((sum, count) => sum + count)).toBe(25);
    for (const id of ids)
      expect(await site.find(id)).toMatchObject({ published_at: IN_AN_HOUR, version: 2 });
    expect((await site.publicTitles()).length).toBe(25);
  });

  test.each<[string, Partial<PostInput>, number]>([
    ['is published as it is now', { title: 'Changed', published: false }, 1],
    ['waits for its new time', { publish_at: '2026-01-01T15:00:00.000Z' }, 0],
    ['stays a draft without a schedule', { publish_at: null, published: false }, 0],
    ['is not published twice', { published: true }, 0],
  ])('a post that is changed while it is rendered %s', async (_outcome, change, expected) => {
    const { db, remove } = await open();
    const early = createPostsService(db, () => new Date(NOW));
    const { id } = await early.create({ ...postFields, publish_at: IN_AN_HOUR });
    let isChanged = false;
    const renderer: Renderer = {
      ...renderInThisThread,
      async renderPost(...post) {
        if (!isChanged) await early.update(id, { ...postFields, ...change });
        isChanged = true;
        return renderInThisThread.renderPost(...post);
      },
    };
    const { publishScheduled } = createPostsService(db, () => new Date(IN_AN_HOUR), renderer);
    expect(await publishScheduled(new AbortController().signal, expect.fail)).toBe(expected);
    const row = await db.selectFrom('posts').select(['title', 'version']).executeTakeFirst();
    expect(row).toEqual({ title: change.title ?? postFields.title, version: 2 + expected });
    await db.destroy();
    await remove();
  });

  test('a post that cannot be rendered does not delay the others, and is tried again', async () => {
    let isBroken = false;
    const renderer: Renderer = {
      ...renderInThisThread,
      async renderPost(post, ...more) {
        if (isBroken && post.title === 'Broken') throw new Error('it cannot be rendered');
        return renderInThisThread.renderPost(post, ...more);
      },
    };
    const site = await startWithPosts(open, renderer);
    await site.create({ ...scheduled, title: 'Broken' });
    await site.create({ ...scheduled, title: 'Sound' });
    isBroken = true;
    site.expectLoggedError('it cannot be rendered');
    await site.passTimeAndTick(HOUR);
    expect(await site.publicTitles()).toEqual(['Sound']);
    isBroken = false;
    await site.passTimeAndTick(5_000);
    expect((await site.publicTitles()).toSorted()).toEqual(['Broken', 'Sound']);
    expect((await site.json('/api/posts'))[0].published_at).toBe(IN_AN_HOUR);
  });

  test('a post that cannot be stored does not delay those of its transaction', async () => {
    const site = await startWithPosts(open);
    const { id } = await site.create({ ...scheduled, title: 'Broken' });
    await site.create({ ...scheduled, title: 'Sound' });
    // Its next version is there already.
    await site.db
      .insertInto('post_revisions')
      .values({
        post_id: id,
        version: 1,
        title: '',
        published: 0,
        saved_at: NOW,
        replaced_at: NOW,
        snapshot: '{}',
      })
      .execute();
    site.expectLoggedError(/unique/i);
    await site.passTimeAndTick(HOUR);
    expect(await site.publicTitles()).toEqual(['Sound']);
    expect(await site.find(id)).toMatchObject({ ...scheduled, version: 1 });
    await site.db.deleteFrom('post_revisions').where('post_id', '=', id).execute();
    await site.passTimeAndTick(5_000);
    expect((await site.publicTitles()).toSorted()).toEqual(['Broken', 'Sound']);
  });

  test('a post in the trash is not published; restored after its time, it is a draft', async () => {
    const site = await startWithPosts(open);
    const [early, late] = [
      await site.create({ ...scheduled, title: 'Early' }),
      await site.create({ ...scheduled, title: 'Late' }),
    ];
    for (const { id } of [early, late]) await site.trash(id);
    await site.passTimeAndTick(HOUR - 1);
    expect(await site.restore(early.id)).toEqual(early);
    await site.passTimeAndTick(1);
    const draft = { ...late, publish_at: null };
    expect(await site.restore(late.id)).toEqual(draft);
    await site.passTimeAndTick(HOUR);
    expect(await site.publicTitles()).toEqual(['Early']);
    expect(await site.find(late.id)).toEqual(draft);
  });

  test('the address of a draft with a date follows its title until it is public', async () => {
    const site = await startWithPosts(open);
    const date = '2020-01-01T00:00:00.000Z';
    const draft = { published: false, published_at: date };
    const { id, slug } = await site.create({ ...draft, title: 'First title' });
    expect(slug).toBe('first-title');
    expect((await site.change(id, { title: 'Second' })).slug).toBe('second');
    expect((await site.change(id, { title: 'Third', publish_at: IN_AN_HOUR })).slug).toBe('third');
    expect((await site.get('/api/posts/third')).statusCode).toBe(404);
    await site.passTimeAndTick(HOUR);
    expect((await site.get('/api/posts/third')).statusCode).toBe(200);
    expect((await site.change(id, { title: 'Fourth' })).slug).toBe('third');
    await site.change(id, { published: false });
    expect((await site.change(id, { title: 'Fifth' })).slug).toBe('third');
  });

  test.each([
    [{ publish_at: NOW }, 'publish_at', /^must be in the future; to publish/],
    [{ published_at: IN_AN_HOUR }, 'published_at', /^must not be in the future; to publish/],
    [{ published_at: '1899-01-01T00:00:00Z' }, 'published_at', /^must be in the years 1900/],
    [{ publish_at: '2026-01-01T13:00:00' }, 'publish_at', /^must be a date and time like/],
    [{ publish_at: '2026-02-30T13:00:00Z' }, 'publish_at', /^must be a date and time like/],
    [{ published_at: '' }, 'published_at', /^must be a date and time like/],
  ])('%o is refused with a sentence for the field', async (fields, field, message) => {
    const site = await startWithPosts(open);
    const errors = { [field]: [expect.stringMatching(message)] };
    expectProblem(await site.send(fields), 400, { errors });
    expect(await site.json('/api/admin/posts')).toEqual([]);
  });
});
