import { gunzipSync } from 'node:zlib';
import type { Post } from '@longhand/contract/posts/posts';
import {
  escapeText,
  matchesSearch,
  searchable,
  searchText,
  visibleText,
} from '@longhand/contract/posts/search';
import { tagKey } from '@longhand/contract/posts/tags';
import { foldCase } from '@longhand/contract/text/text-rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../../test-support/dialects.ts';
import { startTestApp, type TestApp } from '../../../../test-support/test-app.ts';
import { createPostsService } from '../posts.service.ts';
import { searchSortKeys } from '../search/search.repository.ts';

const titles = (posts: readonly { title: string }[]) => posts.map((each) => each.title);

function nextPath(response: { headers: Record<string, unknown> }): string | undefined {
  return /^<(.+)>; rel="next"$/.exec(String(response.headers.link))?.[1];
}

/** Straight into the database: the calls of the administrator are not what is tried here. */
async function writePosts(
  { db }: TestApp,
  count: number,
  fields: (n: number) => Partial<Post> = () => ({}),
): Promise<void> {
  const posts = createPostsService(db, () => new Date());
  for (let n = 0; n < count; n += 1) {
    const post = { title: `Post ${n}`, excerpt: 'An excerpt', content: '<p>Text</p>' };
    await posts.create({ ...post, published: true, ...fields(n) });
  }
}

/** The definition, post by post, as a browser that has the whole list applies it. */
function definition(all: readonly Post[]) {
  const read = all.map(({ title, excerpt, content, tags }) => ({
    title,
    text: searchText({ title, excerpt, visibleContent: visibleText(content) }),
    tags: tags.map(foldCase),
  }));
  return (query: string, tag: string) =>
    titles(
      read
        .filter(({ text }) => matchesSearch(text, query))
        .filter(({ tags }) => tag === '' || tags.includes(foldCase(tag))),
    );
}

const PIECES = [
  ...['a', 'b', 'A', 'ab', 'aba', ' ', '  ', '\n', '"', '""', "'", '%', '_', '*', '\\', '-', '('],
  ...['AND', 'or', 'NEAR(', 'text:', '^', 'ß', 'SS', 'ﬁ', 'İ', 'ı', 'Σας', 'é', 'e\u0301', '😀'],
  ...['日本', '語', '\u001f', '\u200d', '\uffff', '\ufffd', '\u{10ffff}'],
  ...['&', '<', '&amp;', '<<<<'],
];
const words = fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }).map((all) => all.join(''));

