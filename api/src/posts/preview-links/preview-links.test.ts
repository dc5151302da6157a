import { createHash } from 'node:crypto';
import type { WorkingCopy } from '@longhand/contract/working-copies';
import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../../test-support/dialects.ts';
import { expectProblem, startTestApp } from '../../../../test-support/test-app.ts';
import { type Renderer, renderInThisThread } from '../../rendering/render.ts';

const DAY = 86_400_000;
const SITE_URL = 'https://blog.example';
const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

const linksUrl = (id: string) => `/api/admin/posts/${id}/preview-links`;

async function start(open: Parameters<typeof startTestApp>[0], renderer?: Renderer) {
  const site = await startTestApp(open, { SITE_URL }, renderer);
  const token = await site.login();
  const create = (id: string, payload?: object) =>
    site.request({ method: 'POST', url: linksUrl(id), ...(payload && { payload }) }, token);
  return {
    site,
    token,
    create,
    list: async (id: string) => (await site.get(linksUrl(id), token)).json(),
    revoke: (id: string, link: string) =>
      site.request({ method: 'DELETE', url: `${linksUrl(id)}/${link}` }, token),
    draft: (fields: Record<string, unknown> = {}) =>
      site.createPost(token, { published: false, ...fields }),
    trash: (id: string) => site.request({ method: 'DELETE', url: `/api/admin/posts/${id}` }, token),
    write: (id: string, form: WorkingCopy['form']) => site.saveWorkingCopy(token, id, form),
    /** The address of the API's own call for a new link. */
    async link(id: string): Promise<string> {
      const { url } = (await create(id)).json();
      return `/api/preview/${url.slice(`${SITE_URL}/preview/`.length)}`;
    },
  };
}

/** All that a reader gets, apart from what differs with each request. */
function answer({ statusCode, headers, body }: LightMyRequestResponse) {
  const { 'x-request-id': _, date: __, ...others } = headers;
  return { statusCode, headers: others, body };
}

