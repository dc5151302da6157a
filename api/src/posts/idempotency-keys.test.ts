import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import {
  expectProblem,
  postFields,
  startTestApp,
  type TestApp,
} from '../../../test-support/test-app.ts';
import { createPostsService } from './posts.service.ts';

const DAY = 86_400_000;

function create(site: TestApp, token: string, key: string, fields: Record<string, unknown> = {}) {
  return site.request(
    {
      method: 'POST',
      url: '/api/admin/posts',
      payload: { ...postFields, ...fields },
      headers: { 'idempotency-key': key },
    },
    token,
  );
}

async function countPosts(site: TestApp, token: string): Promise<number> {
  return (await site.get('/api/admin/posts?view=summary', token)).json().length;
}

eachDialect((open) => {
  test('the same key again creates nothing and returns the post as it was created', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const first = await create(site, token, 'a-key');
    expect(first.statusCode).toBe(201);
    const again = await create(site, token, 'a-key');
    expect(again.statusCode).toBe(200);
    expect(again.headers.etag).toBe('"1"');
    expect(again.json()).toEqual(first.json());
    expect(await countPosts(site, token)).toBe(1);
  });

  test('so it does for another session and a post that was changed since', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const slug = 'a-chosen-one';
    const first = await create(site, token, 'a-key', { slug });
    await site.updatePost(token, first.json().id, { title: 'Changed elsewhere' });
    const again = await create(site, await site.login(), 'a-key', { slug });
    expect(again.statusCode).toBe(200);
    expect(again.json()).toEqual(first.json());
    expect(await countPosts(site, token)).toBe(1);
    const [now] = (await site.get('/api/admin/posts', token)).json();
    expect(now).toMatchObject({ title: 'Changed elsewhere', version: 2 });
  });

  test('with another body, it is refused and names the post', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const { id } = (await create(site, token, 'a-key')).json();
    const differences = [
      { title: 'Typed since' },
      { slug: 'a-chosen-one' },
      { published: false },
      { tags: ['b', 'a'] },
    ];
    for (const fields of differences) {
      expectProblem(await create(site, token, 'a-key', fields), 422, {
        type: 'urn:longhand:problem:idempotency-key-reused',
        post_id: id,
      });
    }
    const found = (await site.get('/api/admin/posts', token)).json();
    expect(found).toMatchObject([{ id, version: 1, title: postFields.title }]);
  });

  test('the same body can be written in other ways', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const payload = { title: 'A title', excerpt: 'An excerpt', content: '<p>A</p>', tags: ['a'] };
    const send = (body: object) =>
      site.request(
        {
          method: 'POST',
          url: '/api/admin/posts',
          payload: body,
          headers: { 'idempotency-key': 'a-key' },
        },
        token,
      );
    const first = await send(payload);
    expect(first.statusCode).toBe(201);
    const reordered = Object.fromEntries(Object.entries(payload).toReversed());
    const spelledOut = { ...payload, published: false, meta_title: null, meta_description: '' };
    const untrimmed = { ...payload, title: ' A title ', tags: ['a, '] };
    for (const body of [reordered, spelledOut, untrimmed]) {
      const again = await send(body);
      expect(again.statusCode, again.body).toBe(200);
      expect(again.json()).toEqual(first.json());
    }
  });

  test('a key from a version that stored no hash answers 200, whatever the body contains', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const first = await create(site, token, 'a-key');
    await site.db.updateTable('idempotency_keys').set({ body_hash: null }).execute();
    const again = await create(site, token, 'a-key', { title: 'Typed since' });
    expect(again.statusCode).toBe(200);
    expect(again.json()).toEqual(first.json());
  });

  test('of several requests with one key at the same time, one creates', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const titles = ['One', 'One', 'One', 'Two', 'Two', 'Two'];
    const responses = await Promise.all(
      titles.map((title) => create(site, token, 'a-key', { title })),
    );
    const statuses = responses.map(({ statusCode }) => statusCode).toSorted();
    expect(statuses).toEqual([200, 200, 201, 422, 422, 422]);
    const ids = responses.map((response) => response.json().post_id ?? response.json().id);
    expect(new Set(ids).size).toBe(1);
    expect(await countPosts(site, token)).toBe(1);
  });

  test('a request that is refused leaves its key free', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    await site.createPost(token, { slug: 'taken' });
    expectProblem(await create(site, token, 'a-key', { slug: 'taken' }), 400);
    expectProblem(await create(site, token, 'a-key', { title: ' ' }), 400);
    expect((await create(site, token, 'a-key', { slug: 'free' })).statusCode).toBe(201);
  });

  test('a post that was deleted since is not created again; restored, it is found', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const { id } = (await create(site, token, 'a-key')).json();
    await site.request({ method: 'DELETE', url: `/api/admin/posts/${id}` }, token);
    for (const fields of [{}, { title: 'Typed since' }]) {
      expectProblem(await create(site, token, 'a-key', fields), 404, {
        detail: 'The post that was created with this key has been deleted.',
      });
    }
    expect(await countPosts(site, token)).toBe(0);
    await site.request({ method: 'POST', url: `/api/admin/trash/${id}/restore` }, token);
    expect((await create(site, token, 'a-key')).json()).toMatchObject({ id, version: 1 });
  });

  test('a post that was deleted for good is not created again either', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const { id } = (await create(site, token, 'a-key')).json();
    await site.request({ method: 'DELETE', url: `/api/admin/posts/${id}` }, token);
    await site.request({ method: 'DELETE', url: `/api/admin/trash/${id}` }, token);
    expectProblem(await create(site, token, 'a-key'), 404, {
      detail: 'The post that was created with this key has been deleted.',
    });
    expect(await countPosts(site, token)).toBe(0);
    expect((await create(site, token, 'another-key')).statusCode).toBe(201);
  });

  test('without a key, or with another, every request creates a post', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    await site.createPost(token);
    await site.createPost(token);
    expect((await create(site, token, 'one')).statusCode).toBe(201);
    expect((await create(site, token, 'two')).statusCode).toBe(201);
    expect(await countPosts(site, token)).toBe(4);
  });

  test.each(['', 'with spaces', 'ümlaut', 'x'.repeat(129)])(
    'the key “%s” is refused',
    async (key) => {
      const site = await startTestApp(open);
      expectProblem(await create(site, await site.login(), key), 400, {
        errors: { 'idempotency-key': ['must be 1 to 128 visible ASCII characters'] },
      });
    },
  );

  test('a key is stored for 30 days, and deleted after that', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    await create(site, token, 'a-key');
    const sweepAfter = (days: number) =>
      createPostsService(
        site.db,
        () => new Date(Date.parse('2026-01-01T12:00:00Z') + days * DAY),
      ).deleteExpiredKeys();
    await sweepAfter(30);
    expect((await create(site, token, 'a-key')).statusCode).toBe(200);
    await sweepAfter(31);
    expect((await create(site, token, 'a-key')).statusCode).toBe(201);
  });
});
