import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { expectProblem, postFields, startTestApp } from '../../../test-support/test-app.ts';

eachDialect((open) => {
  test('equal titles get numbers, and a reserved word gets one at once', async () => {
    const { login, createPost } = await startTestApp(open);
    const token = await login();
    const slugs = [];
    for (const title of ['Same', 'same!', 'SAME', 'New', 'New']) {
      slugs.push((await createPost(token, { title })).slug);
    }
    expect(slugs).toEqual(['same', 'same-2', 'same-3', 'new-2', 'new-3']);
  });

  test('many posts of one title created at once all get their own slug', async () => {
    const { login, createPost } = await startTestApp(open);
    const token = await login();
    const posts = await Promise.all(Array.from({ length: 30 }, () => createPost(token)));
    expect(new Set(posts.map((post) => post.slug)).size).toBe(30);
  });

  test('a title with nothing to keep gets post- and a part of the id', async () => {
    const { login, createPost } = await startTestApp(open);
    const { id, slug } = await createPost(await login(), { title: '—?!' });
    expect(slug).toBe(`post-${id.slice(-8)}`);
  });

  test('the slug follows the title until the first publication, then never by itself', async () => {
    const { login, createPost, updatePost } = await startTestApp(open);
    const token = await login();
    const { id } = await createPost(token, { title: 'First idea', published: false });
    const draft = { published: false };
    expect((await updatePost(token, id, { ...draft, title: 'Better idea' })).slug).toBe(
      'better-idea',
    );
    expect((await updatePost(token, id, { title: 'Better idea' })).slug).toBe('better-idea');
    expect((await updatePost(token, id, { title: 'Third idea' })).slug).toBe('better-idea');
    expect((await updatePost(token, id, { ...draft, title: 'Fourth' })).slug).toBe('better-idea');
  });

  test('a draft whose first title had nothing to keep follows its next one', async () => {
    const { login, createPost, updatePost } = await startTestApp(open);
    const token = await login();
    const { id } = await createPost(token, { title: '!!!', published: false });
    expect((await updatePost(token, id, { title: 'Hello' })).slug).toBe('hello');
  });

  test('a slug that looks as if the title had given it, but was asked for, stays', async () => {
    const { login, createPost, updatePost } = await startTestApp(open);
    const token = await login();
    const { id } = await createPost(token, { title: 'Route', slug: 'route-66', published: false });
    expect((await updatePost(token, id, { title: 'Highway' })).slug).toBe('route-66');
  });

  test('a slug that a post had only while it was a draft again leads nowhere', async () => {
    const { login, get, createPost, updatePost } = await startTestApp(open);
    const token = await login();
    const { id } = await createPost(token, { title: 'Seen' });
    await updatePost(token, id, { published: false });
    await updatePost(token, id, { slug: 'unseen', published: false });
    await updatePost(token, id, { slug: 'newest' });
    expect((await get('/api/posts/seen')).statusCode).toBe(301);
    expectProblem(await get('/api/posts/unseen'), 404);
  });

  test('a slug that was asked for stays, whatever the title of the draft becomes', async () => {
    const { login, createPost, updatePost } = await startTestApp(open);
    const token = await login();
    const { id, slug } = await createPost(token, { slug: 'my-own', published: false });
    expect(slug).toBe('my-own');
    expect((await updatePost(token, id, { title: 'Other', published: false })).slug).toBe('my-own');
  });

  test('the address of a draft that moved on is free for another post', async () => {
    const { login, createPost, updatePost, get } = await startTestApp(open);
    const token = await login();
    const { id } = await createPost(token, { title: 'Taken', published: false });
    await updatePost(token, id, { title: 'Moved', published: false });
    expectProblem(await get('/api/posts/taken', token), 404);
    expect((await createPost(token, { title: 'Taken' })).slug).toBe('taken');
  });

  test('old published addresses redirect with 301 to the newest, and belong to the post permanently', async () => {
    const { login, request, get, createPost, updatePost } = await startTestApp(open);
    const token = await login();
    const { id } = await createPost(token, { title: 'Old' });
    await updatePost(token, id, { slug: 'newer' });
    await updatePost(token, id, { slug: 'newest' });
    for (const old of ['old', 'newer']) {
      const response = await get(`/api/posts/${old}`);
      expect(response.statusCode).toBe(301);
      expect(response.body).toBe('');
      expect(response.headers.location).toBe('/api/posts/newest');
    }
    expect((await createPost(token, { title: 'Old' })).slug).toBe('old-2');
    const payload = { ...postFields, slug: 'newer' };
    expectProblem(await request({ method: 'POST', url: '/api/admin/posts', payload }, token), 400, {
      errors: { slug: ['belongs to another post'] },
    });
    expect((await updatePost(token, id, { slug: 'old' })).slug).toBe('old');
    expect((await get('/api/posts/newest')).headers.location).toBe('/api/posts/old');
  });

  test('an old address of a post that is a draft again is 404 for the public', async () => {
    const { login, get, createPost, updatePost } = await startTestApp(open);
    const token = await login();
    const { id } = await createPost(token, { title: 'Old' });
    await updatePost(token, id, { slug: 'newer', published: false });
    expectProblem(await get('/api/posts/old'), 404);
  });

  test('the address of a deleted post is given to no other, and a refusal says why', async () => {
    const { login, request, createPost } = await startTestApp(open);
    const token = await login();
    const { id } = await createPost(token, { title: 'Gone' });
    const payload = { ...postFields, slug: 'gone' };
    const expectRefusal = async (reason: string) =>
      expectProblem(
        await request({ method: 'POST', url: '/api/admin/posts', payload }, token),
        400,
        {
          errors: { slug: [reason] },
        },
      );
    await request({ method: 'DELETE', url: `/api/admin/posts/${id}` }, token);
    expect((await createPost(token, { title: 'Gone' })).slug).toBe('gone-2');
    await expectRefusal('belongs to a post in the trash');
    await request({ method: 'DELETE', url: `/api/admin/trash/${id}` }, token);
    expect((await createPost(token, { title: 'Gone' })).slug).toBe('gone-3');
    await expectRefusal('was the public address of a deleted post, and is never reused');
  });

  test('a post that is deleted for good gives up an address that was never public', async () => {
    const { login, request, createPost } = await startTestApp(open);
    const token = await login();
    const { id } = await createPost(token, { title: 'Gone', published: false });
    await request({ method: 'DELETE', url: `/api/admin/posts/${id}` }, token);
    await request({ method: 'DELETE', url: `/api/admin/trash/${id}` }, token);
    expect((await createPost(token, { title: 'Gone' })).slug).toBe('gone');
  });

  test('any titles whatever give valid slugs, all different', async () => {
    const { login, request } = await startTestApp(open);
    const token = await login();
    const title = fc
      .oneof(
        fc.string({ unit: 'binary', maxLength: 120 }),
        fc.constantFrom('a', 'A!', 'ä', 'new', '2'),
      )
      .filter((value) => value.trim() !== '' && !value.includes('\0') && value.isWellFormed());
    const slugs = new Set<string>();
    await fc.assert(
      fc.asyncProperty(title, async (value) => {
        const payload = { ...postFields, title: value };
        const response = await request({ method: 'POST', url: '/api/admin/posts', payload }, token);
        const { slug } = response.json();
        expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(slug.length).toBeLessThanOrEqual(80);
        expect(slugs.has(slug)).toBe(false);
        slugs.add(slug);
      }),
      { numRuns: 100 },
    );
  });
});
