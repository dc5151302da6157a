import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { expectProblem, startTestApp } from '../../../test-support/test-app.ts';

eachDialect((open) => {
  test('addresses lead to posts, drafts and moved posts, but not to deleted ones', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const create = (title: string, published: boolean) =>
      site.createPost(token, { title, published });
    const moved = await create('Moved', true);
    await create('A draft', false);
    const deleted = await create('Deleted', true);
    await site.request({ method: 'DELETE', url: `/api/admin/posts/${deleted.id}` }, token);
    await site.request(
      {
        method: 'PUT',
        url: `/api/admin/posts/${moved.id}`,
        payload: { title: 'Moved', excerpt: 'E', content: 'C', published: true, slug: 'elsewhere' },
      },
      token,
    );
    const url = '/api/admin/link-targets?slugs=a-draft,moved,elsewhere,deleted,nothing';
    const target = (slug: string, title: string, published: boolean) => ({
      slug,
      title,
      published,
      publish_at: null,
    });
    expect((await site.get(url, token)).json()).toEqual([
      target('a-draft', 'A draft', false),
      target('elsewhere', 'Moved', true),
      target('moved', 'Moved', true),
    ]);
  });

  test('addresses of posts are only answered to the administrator, and not without limit', async () => {
    const site = await startTestApp(open);
    expectProblem(await site.get('/api/admin/link-targets?slugs=a'), 401);
    const token = await site.login();
    const many = Array.from({ length: 51 }, (_, n) => `post-${n}`).join(',');
    expectProblem(await site.get(`/api/admin/link-targets?slugs=${many}`, token), 400);
    expectProblem(await site.get('/api/admin/link-targets', token), 400);
    expectProblem(await site.get('/api/admin/link-targets?slugs=a,b%00', token), 400);
    expect((await site.get('/api/admin/link-targets?slugs=,', token)).json()).toEqual([]);
  });
});
