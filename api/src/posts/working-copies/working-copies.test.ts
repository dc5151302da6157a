import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../../test-support/dialects.ts';
import {
  expectProblem,
  postFields,
  startTestApp,
  type TestApp,
} from '../../../../test-support/test-app.ts';

type Headers = Readonly<Record<string, string>>;

const NONE: Headers = { 'if-none-match': '*' };
const at = (version: number): Headers => ({ 'if-match': `"${version}"` });
const copyUrl = (id: string) => `/api/admin/working-copies/${id}`;

async function start(open: Parameters<typeof startTestApp>[0]) {
  const site = await startTestApp(open);
  const token = await site.login();
  return {
    site,
    token,
    read: (id: string) => site.get(copyUrl(id), token),
    list: async (id?: string) => {
      const query = id === undefined ? '' : `?id=${id}`;
      return (await site.get(`/api/admin/working-copies${query}`, token)).json();
    },
    discard: (id: string, headers: Headers = {}) =>
      site.request({ method: 'DELETE', url: copyUrl(id), headers }, token),
    write: (id: string, form: object, headers: Headers, base_version = 0) =>
      site.request(
        { method: 'PUT', url: copyUrl(id), payload: { base_version, form }, headers },
        token,
      ),
  };
}

function sendPost(
  { request }: TestApp,
  token: string,
  id: string | null,
  headers: Headers,
): Promise<LightMyRequestResponse> {
  const url = id === null ? '/api/admin/posts' : `/api/admin/posts/${id}`;
  return request(
    { method: id === null ? 'POST' : 'PUT', url, payload: postFields, headers },
    token,
  );
}

