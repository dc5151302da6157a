import type { Post } from '@longhand/contract/posts/posts';
import { expect, test } from 'vitest';
import { eachDialect, type TestDatabase } from '../../../../test-support/dialects.ts';
import { startTestApp, type TestApp } from '../../../../test-support/test-app.ts';
import { POST_CHECKS } from '../check-posts.ts';
import { createPostsService } from '../posts.service.ts';
import { searchSortKeys } from '../search/search.repository.ts';

const MOVED = '2019-05-04T03:02:01.000Z';
const titles = (posts: readonly Post[]) => posts.map(({ title }) => title);

async function listPages({ get }: TestApp, query: string): Promise<string[]> {
  const found: string[] = [];
  for (let path: string | undefined = `/api/posts?view=summary&limit=1${query}`; path; ) {
    const response = await get(path);
    expect(response.statusCode, path).toBe(200);
    found.push(...titles(response.json()));
    path = /^<(.+)>; rel="next"$/.exec(String(response.headers.link))?.[1];
  }
  return found;
}

/** Every list of the public has this order, and the doctor finds nothing wrong. */
async function expectOrder(site: TestApp, expected: readonly string[]): Promise<void> {
  for (const query of ['', '&tag=tech', '&q=its content', '&q=its content&tag=tech', '&q=c']) {
    const all = (await site.get(`/api/posts?view=summary${query}`)).json();
    expect(titles(all), query).toEqual(expected);
    expect(await listPages(site, query), query).toEqual(expected);
  }
  // Also by the index, which short lists do not need.
  const search = { text: 'ITS', tagKey: undefined, after: Number.MAX_SAFE_INTEGER, limit: 10 };
  const limits = { scanned: 0, trigrams: 100 };
  expect(await searchSortKeys(site.db, search, limits)).toHaveLength(expected.length);
  for (const { find } of POST_CHECKS)
    for await (const problem of find(site.db)) expect.fail(problem);
}

async function startWithThree(open: () => Promise<TestDatabase>) {
  const site = await startTestApp(open);
  const token = await site.login();
  const posts: Record<string, Post> = {};
  for (const title of ['One', 'Two', 'Three']) {
    posts[title] = await site.createPost(token, { title });
    site.passTime(1_000);
  }
  return {
    ...site,
    change: (title: string, fields: Record<string, unknown>) =>
      site.updatePost(token, posts[title]?.id ?? '', { title, ...fields }),
  };
}

eachDialect((open) => {
  test('moving the date of a post moves it in every list', async () => {
    const site = await startWithThree(open);
    await expectOrder(site, ['Three', 'Two', 'One']);
    const moved = await site.change('Three', { published_at: '2019-05-04T05:02:01+02:00' });
    expect(moved.published_at).toBe(MOVED);
    await expectOrder(site, ['Two', 'One', 'Three']);
    expect((await site.get('/api/posts/three')).json().published_at).toBe(MOVED);
    await site.change('One', { published_at: '2026-01-01T12:00:01.500Z' });
    await expectOrder(site, ['One', 'Two', 'Three']);
    // Saved again, and with the same date, it stays.
    await site.change('Three', {});
    await site.change('Three', { published_at: MOVED });
    await site.change('Three', { published_at: null });
    await expectOrder(site, ['One', 'Two', 'Three']);
  });

  test('moving a date changes what caches know', async () => {
    const site = await startWithThree(open);
    const etag = async () => (await site.get('/api/posts?view=summary')).headers.etag;
    const before = await etag();
    await site.change('One', { published_at: MOVED });
    expect(await etag()).not.toBe(before);
  });

  test('posts with one date are all listed, the latest saved first', async () => {
    const site = await startWithThree(open);
    for (const title of ['Two', 'Three', 'One']) await site.change(title, { published_at: MOVED });
    await expectOrder(site, ['One', 'Three', 'Two']);
  });

  test('a date before 1970 is in its place, also on pages and in searches', async () => {
    const site = await startWithThree(open);
    await site.change('Two', { published_at: '1970-01-01T00:00:00.000Z' });
    await site.change('Three', { published_at: '1900-01-01T00:00:00.000Z' });
    await expectOrder(site, ['One', 'Two', 'Three']);
    await site.change('Two', { published_at: '1900-01-01T00:00:00.001Z', content: 'Its content.' });
    await expectOrder(site, ['One', 'Two', 'Three']);
  });

  test('a draft with a date is in no list until it is published, then in its place', async () => {
    const site = await startWithThree(open);
    const token = await site.login();
    const draft = { title: 'Draft', published: false, published_at: MOVED };
    const { id } = await site.createPost(token, draft);
    await site.updatePost(token, id, { ...draft, published_at: '2019-01-01T00:00:00.000Z' });
    await expectOrder(site, ['Three', 'Two', 'One']);
    await site.updatePost(token, id, { title: 'Draft' });
    await expectOrder(site, ['Three', 'Two', 'One', 'Draft']);
    await site.updatePost(token, id, { title: 'Draft', published: false, published_at: null });
    await expectOrder(site, ['Three', 'Two', 'One']);
    await site.updatePost(token, id, { title: 'Draft' });
    await expectOrder(site, ['Draft', 'Three', 'Two', 'One']);
  });

  test('more posts with one date than a millisecond has sort keys are published', async () => {
    const { db, remove } = await open();
    const posts = createPostsService(db, () => new Date());
    const input = { title: 'T', excerpt: 'E', content: 'C', published: true, published_at: MOVED };
    const first = Date.parse(MOVED) * 1_000;
    await posts.create(input);
    await db
      .updateTable('posts')
      .set({ sort_key: first + 999 })
      .execute();
    await posts.create({ ...input, published_at: '2019-05-04T03:02:01.001Z' });
    await posts.create(input);
    const rows = await db.selectFrom('posts').select('sort_key').orderBy('sort_key').execute();
    expect(rows.map(({ sort_key }) => Number(sort_key) - first)).toEqual([999, 1_000, 1_001]);
    await db.destroy();
    await remove();
  });
});
