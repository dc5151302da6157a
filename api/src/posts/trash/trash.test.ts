import type { Post } from '@longhand/contract/posts/posts';
import { expect, test } from 'vitest';
import { eachDialect, type TestDatabase } from '../../../../test-support/dialects.ts';
import { expectProblem, postFields, startTestApp } from '../../../../test-support/test-app.ts';
import type { Database } from '../../database/tables.ts';
import { createPostsService } from '../posts.service.ts';

const DAY = 86_400_000;
const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';

async function startWithTrash(open: () => Promise<TestDatabase>) {
  const site = await startTestApp(open);
  const token = await site.login();
  const call = (method: 'DELETE' | 'POST', url: string) =>
    site.request({ method, url: `/api/admin/${url}` }, token);
  const tryToDeleteForGood = (id: string) => call('DELETE', `trash/${id}`);
  const tryToRestore = (id: string) => call('POST', `trash/${id}/restore`);
  return {
    ...site,
    token,
    tryToRestore,
    tryToDeleteForGood,
    async deleteForGood(id: string): Promise<void> {
      const response = await tryToDeleteForGood(id);
      expect(response.statusCode, response.body).toBe(204);
      expect(response.body).toBe('');
    },
    find: (id: string) => site.get(`/api/admin/trash/${id}`, token),
    purge: (days: number) =>
      createPostsService(
        site.db,
        () => new Date(Date.parse('2026-01-01T12:00:00Z') + days * DAY),
      ).purgeTrash(),
    trash: async () => (await site.get('/api/admin/trash', token)).json(),
    async deletePost(id: string): Promise<void> {
      const response = await call('DELETE', `posts/${id}`);
      expect(response.statusCode, response.body).toBe(204);
    },
    async restore(id: string): Promise<Post> {
      const response = await tryToRestore(id);
      expect(response.statusCode, response.body).toBe(200);
      return response.json();
    },
  };
}

const TIMES = { created_at: '2026-01-01T12:00:00.000Z', updated_at: '2026-01-01T12:00:00.000Z' };

/** A working copy and a preview link. */
async function addBelongings(db: Database, post_id: string): Promise<void> {
  const copy = {
    id: post_id,
    post_id,
    base_version: 1,
    version: 1,
    title: '',
    form: '{}',
    ...TIMES,
  };
  await db.insertInto('working_copies').values(copy).execute();
  const { created_at } = TIMES;
  // Not expired: a job of the start would delete it.
  const expires_at = '2027-01-01T12:00:00.000Z';
  const link = { id: `link-${post_id}`, post_id, created_at, expires_at, shows_changes: 0 };
  await db
    .insertInto('preview_links')
    .values({ ...link, token_hash: post_id })
    .execute();
}

/** The posts that have rows of each kind, and all slugs. */
async function belongings(db: Database) {
  const tables = ['post_revisions', 'working_copies', 'preview_links'] as const;
  const entries = tables.map(async (table) => {
    const rows = await db.selectFrom(table).select('post_id').execute();
    return [table, rows.map(({ post_id }) => post_id)];
  });
  const slugs = await db.selectFrom('slugs').select('slug').orderBy('slug').execute();
  return {
    ...Object.fromEntries(await Promise.all(entries)),
    slugs: slugs.map(({ slug }) => slug),
  };
}

