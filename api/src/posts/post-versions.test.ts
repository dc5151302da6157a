import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { expectProblem, startTestApp } from '../../../test-support/test-app.ts';

const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';

eachDialect((open) => {
  test('the replaced versions of a post are listed newest first, without their bodies', async () => {
    const { login, get, createPost, updatePost, passTime } = await startTestApp(open);
    const token = await login();
    const { id } = await createPost(token, { title: 'First', published: false });
    const url = `/api/admin/posts/${id}/revisions`;
    expect((await get(url, token)).json()).toEqual([]);
    passTime(1000);
    await updatePost(token, id, { title: 'Second' });
    passTime(1000);
    await updatePost(token, id, { title: 'Third' });
    const response = await get(url, token);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual([
      {
        version: 2,
        title: 'Second',
        published: true,
        state_change: null,
        saved_at: '2026-01-01T12:00:01.000Z',
        replaced_at: '2026-01-01T12:00:02.000Z',
      },
      {
        version: 1,
        title: 'First',
        published: false,
        state_change: null,
        saved_at: '2026-01-01T12:00:00.000Z',
        replaced_at: '2026-01-01T12:00:01.000Z',
      },
    ]);
  });

  test('a version that changed only the state says which, in each part of the list', async () => {
    const { login, get, createPost, updatePost, passTime } = await startTestApp(open);
    const token = await login();
    const publish_at = '2026-01-02T12:00:00.000Z';
    const { id } = await createPost(token, { published: false });
    for (const change of [
      { published: false, publish_at },
      { published: false, publish_at: null },
      { published: true },
      { published: true, published_at: '2025-12-01T12:00:00.000Z' },
      { published: true, content: 'Another text' },
      { published: false, content: 'Another text' },
      { published: false, content: 'Another text' },
    ]) {
      passTime(1000);
      await updatePost(token, id, change);
    }
    const url = `/api/admin/posts/${id}/revisions`;
    const changes = ['unpublished', null, 'date', 'published', 'unscheduled', 'scheduled', null];
    const changesOf = (body: { state_change: unknown }[]) => body.map((each) => each.state_change);
    expect(changesOf((await get(url, token)).json())).toEqual(changes);
    const part = await get(`${url}?limit=3&cursor=7`, token);
    expect(changesOf(part.json())).toEqual(changes.slice(1, 4));
  });

  test('every replaced version is stored completely', async () => {
    const { login, createPost, updatePost, db } = await startTestApp(open);
    const token = await login();
    const first = await createPost(token, { content: '<script>one</script>' });
    const second = await updatePost(token, first.id, { content: 'two', tags: ['Other'] });
    await updatePost(token, first.id, { content: 'three' });
    const revisions = await db
      .selectFrom('post_revisions')
      .selectAll()
      .orderBy('version')
      .execute();
    expect(revisions.map((revision) => JSON.parse(revision.snapshot))).toEqual([first, second]);
  });

  test('a replaced version is the whole post as it was', async () => {
    const { login, get, createPost, updatePost, passTime } = await startTestApp(open);
    const token = await login();
    const first = await createPost(token, { content: '<script>one</script>', tags: ['Old'] });
    passTime(1000);
    await updatePost(token, first.id, { content: 'two', slug: 'moved', published: false });
    const response = await get(`/api/admin/posts/${first.id}/revisions/1`, token);
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toEqual(first);
  });

  test('posts and versions that are not there are 404, malformed ones 400', async () => {
    const { login, get, request, createPost, updatePost } = await startTestApp(open);
    const token = await login();
    const { id } = await createPost(token);
    await updatePost(token, id, { title: 'Second' });
    const posts = '/api/admin/posts';
    for (const path of [`${UNKNOWN_ID}/revisions`, `${UNKNOWN_ID}/revisions/1`]) {
      expectProblem(await get(`${posts}/${path}`, token), 404);
    }
    // The second is the one that is current.
    for (const version of [2, 3]) {
      expectProblem(await get(`${posts}/${id}/revisions/${version}`, token), 404);
    }
    for (const path of ['7/revisions', '7/revisions/1', `${id}/revisions/0`, `${id}/revisions/x`]) {
      expectProblem(await get(`${posts}/${path}`, token), 400);
    }
    await request({ method: 'DELETE', url: `${posts}/${id}` }, token);
    for (const path of [`${id}/revisions`, `${id}/revisions/1`]) {
      expectProblem(await get(`${posts}/${path}`, token), 404);
    }
  });
});
