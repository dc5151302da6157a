import { matchesSearch } from '@longhand/contract/posts/search';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { expectProblem, postFields, startTestApp } from '../../../test-support/test-app.ts';
import { renderPost } from '../rendering/render.ts';
import { saveRendered } from './posts.repository.ts';
import { createPostsService } from './posts.service.ts';

const DAY = 86_400_000;
const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';

eachDialect((open) => {
  test('creating a post returns 201 with the whole post', async () => {
    const { login, request } = await startTestApp(open);
    const response = await request(
      {
        method: 'POST',
        url: '/api/admin/posts',
        payload: {
          ...postFields,
          title: ' Hello, World ',
          tags: ['Tech', ' tech', 'Science, Life', ''],
          meta_title: '  ',
          featured_image: 'https://example.com/a.png',
          featured_image_alt: 'A picture',
        },
      },
      await login(),
    );
    expect(response.statusCode).toBe(201);
    expect(response.headers.etag).toBe('"1"');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      slug: 'hello-world',
      title: 'Hello, World',
      content: '<p>Its content</p>',
      excerpt: 'Its excerpt',
      tags: ['Tech', 'Science', 'Life'],
      meta_title: null,
      meta_description: null,
      published: true,
      featured_image: 'https://example.com/a.png',
      featured_image_alt: 'A picture',
      created_at: '2026-01-01T12:00:00.000Z',
      updated_at: '2026-01-01T12:00:00.000Z',
      published_at: '2026-01-01T12:00:00.000Z',
      publish_at: null,
      send_when_published: false,
      language: null,
      translation_of: null,
      reading_minutes: 1,
      version: 1,
    });
  });

  test('a post needs only a title, an excerpt and a content; it starts as a draft', async () => {
    const { login, request } = await startTestApp(open);
    const payload = { title: 'T', excerpt: 'E', content: 'C' };
    const response = await request(
      { method: 'POST', url: '/api/admin/posts', payload },
      await login(),
    );
    expect(response.json()).toMatchObject({
      published: false,
      published_at: null,
      tags: [],
      featured_image: null,
    });
  });

  test('the public list has published posts only, the newest publication first', async () => {
    const { login, get, createPost, updatePost, passTime } = await startTestApp(open);
    const token = await login();
    const first = await createPost(token, { title: 'Written first', published: false });
    passTime(1000);
    await createPost(token, { title: 'Written second' });
    passTime(1000);
    await createPost(token, { title: 'A draft', published: false });
    passTime(1000);
    await updatePost(token, first.id, { title: 'Written first', published: true });
    const response = await get('/api/posts');
    expect(response.statusCode).toBe(200);
    expect(response.json().map((post: { title: string }) => post.title)).toEqual([
      'Written first',
      'Written second',
    ]);
  });

  test('the administrator’s list has drafts too, the newest creation first', async () => {
    const { login, get, createPost, passTime } = await startTestApp(open);
    const token = await login();
    await createPost(token, { title: 'One', published: false });
    passTime(1000);
    await createPost(token, { title: 'Two' });
    const response = await get('/api/admin/posts', token);
    expect(response.json().map((post: { title: string }) => post.title)).toEqual(['Two', 'One']);
  });

  test('the administrator’s list comes without bodies, or with one post only, when asked to', async () => {
    const { login, get, createPost, passTime } = await startTestApp(open);
    const token = await login();
    const one = await createPost(token, { title: 'One', published: false });
    passTime(1000);
    const two = await createPost(token, { title: 'Two' });
    const summaries = [two, one].map(({ content: _, ...summary }) => summary);
    const list = async (query: string) => {
      const response = await get(`/api/admin/posts?${query}`, token);
      expect(response.statusCode, response.body).toBe(200);
      return response.json();
    };
    expect(await list('view=summary')).toEqual(summaries);
    expect(await list(`id=${one.id}`)).toEqual([one]);
    expect(await list(`view=summary&id=${one.id}`)).toEqual([summaries[1]]);
    expect(await list(`id=${UNKNOWN_ID}`)).toEqual([]);
    expect(await list('page=2')).toEqual([two, one]);
  });

  test.each(['view=full', 'view=', 'view=summary&view=summary', 'id=7', 'id='])(
    'the administrator’s list with ?%s is 400',
    async (query) => {
      const { login, get } = await startTestApp(open);
      expectProblem(await get(`/api/admin/posts?${query}`, await login()), 400);
    },
  );

  test('the first publication keeps its date through unpublishing and publishing again', async () => {
    const { login, createPost, updatePost, passTime } = await startTestApp(open);
    const token = await login();
    const { id, published_at } = await createPost(token);
    passTime(DAY);
    expect(await updatePost(token, id, { published: false })).toMatchObject({
      published: false,
      published_at,
    });
    passTime(DAY);
    expect(await updatePost(token, id, { published: true })).toMatchObject({
      published: true,
      published_at,
      created_at: '2026-01-01T12:00:00.000Z',
      updated_at: '2026-01-03T12:00:00.000Z',
      version: 3,
    });
  });

  test('a featured image’s address is stored in its normal form', async () => {
    const { login, createPost } = await startTestApp(open);
    const { featured_image } = await createPost(await login(), {
      featured_image: ' HTTPS://Example.COM/a b.png',
    });
    expect(featured_image).toBe('https://example.com/a%20b.png');
  });

  test('what an update leaves out stays as it is', async () => {
    const { login, request, createPost } = await startTestApp(open);
    const token = await login();
    const created = await createPost(token, {
      tags: ['Keep'],
      meta_title: 'Meta',
      featured_image: '/uploads/a.png',
      featured_image_alt: 'Alt',
    });
    const response = await request(
      {
        method: 'PUT',
        url: `/api/admin/posts/${created.id}`,
        payload: { title: 'New', content: 'C', excerpt: 'E' },
      },
      token,
    );
    expect(response.json()).toMatchObject({
      title: 'New',
      tags: ['Keep'],
      meta_title: 'Meta',
      published: true,
      featured_image: '/uploads/a.png',
      featured_image_alt: 'Alt',
    });
  });

  test('another image does not keep the old one’s alternative text', async () => {
    const { login, createPost, updatePost } = await startTestApp(open);
    const token = await login();
    const { id } = await createPost(token, {
      featured_image: '/uploads/a.png',
      featured_image_alt: 'A cat',
    });
    const updated = await updatePost(token, id, { featured_image: '/uploads/b.png' });
    expect(updated).toMatchObject({ featured_image: '/uploads/b.png', featured_image_alt: null });
  });

  test('a stale If-Match gets 409 and overwrites nothing; the right one goes through', async () => {
    const { login, get, request, createPost, updatePost } = await startTestApp(open);
    const token = await login();
    const { id } = await createPost(token);
    await updatePost(token, id, { title: 'Second' });
    const put = (ifMatch: string, title: string) =>
      request(
        {
          method: 'PUT',
          url: `/api/admin/posts/${id}`,
          headers: { 'if-match': ifMatch },
          payload: { ...postFields, title },
        },
        token,
      );
    expectProblem(await put('"1"', 'Stale'), 409, { type: 'urn:longhand:problem:edit-conflict' });
    expect((await get('/api/admin/posts', token)).json()[0].title).toBe('Second');
    const fresh = await put('"2"', 'Third');
    expect(fresh.statusCode).toBe(200);
    expect(fresh.headers.etag).toBe('"3"');
    expect((await put('*', 'Fourth')).statusCode).toBe(200);
    expect((await put('4', 'Fifth')).statusCode).toBe(200);
    expectProblem(await put('"abc"', 'Broken'), 400);
  });

  test('of many updates with the same If-Match exactly one wins', async () => {
    const { login, request, createPost } = await startTestApp(open);
    const token = await login();
    const { id } = await createPost(token);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        request(
          {
            method: 'PUT',
            url: `/api/admin/posts/${id}`,
            headers: { 'if-match': '1' },
            payload: { ...postFields, title: `Try ${n}` },
          },
          token,
        ),
      ),
    );
    const statuses = responses.map((response) => response.statusCode).toSorted();
    expect(statuses).toEqual([200, ...Array(9).fill(409)]);
  });

  test('deleting returns 204 and the post is gone from everywhere but the trash', async () => {
    const { login, get, request, createPost, updatePost, db } = await startTestApp(open);
    const token = await login();
    const { id, slug } = await createPost(token, { tags: ['Only here'] });
    await updatePost(token, id, { tags: ['Only here'], excerpt: 'Changed' });
    const response = await request({ method: 'DELETE', url: `/api/admin/posts/${id}` }, token);
    expect(response.statusCode).toBe(204);
    expect(response.body).toBe('');
    expect((await get('/api/posts')).json()).toEqual([]);
    expect((await get('/api/admin/posts', token)).json()).toEqual([]);
    expect((await get('/api/tags')).json()).toEqual({ tags: [] });
    expectProblem(await get(`/api/posts/${slug}`), 404);
    expectProblem(await request({ method: 'DELETE', url: `/api/admin/posts/${id}` }, token), 404);
    const trashed = await db.selectFrom('trashed_posts').selectAll().executeTakeFirstOrThrow();
    expect(JSON.parse(trashed.snapshot)).toMatchObject({
      id,
      excerpt: 'Changed',
      tags: ['Only here'],
    });
  });

  test('a draft returns 404 to everybody and 200 to the administrator, sanitised and not to be cached', async () => {
    const { login, get, createPost } = await startTestApp(open);
    const token = await login();
    const { slug } = await createPost(token, {
      published: false,
      content: '<p>x</p><script>1</script>',
    });
    expectProblem(await get(`/api/posts/${slug}`), 404);
    expectProblem(await get(`/api/posts/${slug}`, 'not-a-token'), 404);
    const response = await get(`/api/posts/${slug}`, token);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ published: false, content: '<p>x</p>' });
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    });
  });

  test('a published post returns the same with and without a token', async () => {
    const { login, get, createPost } = await startTestApp(open);
    const token = await login();
    const { slug } = await createPost(token);
    const [anonymous, administrator] = [
      await get(`/api/posts/${slug}`),
      await get(`/api/posts/${slug}`, token),
    ];
    expect(anonymous.statusCode).toBe(200);
    expect(administrator.body).toBe(anonymous.body);
  });

  test('posts that an older version rendered are rendered anew', async () => {
    const { login, get, createPost, db } = await startTestApp(open);
    const token = await login();
    const { slug } = await createPost(token, { content: '<p>kept</p><script>1</script>' });
    await db.updateTable('posts').set({ rendering: 0, public_content: 'old' }).execute();
    await db.updateTable('post_search').set({ text: 'OLD' }).execute();
    const posts = createPostsService(db, () => new Date());
    expect(await posts.renderOutdated()).toBe(1);
    expect(await posts.renderOutdated()).toBe(0);
    expect((await get(`/api/posts/${slug}`)).json()).toMatchObject({
      content: '<p>kept</p>',
      version: 1,
    });
    expect((await get('/api/posts?q=kept')).json()).toHaveLength(1);
    expect((await get('/api/posts?q=old')).json()).toEqual([]);
  });

  test('a rendering that was overtaken by a newer version is not stored', async () => {
    const { login, get, createPost, updatePost, db } = await startTestApp(open);
    const token = await login();
    const old = await createPost(token, { content: '<p>old</p>' });
    const { slug } = await updatePost(token, old.id, { content: '<p>new</p>' });
    const rendered = await renderPost(old);
    await db.transaction().execute((trx) => saveRendered(trx, old, rendered));
    expect((await get(`/api/posts/${slug}`)).json().content).toBe('<p>new</p>');
    expect((await get('/api/posts?q=new')).json()).toHaveLength(1);
    expect((await get('/api/posts?q=old')).json()).toEqual([]);
  });

  test('the text to search in holds title, excerpt and visible text', async () => {
    const { login, createPost, db } = await startTestApp(open);
    await createPost(await login(), {
      title: 'Ä title',
      excerpt: 'An excerpt',
      content: '<b class="wide">Bold</b>',
    });
    const { text } = await db.selectFrom('post_search').select('text').executeTakeFirstOrThrow();
    for (const found of ['ä TITLE', 'excerpt', 'bold'])
      expect(matchesSearch(text, found)).toBe(true);
    expect(matchesSearch(text, 'wide')).toBe(false);
  });

  test('public responses are revalidated each time; private ones are not stored', async () => {
    const { login, get, createPost } = await startTestApp(open, {
      WEB_ORIGINS: 'https://a.example',
    });
    const token = await login();
    const { slug } = await createPost(token);
    const post = await get(`/api/posts/${slug}`);
    expect(post.headers).toMatchObject({
      'cache-control': 'no-cache',
      vary: 'Origin, Authorization, Accept-Encoding',
    });
    expect((await get('/api/posts')).headers['cache-control']).toBe('no-cache');
    expect((await get('/api/admin/posts', token)).headers['cache-control']).toBe('no-store');
  });

  test('unknown ids and slugs are 404, malformed ids 400', async () => {
    const { login, get, request } = await startTestApp(open);
    const token = await login();
    expectProblem(await get('/api/posts/nothing'), 404);
    expectProblem(await get(`/api/posts/${'x'.repeat(2500)}`), 404);
    const put = { method: 'PUT', payload: postFields } as const;
    expectProblem(await request({ ...put, url: `/api/admin/posts/${UNKNOWN_ID}` }, token), 404);
    expectProblem(await request({ ...put, url: '/api/admin/posts/7' }, token), 400);
    expectProblem(
      await request({ method: 'DELETE', url: `/api/admin/posts/${UNKNOWN_ID}` }, token),
      404,
    );
  });

  test('a null byte in an address or query is 400', async () => {
    const { get } = await startTestApp(open);
    for (const path of ['/a%00b', '?tag=%00', '?related=%00&limit=3'])
      expectProblem(await get(`/api/posts${path}`), 400);
  });

  test('the administrator gets any content back byte for byte', async () => {
    const { login, get, createPost, updatePost } = await startTestApp(open);
    const token = await login();
    const { id } = await createPost(token);
    const content = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 300 })
      .filter((value) => value.trim() !== '' && !value.includes('\0') && value.isWellFormed());
    await fc.assert(
      fc.asyncProperty(content, async (value) => {
        expect((await updatePost(token, id, { content: value })).content).toBe(value);
        expect((await get('/api/admin/posts', token)).json()[0].content).toBe(value);
      }),
      { numRuns: 50 },
    );
  });
});