eachDialect((open) => {
  test('the index finds what the plain definition finds, whatever is written and asked for', async () => {
    const site = await startTestApp(open);
    const texts = fc.sample(fc.tuple(words, words, words), { numRuns: 60, seed: 7 });
    await writePosts(site, texts.length, (n) => {
      const [title, excerpt, content] = texts[n] as [string, string, string];
      const tags = [['SS', 'x'], ['ss'], ['X']][n % 3] ?? [];
      return {
        title: `${n} ${title}`,
        excerpt: `. ${excerpt}`,
        content: `<p>${escapeText(content)}</p><b>.</b>`,
        tags,
        published: n % 7 !== 0,
      };
    });
    const all: Post[] = (await site.get('/api/posts')).json();
    expect(all).toHaveLength(51);
    const plainly = definition(all);
    const asked = fc.constantFrom('', '', 'ss', 'x', 'no such topic');
    const check = fc.asyncProperty(words, asked, async (q, tag) => {
      const search = new URLSearchParams({ view: 'summary', q, tag });
      const found = (await site.get(`/api/posts?${search}`)).json();
      expect(titles(found)).toEqual(plainly(q, tag));
    });
    await fc.assert(check, { numRuns: 300 });

    // The same where there are too many posts to read, and too many beginnings to ask for.
    const rows = await site.db.selectFrom('posts').select(['sort_key', 'title']).execute();
    const titleAt = new Map(rows.map(({ sort_key, title }) => [sort_key, title]));
    const bounds = fc.constantFrom(
      { scanned: 2, trigrams: 100 },
      { scanned: 5, trigrams: 2 },
      { scanned: 40, trigrams: 1 },
    );
    const limited = fc.asyncProperty(words, asked, bounds, async (q, tag, limits) => {
      const text = searchable(q);
      fc.pre(text !== '');
      const search = {
        text,
        tagKey: tag === '' ? undefined : tagKey(tag),
        after: Number.MAX_SAFE_INTEGER,
        limit: 100,
      };
      const found = await searchSortKeys(site.db, search, limits);
      expect(found.map((sortKey) => titleAt.get(sortKey))).toEqual(plainly(q, tag));
    });
    await fc.assert(limited, { numRuns: 400 });
  });

  test('what stands anywhere in a very long text is found, whole and however long', async () => {
    const site = await startTestApp(open);
    const long = Array.from({ length: 14_000 }, (_, n) => `${n}😀`).join(' ');
    await writePosts(site, 3, (n) => ({
      title: 'Post',
      content: `<p>${n === 1 ? long : 'Text'}</p>`,
    }));
    const characters = [...searchable(long)];
    expect(characters.length).toBeGreaterThan(70_000);
    const startsOfParts = fc.integer({ min: 1, max: 160 }).map((n) => n * 512);
    const near = fc.integer({ min: -220, max: 220 });
    const lengths = fc.constantFrom(1, 2, 3, 10, 99, 100, 101, 102, 103, 200);
    const check = fc.asyncProperty(startsOfParts, near, lengths, async (part, from, length) => {
      const text = characters.slice(part + from, part + from + length).join('');
      fc.pre(text === searchable(text));
      const look = (text: string) => {
        const search = { text, tagKey: undefined, after: Number.MAX_SAFE_INTEGER, limit: 9 };
        return searchSortKeys(site.db, search, { scanned: 1, trigrams: 100 });
      };
      expect(await look(text)).toHaveLength(1);
      expect(await look(`${text}!`)).toHaveLength(0);
    });
    await fc.assert(check, {
      numRuns: 100,
      examples: [
        [8 * 512, -100, 101],
        [8 * 512, -101, 102],
        [128 * 512, -100, 101],
        [128 * 512, -101, 102],
      ],
    });
  });

  test('a list comes in parts that fit together, each post once', async () => {
    const site = await startTestApp(open);
    await writePosts(site, 25, (n) => ({ tags: n % 2 ? ['Odd'] : [], published: n !== 3 }));
    const all: Post[] = (await site.get('/api/posts')).json();
    expect(titles(all.slice(0, 2))).toEqual(['Post 24', 'Post 23']);
    for (const [query, count] of [
      ['', 24],
      ['&tag=odd', 11],
      ['&q=text', 24],
      ['&q=xt&tag=odd', 11],
    ] as const) {
      const seen: string[] = [];
      let path: string | undefined = `/api/posts?view=summary&limit=10${query}`;
      while (path) {
        const response = await site.get(path);
        for (const post of response.json()) {
          expect(post).not.toHaveProperty('content');
          seen.push(post.title);
        }
        path = nextPath(response);
      }
      expect(seen).toHaveLength(count);
      expect(seen).toEqual(titles(all).filter((title) => seen.includes(title)));
    }
  });

  test('related posts share topics, those with the most first, never the post itself', async () => {
    const site = await startTestApp(open);
    const tags = [['A'], ['a', 'B'], ['C'], ['A', 'B'], ['A', 'B']];
    await writePosts(site, 5, (n) => ({ tags: tags[n] ?? [], published: n !== 4 }));
    const related = async (slug: string, limit = 3) =>
      titles((await site.get(`/api/posts?related=${slug}&limit=${limit}`)).json());
    expect(await related('post-1')).toEqual(['Post 3', 'Post 0']);
    expect(await related('post-1', 1)).toEqual(['Post 3']);
    expect(await related('post-2')).toEqual([]);
    expect(await related('post-4')).toEqual([]);
    expect(await related('nothing')).toEqual([]);
  });

  test.each([
    'limit=0',
    'limit=201',
    'limit=x',
    'cursor=x',
    'cursor=',
    'cursor=--1',
    'view=whole',
    `q=${'x'.repeat(201)}`,
    'tag=a&tag=b',
  ])('a list with %s is refused', async (query) => {
    const { get } = await startTestApp(open);
    expect((await get(`/api/posts?${query}`)).statusCode).toBe(400);
  });

  test('a list that is too large to hold comes all the same, a part at a time', async () => {
    const site = await startTestApp(open);
    await writePosts(site, 205);
    await site.db.updateTable('public_state').set({ characters: 5_000_000 }).execute();
    const response = await site.request({
      method: 'GET',
      url: '/api/posts',
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(response.headers).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': 'no-cache',
    });
    expect(response.headers).not.toHaveProperty('etag');
    const posts: Post[] = JSON.parse(gunzipSync(response.rawPayload).toString());
    expect(titles(posts)).toEqual(Array.from({ length: 205 }, (_, n) => `Post ${204 - n}`));
    const { previous_post, next_post, language, translations, ...post } = (
      await site.get('/api/posts/post-204')
    ).json();
    expect([language, translations]).toEqual([null, []]);
    expect(posts[0]).toEqual(post);
    expect([previous_post.slug, next_post]).toEqual(['post-203', null]);
    for (const url of ['/api/posts', '/api/posts?q=text', '/api/posts?tag=']) {
      const other = await site.get(url);
      expect(other.json()).toEqual(posts);
      expect(other.headers).not.toHaveProperty('etag');
    }
  });
});
