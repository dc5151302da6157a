import { expect, test } from 'vitest';
import { eachDialect } from '../../../../test-support/dialects.ts';
import { startTestApp } from '../../../../test-support/test-app.ts';
import type { Database } from '../../database/tables.ts';
import { renderInThisThread } from '../../rendering/render.ts';
import { fillSearchTexts } from './private-search.service.ts';

type Found = { id: string; title: string; post_id?: string | null };

async function startSearch(open: Parameters<typeof startTestApp>[0]) {
  const site = await startTestApp(open);
  const token = await site.login();
  const search = async (path: string, query: string): Promise<string[]> => {
    const response = await site.get(`/api/admin/${path}?q=${encodeURIComponent(query)}`, token);
    expect(response.statusCode, response.body).toBe(200);
    return response.json().map(({ title }: Found) => title);
  };
  return {
    ...site,
    token,
    inCopies: (query: string) => search('working-copies', query),
    inTrash: (query: string) => search('trash', query),
    deletePost: async (id: string) => {
      const { statusCode } = await site.request(
        { method: 'DELETE', url: `/api/admin/posts/${id}` },
        token,
      );
      expect(statusCode).toBe(204);
    },
  };
}

const forget = async (db: Database) => {
  for (const table of ['working_copies', 'trashed_posts'] as const)
    await db.updateTable(table).set({ search_text: null }).execute();
};

eachDialect((open) => {
  test('a search finds what is not saved yet, in any case, and no markup', async () => {
    const site = await startSearch(open);
    const post = await site.createPost(site.token, { title: 'Saved' });
    await site.saveWorkingCopy(site.token, post.id, {
      title: 'Edited',
      excerpt: 'About the moon',
      content: '<p class="hidden">A <b>ti</b>de &amp; Straße&nbsp;7<script>secret</script></p>',
      tags: 'Ocean, 日本',
    });
    site.passTime(1_000);
    await site.saveWorkingCopy(site.token, 'a-key', { title: 'Unsaved', content: 'Only a ti' });
    for (const query of ['TIDE', 'strasse 7', 'moon', 'OCEAN', '本', 'edited', 'tide & s'])
      expect(await site.inCopies(query), query).toEqual(['Edited']);
    for (const query of ['hidden', 'secret', 'script', 'moon tide', 'saved yet', '\0', '%', '_'])
      expect(await site.inCopies(query), query).toEqual([]);
    expect(await site.inCopies(' ti')).toEqual(['Unsaved', 'Edited']);
    expect(await site.inCopies(' ')).toHaveLength(2);

    await site.saveWorkingCopy(site.token, 'a-key', { title: 'Unsaved', content: 'Only a tide' });
    expect((await site.inCopies('tide')).toSorted()).toEqual(['Edited', 'Unsaved']);
    await site.saveWorkingCopy(site.token, post.id, { content: '<div>'.repeat(2_000) });
    expect(await site.inCopies('tide')).toEqual(['Unsaved']);
    const { statusCode } = await site.get(
      `/api/admin/working-copies?q=${'a'.repeat(201)}`,
      site.token,
    );
    expect(statusCode).toBe(400);
  });

  test('a search finds deleted posts, and what was being written of them', async () => {
    const site = await startSearch(open);
    const fields = { content: '<p title="hidden">The <i>ti</i>de</p>', tags: ['Ocean'] };
    const published = await site.createPost(site.token, { ...fields, title: 'A', published: true });
    const draft = await site.createPost(site.token, { ...fields, title: 'B', excerpt: 'Moon' });
    await site.createPost(site.token, { ...fields, title: 'Not deleted' });
    await site.saveWorkingCopy(site.token, draft.id, { title: 'B, edited', content: 'Peas' });
    await site.deletePost(published.id);
    site.passTime(1_000);
    await site.deletePost(draft.id);
    for (const query of ['TIDE', 'ocean']) expect(await site.inTrash(query)).toEqual(['B', 'A']);
    expect(await site.inTrash('moon')).toEqual(['B']);
    for (const query of ['hidden', 'title', 'not deleted', '\0'])
      expect(await site.inTrash(query), query).toEqual([]);
    expect(await site.inTrash('')).toHaveLength(2);
    expect(await site.inCopies('peas')).toEqual(['B, edited']);
    await site.request({ method: 'POST', url: `/api/admin/trash/${draft.id}/restore` }, site.token);
    expect(await site.inTrash('tide')).toEqual(['A']);
  });

  test('rows from before the search knew them are found after a start', async () => {
    const site = await startSearch(open);
    for (let n = 0; n < 120; n += 1) {
      const { id } = await site.createPost(site.token, { title: `Tide ${n}` });
      await site.deletePost(id);
    }
    await site.saveWorkingCopy(site.token, 'a-key', { content: '<p>A tide</p>', tags: 'Sea' });
    await site.saveWorkingCopy(site.token, 'deep', { content: `${'<div>'.repeat(2_000)}tide` });
    await site.saveWorkingCopy(site.token, 'damaged', { content: 'tide' });
    await site.db
      .updateTable('working_copies')
      .set({ form: '{' })
      .where('id', '=', 'damaged')
      .execute();
    await forget(site.db);
    expect([await site.inTrash('tide'), await site.inCopies('tide')]).toEqual([[], []]);
    await fillSearchTexts(site.db, renderInThisThread);
    expect(await site.inTrash('tide')).toHaveLength(120);
    expect(await site.inCopies('tide')).toHaveLength(2);
    expect(await site.inCopies('sea')).toHaveLength(1);
  });

  test('a working copy is stored even if its text cannot be read', async () => {
    const renderText = () => Promise.reject(new Error('The thread has ended'));
    const site = await startTestApp(open, {}, { ...renderInThisThread, renderText });
    site.expectLoggedError('The thread has ended');
    const token = await site.login();
    await site.saveWorkingCopy(token, 'a-key', { title: 'Kept', content: 'tide' });
    const list = (await site.get('/api/admin/working-copies', token)).json();
    expect(list).toMatchObject([{ title: 'Kept' }]);
  });
});
