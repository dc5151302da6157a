import { tagKey } from '@longhand/contract/posts/tags';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { expectProblem, startTestApp } from '../../../test-support/test-app.ts';

eachDialect((open) => {
  test('the tags of published posts are listed once each, sorted; those of drafts are not', async () => {
    const { login, get, createPost } = await startTestApp(open);
    const token = await login();
    await createPost(token, { tags: ['zebra', 'Apple'] });
    await createPost(token, { tags: ['apple', 'Banana'] });
    await createPost(token, { tags: ['Secret'], published: false });
    const response = await get('/api/tags');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ tags: ['Apple', 'Banana', 'zebra'] });
  });

  test('the administrator gets the tags of drafts too, with their posts, the most used first', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const tags = () => site.get('/api/admin/tags', token);
    expect((await tags()).json()).toEqual([]);
    await site.createPost(token, { tags: ['Zebra', 'Öl'] });
    await site.createPost(token, { tags: ['zebra', 'Secret'], published: false });
    const { id } = await site.createPost(token, { tags: ['Gone', 'apple'] });
    await site.createPost(token, { tags: ['apple', 'Zebra'] });
    await site.request({ method: 'DELETE', url: `/api/admin/posts/${id}` }, token);
    const response = await tags();
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toEqual([
      { tag: 'Zebra', posts: 3 },
      { tag: 'apple', posts: 1 },
      { tag: 'Öl', posts: 1 },
      { tag: 'Secret', posts: 1 },
    ]);
    expectProblem(await site.get('/api/admin/tags'), 401);
  });

  test('the first spelling wins across the blog', async () => {
    const { login, createPost, updatePost } = await startTestApp(open);
    const token = await login();
    await createPost(token, { tags: ['JavaScript'] });
    const other = await createPost(token, { tags: ['Web', 'JAVASCRIPT'] });
    expect(other.tags).toEqual(['Web', 'JavaScript']);
    expect((await updatePost(token, other.id, { tags: ['javascript'] })).tags).toEqual([
      'JavaScript',
    ]);
  });

  test('of several spellings, that of the oldest post wins, published ones first', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const spell = async (tag: string, published: boolean) => {
      const { id } = await site.createPost(token, { tags: [`${tag} ${published}`], published });
      site.passTime(1_000);
      return async () => {
        const row = { tag_key: tagKey('tea'), tag };
        await site.db.updateTable('post_tags').set(row).where('post_id', '=', id).execute();
        await site.db
          .updateTable('posts')
          .set({ tags: JSON.stringify([tag]) })
          .where('id', '=', id)
          .execute();
      };
    };
    const draft = await spell('TEA', false);
    const oldest = await spell('teA', true);
    // Written in another order than the posts: neither database may go by that.
    for (const write of [await spell('Tea', true), await spell('tea', true), draft, oldest])
      await write();
    expect((await site.createPost(token, { tags: ['tEA'] })).tags).toEqual(['teA']);
    expect((await site.get('/api/tags')).json()).toEqual({ tags: ['teA'] });
    expect((await site.get('/api/admin/tags', token)).json()).toEqual([{ tag: 'teA', posts: 5 }]);
    await site.db.updateTable('post_tags').set({ sort_key: null }).execute();
    expect((await site.createPost(token, { tags: ['tEA'] })).tags).toEqual(['TEA']);
  });

  test('the only post with a tag may spell it anew', async () => {
    const { login, get, createPost, updatePost } = await startTestApp(open);
    const token = await login();
    const { id } = await createPost(token, { tags: ['graphql'] });
    expect((await updatePost(token, id, { tags: ['GraphQL'] })).tags).toEqual(['GraphQL']);
    expect((await get('/api/tags')).json()).toEqual({ tags: ['GraphQL'] });
  });

  test('a tag goes with the last published post that has it', async () => {
    const { login, get, createPost, updatePost } = await startTestApp(open);
    const token = await login();
    const { id } = await createPost(token, { tags: ['Rare'] });
    await updatePost(token, id, { tags: ['Rare'], published: false });
    expect((await get('/api/tags')).json()).toEqual({ tags: [] });
  });
});
