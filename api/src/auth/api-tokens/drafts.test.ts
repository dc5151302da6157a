import type { Post } from '@longhand/contract/posts/posts';
import { expect, test } from 'vitest';
import { createToken } from '../../../../test-support/api-tokens.ts';
import { eachDialect, type TestDatabase } from '../../../../test-support/dialects.ts';
import { expectProblem, postFields, startTestApp } from '../../../../test-support/test-app.ts';

const FUTURE = '2026-01-02T12:00:00.000Z';
const DRAFT = { published: false };
const LIVE = { published: true };
const SCHEDULED = { published: false, publish_at: FUTURE };
const SHOWN = [LIVE, SCHEDULED];
const REFUSAL = { type: 'urn:longhand:problem:insufficient-scope' };

async function startWithTokens(open: () => Promise<TestDatabase>) {
  const site = await startTestApp(open, { WRITES_PER_MINUTE: '100000' });
  const session = await site.login();
  const write = (await createToken(site, session, { scope: 'write' })).token;
  const publish = (await createToken(site, session, { scope: 'publish' })).token;
  const call = (method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, as = write) =>
    site.request({ method, url: `/api/admin/${path}`, ...(payload && { payload }) }, as);
  return {
    ...{ ...site, session, write, publish, call },
    /** What visitors see, and what will be published. */
    async readPublic() {
      const rows = await site.db
        .selectFrom('posts')
        .select(['id', 'version', 'published', 'publish_at', 'translation_group'])
        .where((post) => post.or([post('published', '=', 1), post('publish_at', 'is not', null)]))
        .orderBy('id')
        .execute();
      return [(await site.get('/api/posts')).json(), rows];
    },
    put: (id: string, fields: object, as = write) =>
      call('PUT', `posts/${id}`, { ...postFields, ...fields }, as),
  };
}

