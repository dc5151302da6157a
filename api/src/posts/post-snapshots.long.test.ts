import { FIELD_NAMES, fieldOf } from '@longhand/contract/posts/post-fields';
import { type AdminPostSummary, type Post, postDefaults } from '@longhand/contract/posts/posts';
import { expect, test, vi } from 'vitest';
import { eachDialect, type TestDatabase } from '../../../test-support/dialects.ts';
import { expectProblem, startTestApp } from '../../../test-support/test-app.ts';
import { POSTS } from '../documents/document-kinds.ts';
import { CorruptSnapshot, readSnapshot } from '../documents/snapshots.ts';
import type * as Render from '../rendering/render.ts';
import { POST_CHECKS } from './check-posts.ts';

/** What happens elsewhere while a post is rendered; once. */
const meanwhile = vi.hoisted(() => ({ happens: undefined as (() => Promise<void>) | undefined }));

vi.mock('../rendering/render.ts', async (importOriginal) => {
  const original = await importOriginal<typeof Render>();
  async function renderPost(...args: Parameters<typeof original.renderPost>) {
    const { happens } = meanwhile;
    meanwhile.happens = undefined;
    await happens?.();
    return original.renderPost(...args);
  }
  return { ...original, renderInThisThread: { ...original.renderInThisThread, renderPost } };
});

const OF_LATER = {
  from_a_later_version: 'A field of a later version',
  series: { name: 'Letters', part: 2 },
};

const GARBAGE = {
  'is cut off': (post: Post) => JSON.stringify(post).slice(0, -20),
  'is empty': () => '',
  'is null': () => 'null',
  'is a list': () => '[]',
  'has no words': ({ id, version }: Post) => JSON.stringify({ id, version }),
  'has tags that are none': (post: Post) => JSON.stringify({ ...post, tags: 'Tech' }),
  'is of another post': (post: Post) =>
    JSON.stringify({ ...post, id: '01900000-0000-7000-8000-000000000000' }),
};

/** As the first version wrote it: before there were these fields. */
function asOfBefore(post: Post | AdminPostSummary): string {
  const { featured_image_alt: _, published_at: __, reading_minutes: ___, ...before } = post;
  return JSON.stringify(before);
}

/** As one wrote it that has more fields, and has given up one of ours. */
function asOfLater({ meta_description: _, ...post }: Post | AdminPostSummary): string {
  return JSON.stringify({ ...post, ...OF_LATER });
}

async function startWithHistory(open: () => Promise<TestDatabase>) {
  const site = await startTestApp(open);
  const token = await site.login();
  const first = await site.createPost(token, { title: 'First' });
  await site.updatePost(token, first.id, { title: 'Second' });
  const post = await site.updatePost(token, first.id, { title: 'Third' });
  const { id } = post;
  const versions = `/api/admin/posts/${id}/revisions`;
  return {
    ...site,
    token,
    id,
    first,
    post,
    list: () => site.get(versions, token),
    find: (version: number) => site.get(`${versions}/${version}`, token),
    trash: () => site.get('/api/admin/trash', token),
    delete: () => site.request({ method: 'DELETE', url: `/api/admin/posts/${id}` }, token),
    findDeleted: () => site.get(`/api/admin/trash/${id}`, token),
    deleteForGood: () => site.request({ method: 'DELETE', url: `/api/admin/trash/${id}` }, token),
    restore: () => site.request({ method: 'POST', url: `/api/admin/trash/${id}/restore` }, token),
    writeVersion: (version: number, snapshot: string) =>
      site.db
        .updateTable('post_revisions')
        .set({ snapshot })
        .where('version', '=', version)
        .execute(),
    writeTrash: (snapshot: string, summary: string) =>
      site.db.updateTable('trashed_posts').set({ snapshot, summary }).execute(),
    async findMistakes(): Promise<string[]> {
      const found = POST_CHECKS.map(({ find }) => Array.fromAsync(find(site.db)));
      return (await Promise.all(found)).flat();
    },
  };
}

test.each(FIELD_NAMES)(
  'a snapshot from before there was %s has its default, if it has one',
  (name) => {
    const owner = {
      id: '01900000-0000-7000-8000-000000000000',
      version: 1,
      storedAt: '2026-01-01T00:00:00.000Z',
    };
    const words = { title: 'T', slug: 't', content: 'C' };
    const { [name]: _, ...before } = { ...postDefaults(owner.storedAt), ...words };
    const { default: value } = fieldOf(name);
    const read = () => readSnapshot(POSTS, POSTS.stored, JSON.stringify(before), owner);
    if (value === undefined) expect(read).toThrow(CorruptSnapshot);
    else expect(read()[name]).toEqual(value);
  },
);

