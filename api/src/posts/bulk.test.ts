import { MAX_BULK_POSTS } from '@longhand/contract/limits';
import type { BulkChange, BulkOutcome } from '@longhand/contract/posts/bulk-changes';
import { MAX_TAGS } from '@longhand/contract/posts/tags';
import { expect, test } from 'vitest';
import { eachDialect, type TestDatabase } from '../../../test-support/dialects.ts';
import { expectProblem, startTestApp } from '../../../test-support/test-app.ts';
import { openDatabase } from '../database/open.ts';
import { renderInThisThread } from '../rendering/render.ts';
import { RenderQueueFullError, RenderTimeoutError } from '../rendering/render-thread.ts';

const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';
const URL = '/api/admin/posts/bulk';
const LATER = '2030-01-01T00:00:00.000Z';

type Site = Awaited<ReturnType<typeof startTestApp>>;

function callsOf(site: Site, token: string) {
  const send = (payload: object) => site.request({ method: 'POST', url: URL, payload }, token);
  return {
    send,
    async change(change: BulkChange, ...ids: string[]): Promise<BulkOutcome[]> {
      const response = await send({ ids, change });
      expect(response.statusCode, response.body).toBe(200);
      return response.json().outcomes;
    },
    async read(id: string) {
      const [post] = (await site.get(`/api/admin/posts?id=${id}`, token)).json();
      return post;
    },
    revision: async () => (await site.get('/api/state')).json().revision,
    trash: async () => (await site.get('/api/admin/trash', token)).json(),
  };
}

async function start(open: () => Promise<TestDatabase>, renderer = renderInThisThread) {
  const site = await startTestApp(open, {}, renderer);
  const token = await site.login();
  const create = (fields: object = {}) => site.createPost(token, { published: false, ...fields });
  return { site, token, create, ...callsOf(site, token) };
}

const done = (id: string, post: object | null) => ({ id, outcome: 'done', post });
const failed = (id: string, status: number) => ({
  ...{ id, outcome: 'failed' },
  problem: expect.objectContaining({ status, detail: expect.stringMatching(/\S/) }),
});