eachDialect((open) => {
  test('with the scope write, a draft is created, changed, deleted, restored and deleted for good', async () => {
    const { call, put, readPublic, createPost, write } = await startWithTokens(open);
    const before = await readPublic();
    const { id } = await createPost(write, DRAFT);
    expect((await put(id, { ...DRAFT, title: 'Changed' })).statusCode).toBe(200);
    expect((await put(id, { published: undefined, publish_at: null })).statusCode).toBe(200);
    const form = { base_version: 3, form: { title: 'Private' } };
    expect((await call('PUT', `working-copies/${id}`, form)).statusCode).toBe(200);
    expect((await call('DELETE', `posts/${id}`)).statusCode).toBe(204);
    expect((await call('POST', `trash/${id}/restore`)).statusCode).toBe(200);
    expect((await call('DELETE', `posts/${id}`)).statusCode).toBe(204);
    expect((await call('DELETE', `trash/${id}`)).statusCode).toBe(204);
    expect(await readPublic()).toEqual(before);
  });

  test('it neither publishes nor schedules', async () => {
    const { call, put, readPublic, createPost, write, db } = await startWithTokens(open);
    const { id } = await createPost(write, DRAFT);
    const before = await readPublic();
    for (const fields of SHOWN) {
      const payload = { ...postFields, ...fields, send_when_published: true };
      expectProblem(await call('POST', 'posts', payload), 403, REFUSAL);
      expectProblem(await put(id, fields), 403, REFUSAL);
      // Whatever else is wrong with it.
      for (const wrong of [{ title: 7 }, { tags: 'none' }, { unknown: true }]) {
        expectProblem(await call('POST', 'posts', { ...payload, ...wrong }), 403, REFUSAL);
        expectProblem(await put(id, { ...fields, ...wrong }), 403, REFUSAL);
      }
    }
    const change = { kind: 'publish' };
    expectProblem(await call('POST', 'posts/bulk', { ids: [id], change }), 403, REFUSAL);
    expect(await readPublic()).toEqual(before);
    expect(await db.selectFrom('posts').select('version').execute()).toEqual([{ version: 1 }]);
    const { slug } = (await db.selectFrom('posts').select('slug').executeTakeFirstOrThrow()) ?? {};
    expect(await db.selectFrom('slugs').select('slug').execute()).toEqual([{ slug }]);
  });

  test('what readers see now or later is neither changed, deleted nor taken back', async () => {
    const { call, put, readPublic, createPost, session } = await startWithTokens(open);
    const posts: Post[] = [];
    for (const fields of SHOWN) posts.push(await createPost(session, fields));
    const draft = await createPost(session, DRAFT);
    const before = await readPublic();
    for (const { id } of posts) {
      expectProblem(await call('PUT', `posts/${id}`, { published: 'no' }), 403, REFUSAL);
      const publishing = { change: { kind: 'publish' } };
      expectProblem(await call('POST', 'posts/bulk', publishing), 403, REFUSAL);
      for (const fields of [DRAFT, LIVE, SCHEDULED, { title: 'Changed', published: undefined }])
        expectProblem(await put(id, fields), 403, REFUSAL);
      expectProblem(await call('DELETE', `posts/${id}`), 403, REFUSAL);
      for (const change of [
        { kind: 'delete' },
        { kind: 'unpublish' },
        { kind: 'topic', topic: 'New' },
      ]) {
        const bulk = await call('POST', 'posts/bulk', { ids: [draft.id, id], change });
        expectProblem(bulk, 403, REFUSAL);
      }
    }
    expect(await readPublic()).toEqual(before);
  });

  test('what comes back public or scheduled is not restored; a schedule that is over comes back as a draft', async () => {
    const { call, readPublic, createPost, session, write, passTime } = await startWithTokens(open);
    const posts: Post[] = [];
    for (const fields of SHOWN) posts.push(await createPost(session, fields));
    for (const { id } of posts) await call('DELETE', `posts/${id}`, undefined, session);
    const before = await readPublic();
    const ids = posts.map(({ id }) => id);
    const change = { kind: 'restore' };
    for (const id of ids) {
      expectProblem(await call('POST', `trash/${id}/restore`), 403, REFUSAL);
      expectProblem(await call('POST', 'posts/bulk', { ids: [id], change }), 403, REFUSAL);
    }
    expect(await readPublic()).toEqual(before);
    passTime(2 * 86_400_000);
    const over = await call('POST', 'posts/bulk', { ids: ids.slice(1), change }, write);
    expect(over.json().outcomes).toMatchObject([{ outcome: 'done', post: { publish_at: null } }]);
  });

  test('a draft does not make public posts translations of one another', async () => {
    const { put, readPublic, createPost, session } = await startWithTokens(open);
    const hub = await createPost(session, { ...DRAFT, title: 'Hub', language: 'en' });
    const named = { translation_of: hub.id, language: 'de' };
    await createPost(session, { ...LIVE, ...named, title: 'Eins' });
    const other = await createPost(session, { ...LIVE, title: 'Un', language: 'fr' });
    await createPost(session, { ...LIVE, title: 'Uno', language: 'es', translation_of: other.id });
    const before = await readPublic();
    const fields = { ...DRAFT, title: 'Hub', language: 'en', translation_of: other.id };
    expectProblem(await put(hub.id, fields), 403, REFUSAL);
    expect(await readPublic()).toEqual(before);
    expect((await put(hub.id, fields, session)).statusCode).toBe(200);
  });

  test('a draft neither takes nor frees the address of a redirect', async () => {
    const { call, put, createPost, session, db, write } = await startWithTokens(open);
    const { id } = await createPost(write, { ...DRAFT, title: 'Elsewhere' });
    const trashed = await createPost(session, { ...DRAFT, title: 'Taken' });
    await call('DELETE', `posts/${trashed.id}`, undefined, session);
    const row = { to_address: 'https://new.example/', created_at: FUTURE };
    const rows = ['taken', 'old'].map((slug) => ({ ...row, from_path: `/blog/${slug}` }));
    await db.insertInto('redirects').values(rows).execute();
    for (const fields of [{ slug: 'old' }, { title: 'Old' }])
      expectProblem(await put(id, { ...DRAFT, title: 'Elsewhere', ...fields }), 403, REFUSAL);
    expectProblem(await call('POST', `trash/${trashed.id}/restore`), 403, REFUSAL);
    expect((await put(id, { ...DRAFT, slug: 'old' }, session)).statusCode).toBe(200);
    expectProblem(await put(id, { ...DRAFT, slug: 'other' }), 403, REFUSAL);
    expectProblem(await call('DELETE', `posts/${id}`), 403, REFUSAL);
    const draft = await createPost(write, DRAFT);
    for (const [kind, ids] of [
      ['delete', [draft.id, id]] as const,
      ['restore', [trashed.id]] as const,
    ])
      expectProblem(await call('POST', 'posts/bulk', { ids, change: { kind } }), 403, REFUSAL);
    expect((await put(draft.id, DRAFT)).statusCode).toBe(200);
    expect((await put(id, { ...DRAFT, title: 'Only words' })).statusCode).toBe(200);
  });

  test('nor does a draft the address that it had before', async () => {
    const { call, put, createPost, session, db } = await startWithTokens(open);
    const { id } = await createPost(session, { ...LIVE, title: 'Former' });
    const refused = async (method: 'POST' | 'DELETE', path: string, body?: object) =>
      expectProblem(await call(method, path, body), 403, REFUSAL);
    expect((await put(id, { ...DRAFT, slug: 'later' }, session)).statusCode).toBe(200);
    const row = { to_address: 'https://new.example/', created_at: FUTURE };
    await db
      .insertInto('redirects')
      .values({ ...row, from_path: '/blog/former' })
      .execute();
    await refused('DELETE', `posts/${id}`);
    await refused('POST', 'posts/bulk', { ids: [id], change: { kind: 'delete' } });
    await call('DELETE', `posts/${id}`, undefined, session);
    await refused('POST', `trash/${id}/restore`);
    await refused('POST', 'posts/bulk', { ids: [id], change: { kind: 'restore' } });
  });

  test('the scope publish does all of it', async () => {
    const { call, put, createPost, publish } = await startWithTokens(open);
    const post = await createPost(publish, LIVE);
    expect((await put(post.id, SCHEDULED, publish)).statusCode).toBe(200);
    const ids = [post.id];
    for (const kind of ['publish', 'unpublish', 'delete', 'restore']) {
      const bulk = await call('POST', 'posts/bulk', { ids, change: { kind } }, publish);
      expect(bulk.json().outcomes, kind).toMatchObject([{ outcome: 'done' }]);
    }
  });

  test('a post that is published meanwhile is not changed', async () => {
    const { put, createPost, session } = await startWithTokens(open);
    for (let n = 0; n < 5; n += 1) {
      const { id } = await createPost(session, { ...DRAFT, title: `Race ${n}` });
      const [script, owner] = await Promise.all([
        put(id, { title: 'By the script', published: undefined }),
        put(id, { title: 'By the owner', ...LIVE }, session),
      ]);
      expect(owner.statusCode).toBe(200);
      expect([200, 403]).toContain(script.statusCode);
      // The script was first, or refused.
      const after = await put(id, { title: 'Again', published: undefined });
      expectProblem(after, 403, REFUSAL);
      expect(owner.json()).toMatchObject({
        title: 'By the owner',
        version: script.statusCode === 200 ? 3 : 2,
      });
    }
  });
});
