import { ARCHIVE_PAGE_SIZE } from '@longhand/contract/posts/post-query';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../../test-support/dialects.ts';
import { expectProblem, startTestApp } from '../../../../test-support/test-app.ts';
import { startOfYear } from './archive.repository.ts';

const titles = (posts: readonly { title: string }[]) => posts.map(({ title }) => title);

test.each([
  [2026, 'UTC', '2026-01-01T00:00:00.000Z'],
  [2026, 'Asia/Tokyo', '2025-12-31T15:00:00.000Z'],
  [2026, 'America/St_Johns', '2026-01-01T03:30:00.000Z'],
  [1900, 'Pacific/Kiritimati', '1900-01-01T10:29:20.000Z'],
  [2012, 'Pacific/Apia', '2011-12-31T10:00:00.000Z'],
  [2026, 'No/Such_Zone', '2026-01-01T00:00:00.000Z'],
])('the year %d starts in %s at %s', (year, timeZone, start) => {
  expect(new Date(startOfYear(year, timeZone)).toISOString()).toBe(start);
});

eachDialect((open) => {
  test('years have their posts in the time zone of the site, the latest first', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    expect((await site.get('/api/archive')).json()).toEqual({ years: [] });
    const write = (title: string, published_at: string, published = true) =>
      site.createPost(token, { title, published_at, published });
    await write('Late', '2025-12-31T23:30:00Z');
    await write('Moon', '1969-07-20T20:17:00Z');
    await write('Early', '2025-01-01T00:00:00Z');
    await write('Draft', '2024-06-01T00:00:00Z', false);
    expect((await site.get('/api/archive')).json()).toEqual({
      years: [
        { year: 2025, posts: 2 },
        { year: 1969, posts: 1 },
      ],
    });
    const response = await site.get('/api/archive/2025');
    expect(response.headers.link).toBeUndefined();
    expect(response.json()).toEqual([
      { slug: 'late', title: 'Late', published_at: '2025-12-31T23:30:00.000Z' },
      { slug: 'early', title: 'Early', published_at: '2025-01-01T00:00:00.000Z' },
    ]);

    const payload = { time_zone: 'Europe/Berlin' };
    await site.request({ method: 'PUT', url: '/api/admin/settings', payload }, token);
    expect((await site.get('/api/archive')).json().years[0]).toEqual({ year: 2026, posts: 1 });
    expect(titles((await site.get('/api/archive/2026')).json())).toEqual(['Late']);
    expect(titles((await site.get('/api/archive/2025')).json())).toEqual(['Early']);
  });

  test('a year without posts is not found, and what is no year is refused', async () => {
    const site = await startTestApp(open);
    await site.createPost(await site.login(), { published: false });
    for (const year of ['2026', '1999', '0000', '9999'])
      expectProblem(await site.get(`/api/archive/${year}`), 404);
    for (const year of ['x', '26', '02026', '-2026', '2026.0', '%00'])
      expectProblem(await site.get(`/api/archive/${year}`), 400);
    expectProblem(await site.get('/api/archive/2026?cursor=x'), 400);
  });

  test('a year with many posts comes in parts, each post once', async () => {
    const site = await startTestApp(open);
    const { id } = await site.createPost(await site.login());
    const row = await site.db
      .selectFrom('posts')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const count = ARCHIVE_PAGE_SIZE + 2;
    await site.db
      .insertInto('posts')
      .values(
        Array.from({ length: count - 1 }, (_, n) => ({
          ...row,
          id: `id-${n}`,
          slug: `post-${n}`,
          sort_key: (row.sort_key ?? 0) + n + 1,
        })),
      )
      .execute();
    const first = await site.get('/api/archive/2026');
    expect(first.json()).toHaveLength(ARCHIVE_PAGE_SIZE);
    const next = /^<(.+)>; rel="next"$/.exec(String(first.headers.link))?.[1] ?? '';
    const second = await site.get(next);
    expect(second.headers.link).toBeUndefined();
    const slugs = [...first.json(), ...second.json()].map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(count);
    expect(slugs.slice(-2)).toEqual(['post-0', 'a-post']);
    expect((await site.get('/api/archive')).json()).toEqual({
      years: [{ year: 2026, posts: count }],
    });
    const oldest = `/api/archive/2026?cursor=${row.sort_key}`;
    expectProblem(await site.get(oldest), 404);
  });
});
