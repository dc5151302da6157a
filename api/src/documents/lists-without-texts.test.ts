import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { startWithPages } from '../../../test-support/pages.ts';
import { recordRows } from '../../../test-support/returned-rows.ts';

const content = '<p>The text that a list must not read</p>';

eachDialect((open) => {
  test('lists of versions and of the trash read no text', async () => {
    const rows = recordRows(open);
    const site = await startWithPages(rows.open);
    const post = await site.createPost(site.token, { title: 'A post', content });
    await site.updatePost(site.token, post.id, { title: 'The post', content });
    const deleted = await site.createPost(site.token, { title: 'A deleted post', content });
    await site.request({ method: 'DELETE', url: `/api/admin/posts/${deleted.id}` }, site.token);
    const page = await site.createPage({ title: 'A page', content });
    await site.updatePage(page.id, { title: 'The page', content });
    await site.deletePage((await site.createPage({ title: 'A deleted page', content })).id);

    for (const [path, title] of [
      [`posts/${post.id}/revisions`, 'A post'],
      ['trash', 'A deleted post'],
      [`pages/${page.id}/revisions`, 'A page'],
      ['trash/pages', 'A deleted page'],
    ] as const) {
      let list: unknown;
      const returned = await rows.during(async () => {
        list = (await site.readAsAdmin(path)).json();
      });
      expect(list).toMatchObject([{ title }]);
      expect(returned).toContain(title);
      expect(returned, path).not.toContain('must not read');
    }
  });

  test('lists of versions and of the trash come in parts, each with a link to the next', async () => {
    const site = await startWithPages(open);
    const post = await site.createPost(site.token, { title: '1' });
    const page = await site.createPage({ title: '1' });
    for (const title of ['2', '3', '4', '5', '6']) {
      await site.updatePost(site.token, post.id, { title });
      await site.updatePage(page.id, { title });
    }
    // Two deletions at the same time, one after the other three.
    for (const title of ['1', '2', '3', '4', '5']) {
      const { id } = await site.createPost(site.token, { title });
      await site.request({ method: 'DELETE', url: `/api/admin/posts/${id}` }, site.token);
      await site.deletePage((await site.createPage({ title })).id);
      if (title !== '1') site.passTime(1000);
    }
    for (const path of [
      `posts/${post.id}/revisions`,
      `pages/${page.id}/revisions`,
      'trash',
      'trash/pages',
    ]) {
      const parts: unknown[] = [];
      for (let next: string | undefined = `/api/admin/${path}?limit=2`; next; ) {
        const { statusCode, body, headers } = await site.get(next, site.token);
        expect(statusCode, body).toBe(200);
        parts.push(JSON.parse(body).map(({ title }: { title: string }) => title));
        next = /^<(.+)>; rel="next"$/.exec(String(headers.link))?.[1];
      }
      expect(parts, path).toEqual([['5', '4'], ['3', '2'], ['1']]);
      for (const query of ['limit=0', 'limit=201', 'cursor=x'])
        expect((await site.readAsAdmin(`${path}?${query}`)).statusCode, query).toBe(400);
    }
  });
});