eachDialect((open) => {
  test('versions that other versions of the software wrote are read with every field', async () => {
    const site = await startWithHistory(open);
    await site.writeVersion(1, asOfBefore(site.first));
    await site.writeVersion(2, asOfLater({ ...site.first, version: 2 }));
    const list = await site.list();
    expect(list.statusCode, list.body).toBe(200);
    expect(list.json()).toMatchObject([{ version: 2 }, { version: 1, title: 'First' }]);
    expect((await site.find(1)).json()).toEqual({
      ...site.first,
      featured_image_alt: null,
      published_at: site.first.created_at,
      reading_minutes: 1,
    });
    expect((await site.find(2)).json()).toEqual({ ...site.first, version: 2 });
    expect(await site.findMistakes()).toEqual([]);
  });

  test.each([
    ['an earlier', asOfBefore],
    ['a later', asOfLater],
  ])('a post that %s version deleted is listed and can be restored', async (_, write) => {
    const site = await startWithHistory(open);
    await site.delete();
    const { content: __, ...summary } = site.post;
    await site.writeTrash(write(site.post), write(summary));
    expect((await site.trash()).json()).toEqual([
      { ...summary, deleted_at: '2026-01-01T12:00:00.000Z' },
    ]);
    expect((await site.findDeleted()).json()).toMatchObject(site.post);
    expect(await site.findMistakes()).toEqual([]);
    const restored = await site.restore();
    expect(restored.statusCode, restored.body).toBe(200);
    expect(restored.json()).toEqual(site.post);
    expect((await site.get('/api/posts')).json()).toMatchObject([{ id: site.id }]);
    expect((await site.updatePost(site.token, site.id, {})).version).toBe(4);
  });

  test.each(Object.keys(GARBAGE) as (keyof typeof GARBAGE)[])(
    'a version that %s is told of, and the others can be read',
    async (kind) => {
      const site = await startWithHistory(open);
      await site.writeVersion(2, GARBAGE[kind]({ ...site.first, version: 2 }));
      const told = /^version 2 in the history of the post \S+ cannot be read/;
      // The list reads no texts.
      expect((await site.list()).json()).toMatchObject([{ title: 'Second' }, { title: 'First' }]);
      site.expectLoggedError(/^Version 2 of this post is damaged/);
      expectProblem(await site.find(2), 503, { detail: expect.stringContaining('doctor') });
      expect((await site.find(1)).json()).toEqual(site.first);
      expect(await site.findMistakes()).toEqual([expect.stringMatching(told)]);
    },
  );

  test.each(Object.keys(GARBAGE) as (keyof typeof GARBAGE)[])(
    'a deleted post whose copy %s is told of, stays there, and the others are listed',
    async (kind) => {
      const site = await startWithHistory(open);
      const other = await site.createPost(site.token);
      await site.delete();
      await site.writeTrash(GARBAGE[kind](site.post), GARBAGE[kind](site.post));
      await site.request({ method: 'DELETE', url: `/api/admin/posts/${other.id}` }, site.token);
      const told = /^the post \S+ in the trash cannot be read/;
      site.expectLoggedError(told);
      expect((await site.trash()).json()).toMatchObject([{ id: other.id }]);
      for (const read of [site.restore, site.findDeleted]) {
        site.expectLoggedError(/^The copy of this post in the trash is damaged/);
        expectProblem(await read(), 503, { detail: expect.stringContaining('doctor') });
      }
      expect(await site.db.selectFrom('trashed_posts').select('post_id').execute()).toHaveLength(2);
      expect(await site.findMistakes()).toEqual([expect.stringMatching(told)]);
      expect((await site.deleteForGood()).statusCode).toBe(204);
      expect(await site.findMistakes()).toEqual([]);
    },
  );

  test('a deleted post is listed whatever its text, which is not read for that', async () => {
    const site = await startWithHistory(open);
    await site.delete();
    await site.db.updateTable('trashed_posts').set({ snapshot: '{' }).execute();
    expect((await site.trash()).json()).toMatchObject([{ id: site.id, title: 'Third' }]);
    site.expectLoggedError(/^The copy of this post in the trash is damaged/);
    expectProblem(await site.findDeleted(), 503, { detail: expect.stringContaining('doctor') });
  });

  test('what another tab restores, changes and deletes meanwhile is what comes back', async () => {
    const site = await startWithHistory(open);
    await site.delete();
    meanwhile.happens = async () => {
      expect((await site.restore()).statusCode).toBe(200);
      await site.updatePost(site.token, site.id, { title: 'Fourth' });
      await site.delete();
    };
    expect((await site.restore()).json()).toMatchObject({ title: 'Fourth', version: 4 });
    expect((await site.trash()).json()).toEqual([]);
    expect((await site.updatePost(site.token, site.id, { title: 'Fifth' })).version).toBe(5);
    expect(await site.findMistakes()).toEqual([]);
  });
});