eachDialect((open) => {
  test('the trash lists deleted posts without their bodies, the latest deletion first', async () => {
    const site = await startWithTrash(open);
    const first = await site.createPost(site.token, { title: 'First' });
    const second = await site.createPost(site.token, { title: 'Second', published: false });
    await site.createPost(site.token, { title: 'Kept' });
    expect(await site.trash()).toEqual([]);
    await site.deletePost(second.id);
    site.passTime(1000);
    await site.deletePost(first.id);
    const [{ content: _, ...firstSummary }, { content: __, ...secondSummary }] = [first, second];
    expect(await site.trash()).toEqual([
      { ...firstSummary, deleted_at: '2026-01-01T12:00:01.000Z' },
      { ...secondSummary, deleted_at: '2026-01-01T12:00:00.000Z' },
    ]);
  });

  test('a restored post is as it was, and public again at once', async () => {
    const site = await startWithTrash(open);
    const { id } = await site.createPost(site.token, { title: 'Old' });
    site.passTime(DAY);
    const post = await site.updatePost(site.token, id, {
      title: 'Came back',
      slug: 'came-back',
      content: '<p>Kept</p><script>1</script>',
      tags: ['Rare', 'Tech'],
      meta_title: 'Meta',
      featured_image: '/uploads/a.png',
      featured_image_alt: 'A picture',
    });
    const publicView = async () => [
      (await site.get('/api/posts')).json(),
      (await site.get('/api/posts/came-back')).json(),
      (await site.get('/api/tags')).json(),
    ];
    const before = await publicView();
    expect(before).toMatchObject([
      [{ id }],
      { id, content: '<p>Kept</p>' },
      { tags: ['Rare', 'Tech'] },
    ]);
    site.passTime(DAY);
    await site.deletePost(id);
    site.passTime(DAY);
    const response = await site.tryToRestore(id);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({ etag: '"2"', 'cache-control': 'no-store' });
    expect(response.json()).toEqual(post);
    expect((await site.get('/api/admin/posts', site.token)).json()).toEqual([post]);
    expect(await publicView()).toEqual(before);
    expect((await site.get('/api/posts/old')).headers.location).toBe('/api/posts/came-back');
    expect(await site.trash()).toEqual([]);
  });

  test('a restored draft stays invisible to the public', async () => {
    const site = await startWithTrash(open);
    const draft = await site.createPost(site.token, { published: false, tags: ['Secret'] });
    await site.deletePost(draft.id);
    expect(await site.restore(draft.id)).toEqual(draft);
    expect((await site.get('/api/posts')).json()).toEqual([]);
    expect((await site.get('/api/tags')).json()).toEqual({ tags: [] });
    expectProblem(await site.get(`/api/posts/${draft.slug}`), 404);
    expect((await site.get(`/api/posts/${draft.slug}`, site.token)).statusCode).toBe(200);
  });

  test('what is restored is rendered as posts are rendered now', async () => {
    const site = await startWithTrash(open);
    const { id, slug } = await site.createPost(site.token, { content: '<p>kept</p>' });
    await site.db.updateTable('posts').set({ rendering: 0, public_content: 'old' }).execute();
    await site.deletePost(id);
    await site.restore(id);
    expect((await site.get(`/api/posts/${slug}`)).json().content).toBe('<p>kept</p>');
  });

  test('the address waits for its post: one of the same title gets the next number', async () => {
    const site = await startWithTrash(open);
    const published = await site.createPost(site.token, { title: 'Same' });
    const draft = await site.createPost(site.token, { title: 'Sketch', published: false });
    await site.deletePost(published.id);
    await site.deletePost(draft.id);
    expect((await site.createPost(site.token, { title: 'Same' })).slug).toBe('same-2');
    expect((await site.createPost(site.token, { title: 'Sketch' })).slug).toBe('sketch-2');
    expect((await site.restore(published.id)).slug).toBe('same');
    expect((await site.restore(draft.id)).slug).toBe('sketch');
  });

  test('a restored draft still knows whether its slug was chosen', async () => {
    const site = await startWithTrash(open);
    const draft = { published: false };
    const chosen = await site.createPost(site.token, { ...draft, slug: 'my-own' });
    const followed = await site.createPost(site.token, { ...draft, title: 'First idea' });
    for (const { id } of [chosen, followed]) {
      await site.deletePost(id);
      await site.restore(id);
    }
    const rename = async (id: string) =>
      (await site.updatePost(site.token, id, { ...draft, title: 'New name' })).slug;
    expect(await rename(chosen.id)).toBe('my-own');
    expect(await rename(followed.id)).toBe('new-name');
  });

  test('a post that was deleted before that was kept can be restored', async () => {
    const site = await startWithTrash(open);
    const post = await site.createPost(site.token, { published: false });
    await site.deletePost(post.id);
    await site.db
      .updateTable('trashed_posts')
      .set({ snapshot: JSON.stringify(post) })
      .execute();
    expect(await site.trash()).toHaveLength(1);
    expect(await site.restore(post.id)).toEqual(post);
    expect((await site.updatePost(site.token, post.id, { title: 'Next' })).slug).toBe('next');
  });

  test('a tag that got another spelling in the meantime comes back in that one', async () => {
    const site = await startWithTrash(open);
    const { id } = await site.createPost(site.token, { tags: ['graphql', 'Web'] });
    await site.deletePost(id);
    await site.createPost(site.token, { tags: ['GraphQL'] });
    expect((await site.restore(id)).tags).toEqual(['GraphQL', 'Web']);
    expect((await site.get('/api/tags')).json()).toEqual({ tags: ['GraphQL', 'Web'] });
  });

  test('replaced versions survive, and editing goes on from the version there was', async () => {
    const site = await startWithTrash(open);
    const { id } = await site.createPost(site.token, { title: 'One' });
    await site.updatePost(site.token, id, { title: 'Two' });
    const revisions = `/api/admin/posts/${id}/revisions`;
    const before = (await site.get(revisions, site.token)).json();
    expect(before).toHaveLength(1);
    await site.deletePost(id);
    await site.restore(id);
    expect((await site.get(revisions, site.token)).json()).toEqual(before);
    const put = (ifMatch: string) =>
      site.request(
        {
          method: 'PUT',
          url: `/api/admin/posts/${id}`,
          headers: { 'if-match': ifMatch },
          payload: { ...postFields, title: 'Three' },
        },
        site.token,
      );
    expectProblem(await put('"1"'), 409);
    expect((await put('"2"')).json()).toMatchObject({ title: 'Three', version: 3 });
  });

  test('a post can be deleted and restored again and again', async () => {
    const site = await startWithTrash(open);
    const post = await site.createPost(site.token);
    for (let round = 0; round < 2; round += 1) {
      await site.deletePost(post.id);
      expect(await site.restore(post.id)).toEqual(post);
    }
    site.passTime(DAY);
    await site.deletePost(post.id);
    expect(await site.trash()).toMatchObject([{ deleted_at: '2026-01-02T12:00:00.000Z' }]);
  });

  test('of many attempts to restore a post exactly one does', async () => {
    const site = await startWithTrash(open);
    const { id } = await site.createPost(site.token);
    await site.deletePost(id);
    const responses = await Promise.all(Array.from({ length: 5 }, () => site.tryToRestore(id)));
    const statuses = responses.map((response) => response.statusCode).toSorted();
    expect(statuses).toEqual([200, ...Array(4).fill(404)]);
  });

  test('a deleted post can be read, with its content as it was written', async () => {
    const site = await startWithTrash(open);
    const content = '<p>Kept</p><script>1</script>';
    const post = await site.createPost(site.token, { content, tags: ['Rare'] });
    expectProblem(await site.find(post.id), 404, {
      detail: 'There is no post with this id in the trash.',
    });
    site.passTime(1000);
    await site.deletePost(post.id);
    const response = await site.find(post.id);
    expect(response.statusCode, response.body).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toEqual({ ...post, deleted_at: '2026-01-01T12:00:01.000Z' });
    expectProblem(await site.get(`/api/admin/trash/${post.id}`), 401);
    expectProblem(await site.find(UNKNOWN_ID), 404);
    expectProblem(await site.find('7'), 400);
  });

  test('the trash is emptied after 30 days, and not before', async () => {
    const site = await startWithTrash(open);
    const { id } = await site.createPost(site.token);
    await site.deletePost(id);
    await site.purge(30);
    expect(await site.trash()).toHaveLength(1);
    await site.purge(30.1);
    expect(await site.trash()).toEqual([]);
    expectProblem(await site.tryToRestore(id), 404);
  });

  test.each(['by hand', 'after 30 days'])(
    'deleted for good %s, a post is gone with all that belongs to it; other posts keep theirs',
    async (how) => {
      const site = await startWithTrash(open);
      const create = async (title: string, published: boolean) => {
        const { id } = await site.createPost(site.token, { title, published });
        await site.updatePost(site.token, id, { title, published, excerpt: 'Changed' });
        await addBelongings(site.db, id);
        return id;
      };
      const kept = await create('Kept', false);
      const once = await create('Once public', true);
      const never = await create('Never public', false);
      for (const id of [once, never]) await site.deletePost(id);
      if (how === 'by hand') for (const id of [once, never]) await site.deleteForGood(id);
      else expect(await site.purge(31)).toBe(2);
      expect(await site.trash()).toEqual([]);
      expect(await belongings(site.db)).toEqual({
        post_revisions: [kept],
        working_copies: [kept],
        preview_links: [kept],
        slugs: ['kept', 'once-public'],
      });
      expect((await site.createPost(site.token, { title: 'Once public' })).slug).toBe(
        'once-public-2',
      );
      expect((await site.createPost(site.token, { title: 'Never public' })).slug).toBe(
        'never-public',
      );
      expectProblem(await site.find(once), 404);
    },
  );

  test('only what is in the trash can be deleted for good, and only once', async () => {
    const site = await startWithTrash(open);
    const post = await site.createPost(site.token);
    for (const id of [post.id, UNKNOWN_ID]) {
      expectProblem(await site.tryToDeleteForGood(id), 404, {
        detail: 'There is no post with this id in the trash.',
      });
    }
    expectProblem(await site.tryToDeleteForGood('7'), 400);
    expect((await site.get('/api/admin/posts', site.token)).json()).toEqual([post]);
    await site.deletePost(post.id);
    expectProblem(
      await site.request({ method: 'DELETE', url: `/api/admin/trash/${post.id}` }),
      401,
    );
    await site.deleteForGood(post.id);
    expectProblem(await site.tryToDeleteForGood(post.id), 404);
    expectProblem(await site.tryToRestore(post.id), 404);
  });

  test('of restoring and deleting for good at the same time, one happens', async () => {
    const site = await startWithTrash(open);
    const { id } = await site.createPost(site.token);
    await addBelongings(site.db, id);
    await site.deletePost(id);
    const [restored, deleted] = await Promise.all([
      site.tryToRestore(id),
      site.tryToDeleteForGood(id),
    ]);
    const isRestored = restored.statusCode === 200;
    expect(deleted.statusCode).toBe(isRestored ? 404 : 204);
    expect((await site.get('/api/admin/posts', site.token)).json()).toHaveLength(
      isRestored ? 1 : 0,
    );
    expect((await belongings(site.db)).working_copies).toEqual(isRestored ? [id] : []);
  });

  test('a post that cannot be deleted for good completely stays in the trash', async () => {
    const site = await startWithTrash(open);
    const { id } = await site.createPost(site.token);
    await site.deletePost(id);
    // Waits for the jobs of the start, one of which reads the table.
    await site.app.scheduler.tick();
    await site.db.schema.alterTable('preview_links').renameTo('elsewhere').execute();
    site.expectLoggedError(/no such table: preview_links|"preview_links" does not exist/);
    expectProblem(await site.tryToDeleteForGood(id), 500);
    await site.db.schema.alterTable('elsewhere').renameTo('preview_links').execute();
    expect(await site.trash()).toMatchObject([{ id }]);
  });

  test('restoring what is not in the trash is 404 and changes nothing, a malformed id 400', async () => {
    const site = await startWithTrash(open);
    const post = await site.createPost(site.token);
    for (const id of [post.id, UNKNOWN_ID]) expectProblem(await site.tryToRestore(id), 404);
    expectProblem(await site.tryToRestore('7'), 400);
    expect((await site.get('/api/admin/posts', site.token)).json()).toEqual([post]);
  });

  test('a restoration that fails leaves the post in the trash', async () => {
    const site = await startWithTrash(open);
    const { id } = await site.createPost(site.token);
    await site.deletePost(id);
    await site.db.schema.alterTable('post_tags').renameTo('elsewhere').execute();
    site.expectLoggedError(/no such table: post_tags|"post_tags" does not exist/);
    expectProblem(await site.tryToRestore(id), 500);
    await site.db.schema.alterTable('elsewhere').renameTo('post_tags').execute();
    expect(await site.trash()).toMatchObject([{ id }]);
    expect((await site.restore(id)).id).toBe(id);
  });
});
