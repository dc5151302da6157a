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

  test('so it does for another session, another body and a post that was changed since', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const slug = 'a-chosen-one';
    const first = await create(site, token, 'a-key', { slug });
    await site.updatePost(token, first.json().id, { title: 'Changed elsewhere' });
    const later = await site.login();
    const again = await create(site, later, 'a-key', { title: 'Typed since', slug });
    expect(again.statusCode).toBe(200);
    expect(again.json()).toEqual(first.json());
    expect(await countPosts(site, token)).toBe(1);
    const [now] = (await site.get('/api/admin/posts', token)).json();
    expect(now).toMatchObject({ title: 'Changed elsewhere', version: 2 });
  });

  test('of several requests with one key at the same time, one creates', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const titles = ['One', 'Two', 'Three', 'Four', 'Five'];
    const responses = await Promise.all(
      titles.map((title) => create(site, token, 'a-key', { title })),
    );
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      200, 200, 200, 200, 201,
    ]);
    expect(new Set(responses.map((response) => response.json().id)).size).toBe(1);
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
    const again = await create(site, token, 'a-key');
    expectProblem(again, 404, {
      detail: 'The post that was created with this key has been deleted.',
    });
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