eachDialect((open) => {
  test('a link is made for 14 days or as many as asked, and only its hash is stored', async () => {
    const { site, create, draft, list } = await start(open);
    const { id } = await draft();
    const made = await create(id);
    expect(made.statusCode, made.body).toBe(201);
    expect(Object.keys(made.json()).toSorted()).toEqual(['expires_at', 'id', 'url']);
    const { url, expires_at } = made.json();
    expect(url).toMatch(/^https:\/\/blog\.example\/preview\/[0-9a-f]{48}$/);
    expect(expires_at).toBe('2026-01-15T12:00:00.000Z');
    expect((await create(id, {})).json().expires_at).toBe(expires_at);
    for (const days of [1, 365]) {
      const end = new Date(Date.parse('2026-01-01T12:00:00.000Z') + days * DAY).toISOString();
      expect((await create(id, { expires_in_days: days })).json().expires_at).toBe(end);
    }
    const token = url.split('/').at(-1);
    const rows = await site.db.selectFrom('preview_links').selectAll().execute();
    expect(rows.map((row) => row.token_hash)).toContain(
      createHash('sha256').update(token).digest('hex'),
    );
    expect(JSON.stringify([rows, await list(id), site.log])).not.toContain(token);
  });

  test.each([
    [0, 'must be at least 1'],
    [-1, 'must be at least 1'],
    [366, 'must be at most 365'],
    [1.5, 'must be a whole number'],
    ['7', 'must be a number'],
    [null, 'must be a number'],
  ])('%j is no number of days: it %s', async (expires_in_days, message) => {
    const { create, draft } = await start(open);
    const { id } = await draft();
    const errors = { expires_in_days: [message] };
    expectProblem(await create(id, { expires_in_days }), 400, { errors });
    expectProblem(await create(id, { days: 1 }), 400);
  });

  test('links that work are listed, the oldest first, and can be revoked', async () => {
    const { site, create, draft, list, revoke } = await start(open);
    const [post, other] = [await draft(), await draft()];
    const short = (await create(post.id, { expires_in_days: 1 })).json();
    const long = (await create(post.id)).json();
    await create(other.id);
    const created_at = '2026-01-01T12:00:00.000Z';
    const entry = ({ id, expires_at }: typeof short) => ({
      ...{ id, created_at, expires_at, shows_changes: false },
    });
    expect(await list(post.id)).toEqual([entry(short), entry(long)]);
    site.passTime(DAY);
    expect(await list(post.id)).toEqual([entry(long)]);
    expectProblem(await revoke(post.id, short.id), 404);
    expectProblem(await revoke(other.id, long.id), 404);
    expectProblem(await revoke(post.id, post.id), 404);
    expectProblem(await revoke(post.id, 'x'), 400);
    expect((await revoke(post.id, long.id)).statusCode).toBe(204);
    expectProblem(await revoke(post.id, long.id), 404);
    expect(await list(post.id)).toEqual([]);
    expect(await list(other.id)).toHaveLength(1);
  });

  test('only posts that exist have links, and only the administrator sees them', async () => {
    const { site, token, create, draft, revoke, trash } = await start(open);
    const { id } = await draft();
    const link = (await create(id)).json();
    await trash(id);
    for (const gone of [id, '0199a0b0-0000-7000-8000-000000000000']) {
      expectProblem(await create(gone), 404);
      expectProblem(await site.get(linksUrl(gone), token), 404);
      expectProblem(await revoke(gone, link.id), 404);
    }
    for (const method of ['GET', 'POST'] as const)
      expectProblem(await site.request({ method, url: linksUrl(id) }), 401);
  });

  test('expired links are deleted by a job', async () => {
    const { site, create, draft } = await start(open);
    await site.app.scheduler.tick();
    const { id } = await draft();
    await create(id, { expires_in_days: 1 });
    const { id: kept } = (await create(id, { expires_in_days: 2 })).json();
    site.passTime(DAY);
    await site.app.scheduler.tick();
    const rows = await site.db.selectFrom('preview_links').select('id').execute();
    expect(rows).toEqual([{ id: kept }]);
  });

  test('the preview is the post as readers would get it, with nothing else', async () => {
    const { site, draft, link } = await start(open);
    const content = '<p onclick="x()">Text</p><script>x()</script>';
    const { id, created_at } = await draft({ content, meta_title: 'Meta', tags: ['One', 'one'] });
    const found = await site.get(await link(id));
    expect(found.statusCode, found.body).toBe(200);
    expect(found.headers).toMatchObject(HEADERS);
    expect(found.headers.etag).toBeUndefined();
    expect(found.json()).toEqual({
      title: 'A Post',
      content: '<p>Text</p>',
      excerpt: 'Its excerpt',
      language: null,
      tags: ['One'],
      meta_title: 'Meta',
      featured_image: null,
      featured_image_alt: null,
      reading_minutes: 1,
      published: false,
      date: created_at,
      expires_at: '2026-01-15T12:00:00.000Z',
    });
  });

  test('with a working copy, the preview shows it; the form is read as saving would', async () => {
    const { site, draft, link, write } = await start(open);
    await draft({ tags: ['Science'] });
    const { id } = await draft();
    const url = await link(id);
    await write(id, {
      title: '  Half a sen ',
      excerpt: '',
      content: '<p>New<script>x()</script>',
      tags: ' science, , Other,other',
      meta_title: ' ',
      featured_image: ' HTTPS://pictures.example/a.png ',
      featured_image_alt: '',
      publish_at: '2026-03-01T00:00:00+01:00',
    });
    expect((await site.get(url)).json()).toMatchObject({
      title: 'Half a sen',
      excerpt: '',
      content: '<p>New</p>',
      tags: ['Science', 'Other'],
      meta_title: null,
      featured_image: 'https://pictures.example/a.png',
      featured_image_alt: null,
      date: '2026-02-28T23:00:00.000Z',
    });
    await write(id, { title: '', featured_image: 'javascript:x()', publish_at: 'soon' });
    expect((await site.get(url)).json()).toMatchObject({
      title: '',
      excerpt: 'Its excerpt',
      content: '<p>Its content</p>',
      tags: ['Tech'],
      featured_image: null,
      date: '2026-01-01T12:00:00.000Z',
    });
  });

  test('the address of a draft shows what was typed last, of a scheduled post what was saved', async () => {
    const { site, token, draft, write } = await start(open);
    const { id, slug } = await draft({ title: 'Saved' });
    const scheduled = await draft({ title: 'Saved, too', publish_at: '2100-01-01T00:00:00Z' });
    await write(id, { title: 'Typed', content: '<p>New' });
    await write(scheduled.id, { title: 'Typed' });
    expect((await site.get(`/api/posts/${slug}`, token)).json()).toMatchObject({
      ...{ id, slug, title: 'Typed', content: '<p>New</p>', published: false },
      excerpt: 'Its excerpt',
    });
    const { title } = (await site.get(`/api/posts/${scheduled.slug}`, token)).json();
    expect(title).toBe('Saved, too');
    expect((await site.get(`/api/posts/${slug}`)).statusCode).toBe(404);
  });

  test('what a post cannot have is left out of the preview of a working copy', async () => {
    const { site, draft, link, write } = await start(open);
    const { id } = await draft();
    const url = await link(id);
    const possible = { tags: ['short'], date: '2026-01-01T12:00:00.000Z' };
    for (const date of ['9999-12-31T23:59:59-23:59', '0000-01-01T00:00:00+01:00'])
      for (const field of ['published_at', 'publish_at']) {
        await write(id, { [field]: date, tags: `${'x'.repeat(81)}, short` });
        const found = await site.get(url);
        expect(found.statusCode, found.body).toBe(200);
        expect(found.json()).toMatchObject(possible);
      }
  });

  test('the preview of a working copy has the date that the post would have', async () => {
    const { site, token, draft, link, write } = await start(open);
    const [early, late] = ['2020-01-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'];
    const dated = await draft({ published_at: early });
    const seen = await draft();
    await site.updatePost(token, seen.id, { published: true, published_at: early });
    await site.updatePost(token, seen.id, { published: false });
    const dateOf = async (id: string) => (await site.get(await link(id))).json().date;
    for (const { id } of [dated, seen]) {
      await write(id, { published_at: early, publish_at: late });
      expect(await dateOf(id)).toBe(id === seen.id ? early : late);
      await write(id, { published_at: '2021-01-01T00:00:00+00:00', publish_at: '' });
      expect(await dateOf(id)).toBe('2021-01-01T00:00:00.000Z');
    }
  });

  test('a working copy is rendered once for each version, and again after a failure', async () => {
    const rendered: string[] = [];
    let fails = false;
    const { site, draft, link, write } = await start(open, {
      ...renderInThisThread,
      async renderPost(post) {
        rendered.push(post.content);
        if (fails) throw new Error('No renderer');
        return renderInThisThread.renderPost(post);
      },
    });
    const { id } = await draft();
    const url = await link(id);
    rendered.length = 0;
    await write(id, { content: 'One' });
    await Promise.all([site.get(url), site.get(url), site.get(await link(id))]);
    await write(id, { content: 'Two' });
    fails = true;
    site.expectLoggedError('No renderer');
    expectProblem(await site.get(url), 500);
    fails = false;
    for (let count = 0; count < 2; count += 1)
      expect((await site.get(url)).json().content).toBe('<p>Two</p>');
    expect(rendered).toEqual(['One', 'Two', 'Two']);
  });

  test('a damaged working copy leaves the post to be shown without it, and is logged', async () => {
    const { site, token, draft, link, write } = await start(open);
    const [unseen, seen] = [await draft(), await site.createPost(token, { title: 'Seen' })];
    for (const { id } of [unseen, seen]) await write(id, { content: 'Changed' });
    const urls = [await link(unseen.id), await link(seen.id)] as const;
    await site.db.updateTable('working_copies').set({ form: '{"content": 7' }).execute();
    const shown = await site.get(urls[0]);
    expect(shown.statusCode, shown.body).toBe(200);
    expect(shown.json().content).toBe('<p>Its content</p>');
    const moved = await site.get(urls[1]);
    expect([moved.statusCode, moved.headers.location]).toEqual([307, '/api/posts/seen']);
    for (const { id } of [unseen, seen])
      site.expectLoggedError(
        `the working copy of the post ${id} cannot be read: it is not a JSON object`,
      );
  });

  test('a working copy in another language than the site is shown as it would be public', async () => {
    const { site, token, draft, link, write } = await start(open);
    const content = `<p>${'私は本を読むのが好きです。'.repeat(100)}</p><p>שלום</p><pre>x</pre>`;
    const { id } = await draft({ content });
    for (const form of [
      { language: 'ja' },
      { language: 'ja', content: `${content}<p>A</p>` },
      { language: 'he', content },
    ]) {
      await write(id, form);
      const { content: shown, reading_minutes } = (await site.get(await link(id))).json();
      const { slug } = await site.createPost(token, { content, ...form });
      const seen = (await site.get(`/api/posts/${slug}`)).json();
      expect({ shown, reading_minutes }).toEqual({
        shown: seen.content,
        reading_minutes: seen.reading_minutes,
      });
    }
    const minutes = async () => (await site.get(await link(id))).json().reading_minutes;
    await write(id, { content: `${content}<p>B</p>` });
    expect(await minutes()).toBe(4);
    const payload = { language: 'ja' };
    await site.request({ method: 'PUT', url: '/api/admin/settings', payload }, token);
    expect(await minutes()).toBe(3);
  });

  test('content that nests too deeply is shown as its source', async () => {
    const { site, draft, link, write } = await start(open);
    const { id } = await draft();
    await write(id, { content: '<div>'.repeat(5_000) });
    const found = await site.get(await link(id));
    expect(found.statusCode).toBe(200);
    expect(found.json().content).toContain('&lt;div>&lt;div>');
  });

  test('a link that was made before the post was public leads to it, with or without a working copy', async () => {
    const { site, token, draft, link, write } = await start(open);
    const { id, slug } = await draft();
    const url = await link(id);
    await site.updatePost(token, id, { published: true });
    await write(id, { title: 'Not public yet' });
    const moved = await site.get(url);
    expect([moved.statusCode, moved.body]).toEqual([307, '']);
    expect(moved.headers).toMatchObject({ ...HEADERS, location: `/api/posts/${slug}` });
    await site.updatePost(token, id, { published: false });
    expect((await site.get(url)).json().title).toBe('Not public yet');
  });

  test('a link of a public post shows its private changes while there are any', async () => {
    const { site, token, list, link, write } = await start(open);
    const { id, slug } = await site.createPost(token, { published: true });
    const url = await link(id);
    expect(await list(id)).toMatchObject([{ shows_changes: true }]);
    const isMoved = async () => {
      const { statusCode, headers } = await site.get(url);
      expect(headers).toMatchObject(HEADERS);
      return statusCode === 307 && headers.location === `/api/posts/${slug}`;
    };
    expect(await isMoved()).toBe(true);
    const readers = (await site.get(`/api/posts/${slug}`)).body;
    await write(id, { title: 'Not public yet', content: '<p>New<script>x()</script>' });
    const shown = await site.get(url);
    expect(shown.headers).toMatchObject(HEADERS);
    expect(shown.headers.etag).toBeUndefined();
    expect(shown.json()).toMatchObject({
      ...{ title: 'Not public yet', content: '<p>New</p>', published: true },
    });
    expect((await site.get(`/api/posts/${slug}`)).body).toBe(readers);
    await site.updatePost(token, id, { published: false });
    expect((await site.get(url)).json()).toMatchObject({
      ...{ title: 'Not public yet', published: false },
    });
    await site.updatePost(token, id, { published: true });
    const copy = `/api/admin/working-copies/${id}`;
    await site.request({ method: 'DELETE', url: copy }, token);
    expect(await isMoved()).toBe(true);
  });

  test('a link to changes shows what was saved since in what they leave as it is', async () => {
    const { site, token, link, write } = await start(open);
    const { id } = await site.createPost(token, { published: true, content: '<p>One</p>' });
    const url = await link(id);
    await write(id, { language: 'de' });
    expect((await site.get(url)).json()).toMatchObject({ content: '<p>One</p>', language: 'de' });
    await site.updatePost(token, id, { content: '<p>Two</p>' });
    expect((await site.get(url)).json()).toMatchObject({ content: '<p>Two</p>', language: 'de' });
  });

  test('a link to changes does not work while its post is in the trash', async () => {
    const { site, token, link, write, trash } = await start(open);
    const { id } = await site.createPost(token, { published: true });
    const url = await link(id);
    await write(id, { title: 'Not public yet' });
    expect((await site.get(url)).statusCode).toBe(200);
    await trash(id);
    expectProblem(await site.get(url), 404);
    await site.request({ method: 'POST', url: `/api/admin/trash/${id}/restore` }, token);
    expect((await site.get(url)).json()).toMatchObject({ title: 'Not public yet' });
  });

  test('whatever the reason that a link does not work, the answer is the same', async () => {
    const { site, token, create, draft, link, revoke, list, trash } = await start(open);
    const { id } = await draft();
    const [revoked, trashed] = [await link(id), await link((await draft()).id)];
    await revoke(id, (await list(id))[0].id);
    const [published, deleted] = [await draft(), await draft()];
    const publicAndTrashed = await link(published.id);
    await site.updatePost(token, published.id, { published: true });
    await trash(published.id);
    const gone = await link(deleted.id);
    await trash(deleted.id);
    await site.db.deleteFrom('trashed_posts').where('post_id', '=', deleted.id).execute();
    const { url } = (await create(id, { expires_in_days: 1 })).json();
    const expired = url.replace(SITE_URL, '/api');
    const [{ post_id = '' } = {}] = await site.db
      .selectFrom('preview_links')
      .select('post_id')
      .where('post_id', '!=', id)
      .execute();
    await trash(post_id);
    expect((await site.get(expired)).statusCode).toBe(200);
    site.passTime(DAY);
    const wrong = `/api/preview/${'0'.repeat(48)}`;
    const first = await site.get(wrong);
    expectProblem(first, 404);
    expect(first.headers).toMatchObject(HEADERS);
    for (const other of [revoked, trashed, publicAndTrashed, gone, expired, expired.toUpperCase()])
      expect(answer(await site.get(other.replace('/API/PREVIEW/', '/api/preview/')))).toEqual(
        answer(first),
      );
    for (const malformed of ['x', '%00', '%F0%9F%98%80', id, 'a'.repeat(4_000), "'; drop table"])
      expect(answer(await site.get(`/api/preview/${encodeURI(malformed)}`))).toEqual(answer(first));
  });

  test('a preview is in no list, search, tag or state', async () => {
    const { site, draft, link, write } = await start(open);
    const publicUrls = ['/api/posts', '/api/tags', '/api/state', '/api/posts?q=unseen'];
    const { id } = await draft({ title: 'unseen', tags: ['unseen'] });
    const read = () => Promise.all(publicUrls.map(async (url) => (await site.get(url)).body));
    const before = await read();
    await write(id, { title: 'unseen', tags: 'unseen' });
    expect((await site.get(await link(id))).statusCode).toBe(200);
    expect(await read()).toEqual(before);
    expect(before.join()).not.toContain('unseen');
  });

  test('no token is in the log', async () => {
    const { site, draft, link } = await start(open);
    const { id } = await draft();
    const url = await link(id);
    for (const path of [url, `${url}/`, url.replace('preview', '%70review')]) await site.get(path);
    await site.request({ method: 'POST', url });
    expect(JSON.stringify(site.log)).toContain('/preview/:token');
    expect(JSON.stringify(site.log)).not.toContain(url.split('/').at(-1));
  });
});
