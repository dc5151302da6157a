import {
  matchesSearch,
  searchable,
  searchText,
  visibleText,
} from '@longhand/contract/posts/search';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../../test-support/dialects.ts';
import { startTestApp } from '../../../../test-support/test-app.ts';
import { createPostsService } from '../posts.service.ts';

const WORDS = ['tide', 'TIDE', 'Straße', 'STRASSE', 'moon & sun', '日本', '100%', 'a_b', 'the'];

eachDialect((open) => {
  test('the administrator’s search finds text in titles, excerpts, tags and bodies, of drafts too', async () => {
    const { login, get, createPost, passTime } = await startTestApp(open);
    const token = await login();
    const posts = [
      { title: 'On TIDES', published: true },
      { title: 'Excerpt', excerpt: 'About the tide', published: false },
      { title: 'Tagged, public', tags: ['Tidewater'], published: true },
      { title: 'Tagged, draft', tags: ['tidewater'], published: false },
      { title: 'Body, public', content: '<p>A <b>ti</b>de</p>', published: true },
      { title: 'Body, draft', content: '<p>A <b>ti</b>de</p>', published: false },
      { title: 'Only in a tag', content: '<p class="tide">None</p>', published: false },
    ];
    for (const post of posts) {
      await createPost(token, post);
      passTime(1_000);
    }
    const search = async (query: string) => {
      const response = await get(`/api/admin/posts?${query}`, token);
      expect(response.statusCode).toBe(200);
      return response.json() as { id: string; title: string; content?: string }[];
    };
    const found = await search('view=summary&q=%20Tide');
    expect(found.map(({ title }) => title)).toEqual([
      'Body, draft',
      'Body, public',
      'Tagged, draft',
      'Tagged, public',
      'Excerpt',
      'On TIDES',
    ]);
    expect(found[0]).not.toHaveProperty('content');
    expect((await search('q=tide'))[0]?.content).toBe('<p>A <b>ti</b>de</p>');
    expect(await search(`q=tide&id=${found[0]?.id}`)).toHaveLength(1);
    expect(await search('q=')).toHaveLength(posts.length);
    expect(await search('q=%20')).toHaveLength(posts.length);
    expect(await search('q=%00')).toEqual([]);
    expect(await search('q=nowhere')).toEqual([]);
    expect((await get('/api/admin/posts?q=tide')).statusCode).toBe(401);
    expect((await get(`/api/admin/posts?q=${'a'.repeat(201)}`, token)).statusCode).toBe(400);
  });

  test('more posts than one batch are all found, once each', async () => {
    const { db, login, get } = await startTestApp(open);
    const token = await login();
    const service = createPostsService(db, () => new Date());
    for (let n = 0; n < 230; n += 1)
      await service.create({
        title: `Number ${n}`,
        excerpt: 'A common word',
        content: '<p>Text</p>',
        tags: ['Common'],
        published: n % 2 === 0,
      });
    const found = (await get('/api/admin/posts?view=summary&q=common', token)).json();
    expect(new Set(found.map(({ id }: { id: string }) => id)).size).toBe(230);
    expect(found).toHaveLength(230);
  });

  test('it finds exactly what the definition of the search says', async () => {
    const { db, login, get } = await startTestApp(open);
    const token = await login();
    const service = createPostsService(db, () => new Date());
    const word = fc.constantFrom(...WORDS);
    const post = fc.record({
      title: word,
      excerpt: word,
      tag: word,
      body: word,
      published: fc.boolean(),
    });
    const examples = fc.sample(post, { numRuns: 30, seed: 62 });
    for (const { body, tag, ...fields } of examples)
      await service.create({
        ...fields,
        tags: [tag],
        content: `<p>${body.replace('&', '&amp;')}</p>`,
      });
    const all = (await get('/api/admin/posts', token)).json() as {
      id: string;
      title: string;
      excerpt: string;
      tags: string[];
      content: string;
    }[];
    for (const query of [...WORDS, 's', 'ss', 'e', '&', '%', '_', 'n & s', 'sun tide']) {
      const expected = all.filter(
        ({ title, excerpt, tags, content }) =>
          matchesSearch(
            searchText({ title, excerpt, visibleContent: visibleText(content) }),
            query,
          ) || tags.some((tag) => searchable(tag).includes(searchable(query))),
      );
      const found = await get(
        `/api/admin/posts?view=summary&q=${encodeURIComponent(query)}`,
        token,
      );
      const ids = found.json().map(({ id }: { id: string }) => id);
      expect(ids, query).toEqual(expected.map(({ id }) => id));
    }
  });
});
