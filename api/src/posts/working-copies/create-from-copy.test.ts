import type { WorkingCopySummary } from '@longhand/contract/working-copies';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../../test-support/dialects.ts';
import { expectProblem, startTestApp } from '../../../../test-support/test-app.ts';

async function start(open: Parameters<typeof startTestApp>[0]) {
  const site = await startTestApp(open);
  const token = await site.login();
  const admin = (path: string) => site.get(`/api/admin/${path}`, token);
  return {
    site,
    token,
    admin,
    write: (id: string, form: object) => site.saveWorkingCopy(token, id, form),
    toPost: (id: string) =>
      site.request({ method: 'POST', url: `/api/admin/working-copies/${id}/post` }, token),
    send: (method: 'DELETE' | 'POST', path: string) =>
      site.request({ method, url: `/api/admin/${path}` }, token),
    copies: async () => (await admin('working-copies')).json(),
  };
}

const WHOLE = {
  title: 'Tides',
  excerpt: 'The sea',
  content: '<p>In &amp; out</p>',
  tags: 'Sea, Salt',
};

eachDialect((open) => {
  test('a post that was never saved becomes a draft with all that was typed', async () => {
    const { write, toPost, copies, admin, site } = await start(open);
    await write('a-key', { ...WHOLE, published: false, slug: '', publish_at: '' });
    const made = await toPost('a-key');
    expect(made.statusCode).toBe(201);
    const post = made.json();
    expect(post).toMatchObject({ ...WHOLE, tags: ['Sea', 'Salt'], slug: 'tides' });
    expect(post).toMatchObject({ version: 1, published: false, publish_at: null });
    expect(await copies()).toEqual([]);
    expect((await admin('posts')).json()).toHaveLength(1);
    expect((await site.get('/api/posts')).json()).toEqual([]);
    expectProblem(await toPost('a-key'), 404);
  });

  test('one that could not be saved goes to the trash and comes back as it was typed', async () => {
    const { write, toPost, copies, admin, send } = await start(open);
    const form = { content: `<p>${'Ebb and flow '.repeat(9)}</p>`, publish_at: 'tomorrow' };
    await write('a-key', form);
    expect((await copies())[0].first_words).toMatch(/^Ebb and .*…$/);
    const { id, title } = (await toPost('a-key')).json();
    expect(title).toMatch(/^Ebb and .*…$/);
    expect(await copies()).toMatchObject([{ id, post_id: id, base_version: 1 }]);
    expect((await send('DELETE', `posts/${id}`)).statusCode).toBe(204);
    expect(await copies()).toEqual([]);
    expect((await admin('trash')).json()).toMatchObject([{ id, title, published: false }]);
    expect((await send('POST', `trash/${id}/restore`)).statusCode).toBe(200);
    expect((await admin(`working-copies/${id}`)).json()).toMatchObject({ form });
    await send('DELETE', `posts/${id}`);
    expect((await send('DELETE', `trash/${id}`)).statusCode).toBe(204);
    expect((await admin(`working-copies?id=${id}`)).json()).toEqual([]);
  });

  test('one that an editor left open writes again after it was deleted is deleted again', async () => {
    const { write, toPost, copies, admin, send } = await start(open);
    const del = async (form: object) => {
      await write('a-key', form);
      const { id } = (await toPost('a-key')).json();
      expect((await send('DELETE', `posts/${id}`)).statusCode).toBe(204);
      expect(await copies()).toEqual([]);
      return id;
    };
    const first = await del(WHOLE);
    const more = await del({ ...WHOLE, content: '<p>In, out and in</p>' });
    await del({ ...WHOLE, publish_at: 'tomorrow' });
    expect((await admin('trash')).json()).toHaveLength(3);
    await send('POST', `trash/${first}/restore`);
    await del({ ...WHOLE, title: 'Tides, again' });
    expect((await admin(`trash/${more}`)).json().content).toBe('<p>In, out and in</p>');
    expect((await admin('posts')).json()).toMatchObject([
      { id: first, ...WHOLE, tags: ['Sea', 'Salt'] },
    ]);
  });

  test('what is too long for a post stays in its working copy', async () => {
    const { write, toPost, admin } = await start(open);
    const form = { ...WHOLE, title: 'a'.repeat(400), featured_image: 'not an address' };
    await write('a-key', form);
    const post = (await toPost('a-key')).json();
    expect(post).toMatchObject({ title: 'a'.repeat(300), featured_image: null });
    expect((await admin(`working-copies/${post.id}`)).json()).toMatchObject({ form });
  });

  test('without any text it has a name all the same', async () => {
    const { write, toPost, copies } = await start(open);
    await write('a-key', { tags: 'Sea' });
    expect(await copies()).toMatchObject([{ id: 'a-key', title: '', first_words: '' }]);
    expect((await toPost('a-key')).json()).toMatchObject({ title: 'Untitled', tags: ['Sea'] });
  });

  test('lists name a post without a title by its first words', async () => {
    const { write, copies, admin } = await start(open);
    await write('blank', { title: ' ', excerpt: 'A walk', content: '<p>Text</p>' });
    await write('titled', { title: 'Named', content: '<p>Text</p>' });
    const names = (await copies()).map((copy: WorkingCopySummary) => [copy.id, copy.first_words]);
    expect(Object.fromEntries(names)).toEqual({ titled: '', blank: 'A walk' });
    expect((await admin('working-copies?q=walk')).json()).toMatchObject([
      { first_words: 'A walk' },
    ]);
  });

  test('it needs a session and a post that was never saved', async () => {
    const { site, token, write, toPost } = await start(open);
    expectProblem(
      await site.request({ method: 'POST', url: '/api/admin/working-copies/a/post' }),
      401,
    );
    expectProblem(await toPost('nothing'), 404);
    const post = await site.createPost(token);
    await write(post.id, { title: 'Changed' });
    expectProblem(await toPost(post.id), 404);
  });
});