eachDialect((open) => {
  test('a working copy is stored beside the post, which does not change', async () => {
    const { site, token, write, read, list } = await start(open);
    const post = await site.createPost(token, { published: true });
    const before = await site.get(`/api/posts/${post.slug}`);
    const state = (await site.get('/api/state')).json();
    const form = { title: 'Half a sen', tags: 'a, b,', content: '<p>', published: true };
    const written = await write(post.id, form, NONE, 1);
    expect(written.statusCode).toBe(200);
    expect(written.json()).toMatchObject({ id: post.id, post_id: post.id, base_version: 1, form });
    const found = await read(post.id);
    expect(found.json()).toEqual(written.json());
    expect(found.headers.etag).toBe(`"${written.json().version}"`);
    const { form: _, ...summary } = written.json();
    expect(await list()).toEqual([{ ...summary, title: 'Half a sen', first_words: '' }]);
    expect(await list(post.id)).toEqual([written.json()]);
    expect(await list('another-id')).toEqual([]);
    const after = await site.get(`/api/posts/${post.slug}`);
    expect(after.body).toBe(before.body);
    expect(after.headers.etag).toBe(before.headers.etag);
    expect((await site.get('/api/state')).json()).toEqual(state);
  });

  test('a post that does not exist yet can have one, which is no post', async () => {
    const { site, token, write, list } = await start(open);
    expect((await write('a-key', {}, NONE)).json()).toMatchObject({ post_id: null, form: {} });
    expect(await list()).toMatchObject([{ id: 'a-key', post_id: null, title: '' }]);
    expect((await site.get('/api/admin/posts', token)).json()).toEqual([]);
  });

  test('only the version that was read is replaced; nothing is overwritten', async () => {
    const { write, read } = await start(open);
    const first = (await write('a-key', { title: 'One' }, NONE)).json();
    expectProblem(await write('a-key', { title: 'Other' }, NONE), 409);
    const second = (await write('a-key', { title: 'Two' }, at(first.version))).json();
    expect(second.version).toBe(first.version + 1);
    expect(second.created_at).toBe(first.created_at);
    expectProblem(await write('a-key', { title: 'Other' }, at(first.version)), 409);
    expect((await read('a-key')).json().form).toEqual({ title: 'Two' });
  });

  test('of several writers at the same time, one writes', async () => {
    const { write } = await start(open);
    const writeAll = (headers: Headers) =>
      Promise.all(['a', 'b', 'c', 'd'].map((title) => write('a-key', { title }, headers)));
    const statuses = (responses: LightMyRequestResponse[]) =>
      responses.map(({ statusCode }) => statusCode).toSorted();
    const first = await writeAll(NONE);
    expect(statuses(first)).toEqual([200, 409, 409, 409]);
    const written = first.find(({ statusCode }) => statusCode === 200);
    expect(statuses(await writeAll(at(written?.json().version)))).toEqual([200, 409, 409, 409]);
  });

  test('a discarded one is gone; its version does not match the next one', async () => {
    const { write, read, discard, list } = await start(open);
    const { version } = (await write('a-key', { title: 'One' }, NONE)).json();
    expectProblem(await discard('a-key', at(version + 1)), 409);
    expect((await discard('a-key', at(version))).statusCode).toBe(204);
    expect((await discard('a-key')).statusCode).toBe(204);
    expectProblem(await read('a-key'), 404);
    expect(await list()).toEqual([]);
    await write('a-key', { title: 'Two' }, NONE);
    expectProblem(await write('a-key', { title: 'Other' }, at(version)), 409);
  });

  test('saving the post deletes the working copy that was saved, not a later one', async () => {
    const { site, token, write, read } = await start(open);
    const { id } = await site.createPost(token);
    const first = (await write(id, { title: 'One' }, NONE, 1)).json();
    const later = (await write(id, { title: 'Two' }, at(first.version), 1)).json();
    await sendPost(site, token, id, {});
    await sendPost(site, token, id, { 'working-copy': `"${first.version}"` });
    expect((await read(id)).json()).toEqual(later);
    await sendPost(site, token, id, { 'working-copy': `"${later.version}"` });
    expectProblem(await read(id), 404);
  });

  test('a save that is refused keeps the working copy', async () => {
    const { site, token, write, read } = await start(open);
    const { id } = await site.createPost(token);
    const { version } = (await write(id, { title: 'One' }, NONE, 1)).json();
    const headers = { 'working-copy': `"${version}"`, 'if-match': '"7"' };
    expectProblem(await sendPost(site, token, id, headers), 409);
    expect((await read(id)).statusCode).toBe(200);
  });

  test('creating the post deletes its working copy, also when the request is repeated', async () => {
    const { site, token, write, read } = await start(open);
    for (const status of [201, 200]) {
      const { version } = (await write('a-key', { title: 'One' }, NONE)).json();
      const headers = { 'idempotency-key': 'a-key', 'working-copy': `"${version}"` };
      expect((await sendPost(site, token, null, headers)).statusCode).toBe(status);
      expectProblem(await read('a-key'), 404);
    }
  });

  test('creating with a key that was used for another text keeps the working copy', async () => {
    const { site, token, write, read } = await start(open);
    const headers = { 'idempotency-key': 'a-key' };
    await sendPost(site, token, null, headers);
    const { version } = (await write('a-key', { title: 'One' }, NONE)).json();
    const payload = { ...postFields, title: 'One' };
    const refused = await site.request(
      {
        method: 'POST',
        url: '/api/admin/posts',
        payload,
        headers: { ...headers, 'working-copy': `"${version}"` },
      },
      token,
    );
    expectProblem(refused, 422);
    expect((await read('a-key')).statusCode).toBe(200);
  });

  test('that of a post in the trash is not listed, and is back with the post', async () => {
    const { site, token, write, read, list } = await start(open);
    const { id } = await site.createPost(token);
    await write(id, { title: 'One' }, NONE, 1);
    await site.request({ method: 'DELETE', url: `/api/admin/posts/${id}` }, token);
    expect(await list()).toEqual([]);
    await site.request({ method: 'POST', url: `/api/admin/trash/${id}/restore` }, token);
    expect(await list()).toMatchObject([{ id, title: 'One' }]);
    expect((await read(id)).statusCode).toBe(200);
  });

  test('the list has as much of a title as a post can have', async () => {
    const { write, read, list } = await start(open);
    const title = `${'x'.repeat(299)}${'😀'.repeat(1_000)}`;
    await write('a-key', { title }, NONE);
    expect(await list()).toMatchObject([{ title: `${'x'.repeat(299)}\ufffd` }]);
    expect((await read('a-key')).json().form.title).toBe(title);
  });

  test('the id of a post in the trash is not that of a post that does not exist yet', async () => {
    const { site, token, write, read } = await start(open);
    const { id } = await site.createPost(token);
    const other = await site.createPost(token);
    await write(id, { title: 'One' }, NONE, 1);
    for (const each of [id, other.id])
      await site.request({ method: 'DELETE', url: `/api/admin/posts/${each}` }, token);
    for (const each of [id, other.id])
      expectProblem(await write(each, { title: 'Two' }, {}, 0), 404);
    await site.request({ method: 'POST', url: `/api/admin/trash/${id}/restore` }, token);
    expect((await read(id)).json()).toMatchObject({ post_id: id, form: { title: 'One' } });
  });

  test('one of an earlier or later version of the software opens, with the fields that there are', async () => {
    const { site, write, read } = await start(open);
    await write('a-key', { title: 'One' }, NONE);
    const form = { title: 'One', content: 'Text', subtitle: 'Of another version' };
    await site.db
      .updateTable('working_copies')
      .set({ form: JSON.stringify(form) })
      .execute();
    expect((await read('a-key')).json().form).toEqual({ title: 'One', content: 'Text' });
    await site.db.updateTable('working_copies').set({ form: '{}' }).execute();
    expect((await read('a-key')).json().form).toEqual({});
  });

  test.each(['', '{', 'null', '[]', '{"title":5}'])(
    'the damaged form %j breaks no list, is reported, and can be replaced or discarded',
    async (form) => {
      const { site, write, read, list, discard } = await start(open);
      const { version } = (await write('damaged', { title: 'One' }, NONE)).json();
      await site.db.updateTable('working_copies').set({ form }).execute();
      await write('whole', { title: 'Two' }, NONE);
      expect(await list()).toMatchObject([
        { id: 'damaged', title: 'One' },
        { id: 'whole', title: 'Two' },
      ]);
      site.expectLoggedError(/: the unfinished post damaged cannot be read: /);
      expectProblem(await read('damaged'), 503, {
        detail:
          'This working copy is damaged and cannot be read. Everything else is intact. Run npm run doctor for details.',
      });
      expectProblem(await write('damaged', { title: 'Other' }, at(version + 1)), 409);
      expect((await write('damaged', { title: 'Three' }, at(version))).statusCode).toBe(200);
      expect((await read('damaged')).json().form).toEqual({ title: 'Three' });
      await site.db
        .updateTable('working_copies')
        .set({ form })
        .where('id', '=', 'damaged')
        .execute();
      expect((await discard('damaged')).statusCode).toBe(204);
      expect(await list()).toMatchObject([{ id: 'whole' }]);
    },
  );

  test('it needs a session, a possible id and known fields', async () => {
    const { site, token, write, read } = await start(open);
    expectProblem(await site.get(copyUrl('a-key')), 401);
    expectProblem(await read('a.key'), 400);
    expectProblem(await write('a-key', { subtitle: 'x' }, NONE), 400);
    expectProblem(await write('a-key', { title: 'x' }, { 'if-none-match': '"1"' }), 400);
    const id = '01890000-0000-7000-8000-000000000000';
    expectProblem(await write(id, { title: 'x' }, NONE, 3), 404);
    const post = await site.createPost(token);
    expectProblem(await write(post.id, { title: 'x' }, NONE, 3_000_000_000), 400);
    expect((await write(post.id, { title: 'x' }, NONE, 999_999_999)).statusCode).toBe(200);
  });
});