eachDialect((open) => {
  test('posts are published and unpublished as by the call for one, those that are so already stay', async () => {
    const { change, create, read, revision, site } = await start(open);
    const draft = await create({ title: 'Draft' });
    const scheduled = await create({ publish_at: LATER, send_when_published: true });
    const published = await create({ published: true });
    const before = await revision();
    const ids = [draft.id, scheduled.id, published.id];
    const outcomes = await change({ kind: 'publish' }, ...ids);
    const { content: _, ...saved } = await read(draft.id);
    expect(outcomes[0]).toEqual(done(draft.id, saved));
    for (const [index, id] of ids.entries())
      expect(outcomes[index]).toMatchObject(
        done(id, { published: true, publish_at: null, version: id === published.id ? 1 : 2 }),
      );
    expect(await revision()).toBeGreaterThan(before);
    expect((await site.get(`/api/posts/${draft.slug}`)).json()).toMatchObject({ title: 'Draft' });

    expect(await change({ kind: 'unpublish' }, draft.id)).toMatchObject([
      done(draft.id, { published: false, version: 3 }),
    ]);
    expectProblem(await site.get(`/api/posts/${draft.slug}`), 404);
    const unchanged = await revision();
    expect(await change({ kind: 'unpublish' }, draft.id)).toMatchObject([
      done(draft.id, { published: false, version: 3 }),
    ]);
    expect(await revision()).toBe(unchanged);
  });

  test('unpublishing a scheduled post takes its time, a topic does not', async () => {
    const { change, create } = await start(open);
    const { id } = await create({ publish_at: LATER, tags: ['Sea'] });
    expect(await change({ kind: 'topic', topic: 'Kitchen' }, id)).toMatchObject([
      done(id, { tags: ['Sea', 'Kitchen'], publish_at: LATER, version: 2 }),
    ]);
    expect(await change({ kind: 'unpublish' }, id)).toMatchObject([
      done(id, { published: false, publish_at: null }),
    ]);
  });

  test('a topic is added and removed in any spelling, and one too many is refused', async () => {
    const { change, create } = await start(open);
    const full = await create({ tags: Array.from({ length: MAX_TAGS }, (_, n) => `Topic ${n}`) });
    const kitchen = await create({ tags: ['Sea', 'Kitchen'] });
    expect(await change({ kind: 'topic', topic: 'KITCHEN' }, full.id, kitchen.id)).toMatchObject([
      { ...failed(full.id, 400), problem: { errors: { tags: [expect.any(String)] } } },
      done(kitchen.id, { tags: ['Sea', 'Kitchen'], version: 1 }),
    ]);
    expect(await change({ kind: 'remove_topic', topic: 'kitchen' }, kitchen.id)).toMatchObject([
      done(kitchen.id, { tags: ['Sea'], version: 2 }),
    ]);
  });

  test('posts are deleted, restored and deleted for good; undoing is the reverse call', async () => {
    const { change, create, read, trash } = await start(open);
    const [a, b] = [await create({ published: true }), await create()];
    expect(await change({ kind: 'delete' }, a.id, b.id)).toEqual([
      done(a.id, null),
      done(b.id, null),
    ]);
    expect(await trash()).toHaveLength(2);
    expect(await change({ kind: 'restore' }, a.id)).toMatchObject([done(a.id, { version: 1 })]);
    // Who did not get the answer asks again.
    expect(await change({ kind: 'restore' }, a.id)).toMatchObject([done(a.id, { version: 1 })]);
    expect(await read(a.id)).toEqual(a);
    expect(await change({ kind: 'delete_for_good' }, a.id, b.id)).toEqual([
      failed(a.id, 404),
      done(b.id, null),
    ]);
    expect(await trash()).toEqual([]);
  });

  test('an unknown post does not stop the others', async () => {
    const { change, create, read } = await start(open);
    const { id } = await create();
    const kinds = ['publish', 'unpublish', 'delete', 'restore', 'delete_for_good'] as const;
    for (const kind of kinds)
      expect(await change({ kind }, UNKNOWN_ID)).toEqual([failed(UNKNOWN_ID, 404)]);
    expect(await change({ kind: 'publish' }, UNKNOWN_ID, id)).toMatchObject([
      failed(UNKNOWN_ID, 404),
      done(id, { published: true }),
    ]);
    expect(await read(id)).toMatchObject({ published: true, version: 2 });
  });

  test('a post that is changed at the same time is a conflict, and the others are changed', async () => {
    let onRender: (title: string) => Promise<unknown> = async () => {};
    const { change, create, read, site, token } = await start(open, {
      ...renderInThisThread,
      async renderPost(text) {
        await onRender(text.title);
        return renderInThisThread.renderPost(text);
      },
    });
    const [a, b] = [await create({ title: 'First' }), await create({ title: 'Second' })];
    onRender = async (title) => {
      onRender = async () => {};
      expect(title).toBe('First');
      await site.updatePost(token, a.id, { title: 'Changed elsewhere', published: false });
    };
    expect(await change({ kind: 'publish' }, a.id, b.id)).toMatchObject([
      failed(a.id, 409),
      done(b.id, { published: true }),
    ]);
    expect(await read(a.id)).toMatchObject({ title: 'Changed elsewhere', published: false });
  });

  test('one failure of the server is logged, and does not stop the others', async () => {
    let isBroken = false;
    const { change, create, site } = await start(open, {
      ...renderInThisThread,
      async renderPost(text) {
        if (isBroken && text.title === 'First') throw new Error('broken');
        return renderInThisThread.renderPost(text);
      },
    });
    const [a, b] = [await create({ title: 'First' }), await create({ title: 'Second' })];
    isBroken = true;
    site.expectLoggedError('broken');
    expect(await change({ kind: 'publish' }, a.id, b.id)).toMatchObject([
      { ...failed(a.id, 500), problem: { request_id: expect.any(String) } },
      done(b.id, { published: true }),
    ]);
  });

  test('what a restart interrupted goes on without doing anything twice', async () => {
    const { db, dataDir, databaseUrl, remove } = await open();
    const kept = { dataDir, ...(databaseUrl && { databaseUrl }) };
    const first = await start(async () => ({ ...kept, db, remove: async () => {} }));
    const ids = [];
    for (const title of ['a', 'b', 'c']) ids.push((await first.create({ title })).id);
    const [a = '', ...others] = ids;
    expect(await first.change({ kind: 'publish' }, a)).toHaveLength(1);
    await first.site.app.close();
    const second = await start(async () => ({ ...kept, db: await openDatabase(kept), remove }));
    const outcomes = await second.change({ kind: 'publish' }, a, ...others);
    expect(outcomes).toMatchObject(ids.map((id) => done(id, { published: true, version: 2 })));
  });

  test('too many posts, unknown changes and malformed ids are refused as a whole', async () => {
    const { create, read, send, site } = await start(open);
    const { id } = await create();
    const publish = { kind: 'publish' };
    const refused = [
      { ids: Array.from({ length: MAX_BULK_POSTS + 1 }, () => id), change: publish },
      { ids: [], change: publish },
      { ids: [id, '7'], change: publish },
      { ids: [id], change: { kind: 'rename' } },
      { ids: [id], change: { kind: 'topic' } },
      { ids: [id], change: { kind: 'topic', topic: 'Two, topics' } },
      { ids: [id], change: { kind: 'publish', topic: 'Kitchen' } },
    ];
    for (const payload of refused) expectProblem(await send(payload), 400);
    const payload = { ids: [id], change: publish };
    expectProblem(await site.request({ method: 'POST', url: URL, payload }), 401);
    expect(await read(id)).toMatchObject({ published: false, version: 1 });
  });

  test('a post that is damaged or slow does not stop the others', async () => {
    let slow = '';
    const { change, create, site } = await start(open, {
      ...renderInThisThread,
      async renderPost(text) {
        if (text.title === slow) throw new RenderTimeoutError();
        return renderInThisThread.renderPost(text);
      },
    });
    const [a, b] = [await create({ title: 'a' }), await create({ title: 'b' })];
    site.expectLoggedError(/took too long/);
    slow = 'a';
    expect(await change({ kind: 'publish' }, a.id, b.id)).toMatchObject([
      failed(a.id, 503),
      done(b.id, { published: true }),
    ]);
    await change({ kind: 'delete' }, a.id, b.id);
    const damaged = site.db.updateTable('trashed_posts').set({ snapshot: '{"id":' });
    await damaged.where('post_id', '=', a.id).execute();
    site.expectLoggedError(/damaged|JSON/);
    expect(await change({ kind: 'restore' }, a.id, b.id)).toMatchObject([
      failed(a.id, 503),
      done(b.id, { title: 'b' }),
    ]);
  });

  test('a server that is unavailable is asked once, not for each post', async () => {
    let refused = '';
    const { change, create, send } = await start(open, {
      ...renderInThisThread,
      async renderPost(text) {
        if (text.title === refused) throw new RenderQueueFullError();
        return renderInThisThread.renderPost(text);
      },
    });
    const ids = [];
    for (const title of ['a', 'b', 'c']) ids.push((await create({ title })).id);
    const [a = '', b = '', c = ''] = ids;
    refused = 'a';
    expectProblem(await send({ ids, change: { kind: 'publish' } }), 503);
    refused = 'b';
    expect(await change({ kind: 'publish' }, a, b, c)).toMatchObject([
      done(a, { published: true }),
      failed(b, 503),
      failed(c, 503),
    ]);
  });
});
