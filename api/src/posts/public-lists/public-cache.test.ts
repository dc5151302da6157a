import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../../test-support/dialects.ts';
import { startTestApp, type TestApp } from '../../../../test-support/test-app.ts';
import { createPostsService } from '../posts.service.ts';
import { readPublicState } from './public-posts.repository.ts';

const LONG = `<p>${'A sentence that is said again and again. '.repeat(60)}</p>`;

const ask = (site: TestApp, url: string, headers: Record<string, string>) =>
  site.request({ method: 'GET', url, headers });

eachDialect((open) => {
  test.each([
    ...['/api/posts', '/api/tags', '/api/posts/a-post', '/api/posts?view=summary&limit=6'],
    '/api/archive/2026',
  ])('%s has a strong tag, is not sent twice, and is sent anew after a change', async (url) => {
    const site = await startTestApp(open);
    const token = await site.login();
    const post = await site.createPost(token, { title: 'A Post', content: LONG });
    const first = await site.get(url);
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    const again = await ask(site, url, { 'if-none-match': `"other", W/${etag}` });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    expect(again.headers.etag).toBe(etag);

    await site.updatePost(token, post.id, { title: 'Another', tags: ['Other'], slug: 'a-post' });
    const changed = await ask(site, url, { 'if-none-match': etag });
    expect(changed.statusCode).toBe(200);
    expect(changed.body).not.toBe(first.body);
    expect(changed.headers.etag).not.toBe(etag);
  });

  test('writes of a working copy keep what is cached', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const { id } = await site.createPost(token);
    const url = '/api/tags';
    const first = await site.get(url);
    await site.saveWorkingCopy(token, id, { title: 'Half a sen', tags: 'other' });
    await site.saveWorkingCopy(token, 'a-key', { title: 'Unfinished' });
    await site.request({ method: 'DELETE', url: '/api/admin/working-copies/a-key' }, token);
    // Without its table, only the cache can answer.
    await site.db.schema.alterTable('post_tags').renameTo('elsewhere').execute();
    const cached = await site.get(url);
    await site.db.schema.alterTable('elsewhere').renameTo('post_tags').execute();
    expect(cached.statusCode).toBe(200);
    expect([cached.body, cached.headers.etag]).toEqual([first.body, first.headers.etag]);
  });

  test('each encoding has its own tag, and any of them is known', async () => {
    const site = await startTestApp(open);
    await site.createPost(await site.login(), { content: LONG });
    const url = '/api/posts/a-post';
    const plain = await site.get(url);
    const brotli = await ask(site, url, { 'accept-encoding': 'gzip, br' });
    const gzip = await ask(site, url, { 'accept-encoding': 'gzip' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
    const tags = [plain, brotli, gzip].map((response) => String(response.headers.etag));
    expect(new Set(tags).size).toBe(3);
    for (const etag of tags) {
      const known = await ask(site, url, { 'if-none-match': etag, 'accept-encoding': 'br' });
      expect(known.statusCode).toBe(304);
    }
  });

  test('what only the administrator gets is packed, too', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    await site.createPost(token, { content: LONG });
    const url = '/api/admin/posts';
    const plain = await site.get(url, token);
    const response = await site.request(
      { method: 'GET', url, headers: { 'accept-encoding': 'br' } },
      token,
    );
    expect(response.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'no-store',
    });
    expect(brotliDecompressSync(response.rawPayload).toString()).toBe(plain.body);
  });

  test('what the administrator does is seen by the next request, whichever call it was', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const titles = async () =>
      (await site.get('/api/posts')).json().map((each: { title: string }) => each.title);
    const { id } = await site.createPost(token, { title: 'One' });
    expect(await titles()).toEqual(['One']);
    await site.updatePost(token, id, { title: 'Two' });
    expect(await titles()).toEqual(['Two']);
    await site.updatePost(token, id, { title: 'Two', published: false });
    expect(await titles()).toEqual([]);
    await site.updatePost(token, id, { title: 'Three' });
    expect(await titles()).toEqual(['Three']);
    await site.request({ method: 'DELETE', url: `/api/admin/posts/${id}` }, token);
    expect(await titles()).toEqual([]);
    await site.request({ method: 'POST', url: `/api/admin/trash/${id}/restore` }, token);
    expect(await titles()).toEqual(['Three']);
  });

  test('what another process does is seen soon', async () => {
    const site = await startTestApp(open);
    await site.createPost(await site.login(), { title: 'One' });
    expect((await site.get('/api/posts')).json()).toHaveLength(1);
    const other = createPostsService(site.db, () => new Date());
    await other.create({ title: 'Two', excerpt: 'e', content: 'c', published: true });
    const list = async () => (await site.get('/api/posts')).json();
    await expect.poll(list).toHaveLength(2);
  });

  test('the state counts what is public, and changes with nothing else', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const state = () => readPublicState(site.db);
    const before = await state();
    expect(before).toMatchObject({ posts: 0, characters: 0 });
    const draft = await site.createPost(token, { published: false });
    await site.updatePost(token, draft.id, { title: 'Changed', published: false });
    expect(await state()).toEqual(before);
    const post = await site.createPost(token, { title: 'abc', excerpt: 'de', content: '<p>f</p>' });
    const published = await state();
    expect(published).toMatchObject({ posts: 1, characters: 13 });
    expect(published.revision).toBeGreaterThan(before.revision);
    await site.updatePost(token, post.id, { title: 'abcd', excerpt: 'de', content: '<p>f</p>' });
    expect(await state()).toMatchObject({ posts: 1, characters: 14 });
    await site.updatePost(token, draft.id, { title: 'ab', excerpt: 'c', content: '<p>d</p>' });
    expect(await state()).toMatchObject({ posts: 2, characters: 25 });
    await site.updatePost(token, draft.id, { published: false });
    await site.request({ method: 'DELETE', url: `/api/admin/posts/${post.id}` }, token);
    const after = await state();
    expect(after).toMatchObject({ posts: 0, characters: 0 });
    expect((await site.get('/api/state')).json()).toEqual(after);
  });
});
