import { expect, test } from 'vitest';
import { eachDialect } from '../../../../test-support/dialects.ts';
import { startTestApp, type TestApp } from '../../../../test-support/test-app.ts';

const DATES = ['1969-07-20T20:17:00.000Z', '2020-05-01T00:00:00.000Z', '2025-12-31T23:59:59.999Z'];

/** Old, Middle and Newest, by their dates. */
async function startWithThree(open: Parameters<typeof startTestApp>[0]) {
  const site = await startTestApp(open);
  const token = await site.login();
  const [newest, oldest, middle] = [
    await site.createPost(token, { title: 'Newest', published_at: DATES[2] }),
    await site.createPost(token, { title: 'Old', published_at: DATES[0] }),
    await site.createPost(token, { title: 'Middle', published_at: DATES[1] }),
  ];
  return { site, token, newest, oldest, middle };
}

async function adjacentTo(site: TestApp, slug: string, token?: string) {
  const { previous_post, next_post } = (await site.get(`/api/posts/${slug}`, token)).json();
  return [previous_post, next_post];
}

const link = (title: string, slug = title.toLowerCase()) => ({ slug, title });

eachDialect((open) => {
  test('a post names the one before and the one after it, by date', async () => {
    const { site } = await startWithThree(open);
    expect(await adjacentTo(site, 'middle')).toEqual([link('Old'), link('Newest')]);
    expect(await adjacentTo(site, 'old')).toEqual([null, link('Middle')]);
    expect(await adjacentTo(site, 'newest')).toEqual([link('Middle'), null]);
  });

  test('posts of the same millisecond have each other, in the order of the list', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    for (const title of ['A', 'B', 'C']) await site.createPost(token, { title });
    expect(await adjacentTo(site, 'b')).toEqual([link('A'), link('C')]);
  });

  test('a draft is next to nothing, and nothing is next to it', async () => {
    const { site, token } = await startWithThree(open);
    await site.createPost(token, { title: 'Unseen', published: false, published_at: DATES[1] });
    expect(await adjacentTo(site, 'unseen', token)).toEqual([null, null]);
    expect(await adjacentTo(site, 'middle', token)).toEqual([link('Old'), link('Newest')]);
  });

  test('renamed, redated, unpublished, deleted and restored posts change what is cached of their neighbours', async () => {
    const { site, token, newest, oldest, middle } = await startWithThree(open);
    const next = async () => (await adjacentTo(site, 'old'))[1];
    expect(await next()).toEqual(link('Middle'));
    await site.updatePost(token, middle.id, { title: 'Renamed', slug: 'moved' });
    expect(await next()).toEqual(link('Renamed', 'moved'));
    await site.updatePost(token, newest.id, { title: 'Newest', published_at: '2000-01-01T00:00Z' });
    expect(await next()).toEqual(link('Newest'));
    await site.updatePost(token, newest.id, { title: 'Newest', published: false });
    expect(await next()).toEqual(link('Renamed', 'moved'));
    await site.request({ method: 'DELETE', url: `/api/admin/posts/${middle.id}` }, token);
    expect(await next()).toBeNull();
    const restore = `/api/admin/trash/${middle.id}/restore`;
    await site.request({ method: 'POST', url: restore }, token);
    expect(await next()).toEqual(link('Renamed', 'moved'));
    await site.updatePost(token, oldest.id, { title: 'Old', published_at: '2026-01-01T00:00Z' });
    expect(await adjacentTo(site, 'old')).toEqual([link('Renamed', 'moved'), null]);
  });
});
