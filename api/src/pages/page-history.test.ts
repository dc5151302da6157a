import type { Page } from '@longhand/contract/pages/pages';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { startWithPages } from '../../../test-support/pages.ts';
import { expectProblem } from '../../../test-support/test-app.ts';
import { RENDER_VERSION, renderInThisThread } from '../rendering/render.ts';
import { renderOutdatedPages } from './page-renderer.ts';

const DAY = 86_400_000;
const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';

eachDialect((open) => {
  test('the replaced versions of a page are listed newest first, and can be read', async () => {
    const { createPage, updatePage, readAsAdmin, passTime } = await startWithPages(open);
    const first = await createPage({ title: 'First', content: '<script>one</script>' });
    passTime(1000);
    const second = await updatePage(first.id, { title: 'Second', slug: 'second' });
    passTime(1000);
    await updatePage(first.id, { content: 'Three' });
    const url = `pages/${first.id}/revisions`;
    expect((await readAsAdmin(url)).json()).toEqual([
      {
        ...{ version: 2, title: 'Second', saved_at: second.updated_at },
        replaced_at: '2026-01-01T12:00:02.000Z',
      },
      {
        ...{ version: 1, title: 'First', saved_at: first.updated_at },
        replaced_at: '2026-01-01T12:00:01.000Z',
      },
    ]);
    expect((await readAsAdmin(`${url}/1`)).json()).toEqual(first);
    expect((await readAsAdmin(`${url}/2`)).json()).toEqual(second);
    for (const path of [`${url}/3`, `pages/${UNKNOWN_ID}/revisions`])
      expectProblem(await readAsAdmin(path), 404);
    for (const path of [`${url}/x`, 'pages/7/revisions'])
      expectProblem(await readAsAdmin(path), 400);
  });

  test('a deleted page is in the trash, and comes back as it was with its history', async () => {
    const site = await startWithPages(open);
    const { id } = await site.createPage({ title: 'Now', placement: 'footer' });
    const page = await site.updatePage(id, { content: '<p>Beans</p>' });
    site.passTime(1000);
    await site.deletePage(id);
    expectProblem(await site.get('/api/pages/now'), 404);
    expectProblem(await site.readAsAdmin(`pages/${id}/revisions`), 404);
    const { content: _, ...listed } = page;
    expect(await site.listTrash()).toEqual([{ ...listed, deleted_at: '2026-01-01T12:00:01.000Z' }]);
    expect(await site.restorePage(id)).toEqual(page);
    expect((await site.get('/api/pages/now')).json().content).toBe('<p>Beans</p>');
    expect((await site.readAsAdmin(`pages/${id}/revisions`)).json()).toHaveLength(1);
    expect(await site.listTrash()).toEqual([]);
    expectProblem(await site.tryToRestore(id), 404);
  });

  test('a restored page whose address was given away gets one with a number', async () => {
    const { createPage, deletePage, restorePage } = await startWithPages(open);
    const first = await createPage({ title: 'Now' });
    await deletePage(first.id);
    expect((await createPage({ title: 'Now' })).slug).toBe('now');
    expect(await restorePage(first.id)).toEqual({ ...first, slug: 'now-2' });
  });

  test('the trash is emptied after 30 days, with the versions', async () => {
    const { app, db, createPage, updatePage, deletePage, passTime } = await startWithPages(open);
    const readTrash = () => db.selectFrom('trashed_pages').selectAll().execute();
    const { id } = await createPage({ title: 'Now' });
    await updatePage(id, { title: 'Later' });
    await deletePage(id);
    passTime(29 * DAY);
    await app.scheduler.tick();
    expect(await readTrash()).toHaveLength(1);
    passTime(2 * DAY);
    await app.scheduler.tick();
    expect(await readTrash()).toEqual([]);
    expect(await db.selectFrom('page_versions').selectAll().execute()).toEqual([]);
  });

  test('a page can be deleted for good', async () => {
    const { createPage, deletePage, tryToDeleteForGood, listTrash } = await startWithPages(open);
    const { id } = await createPage({ title: 'Now' });
    expectProblem(await tryToDeleteForGood(id), 404);
    await deletePage(id);
    expect((await tryToDeleteForGood(id)).statusCode).toBe(204);
    expect(await listTrash()).toEqual([]);
  });

  test('damaged copies are said to be damaged', async () => {
    const site = await startWithPages(open);
    const { id } = await site.createPage({ title: 'Now' });
    await site.updatePage(id, { title: 'Later' });
    const other: Page = await site.createPage({ title: 'Other' });
    await site.deletePage(other.id);
    await site.db.updateTable('page_versions').set({ snapshot: '{' }).execute();
    const snapshot = JSON.stringify({ ...other, id });
    await site.db.updateTable('trashed_pages').set({ snapshot }).execute();
    // Lists read no texts.
    expect((await site.readAsAdmin(`pages/${id}/revisions`)).json()).toMatchObject([
      { version: 1 },
    ]);
    expect(await site.listTrash()).toMatchObject([{ id: other.id }]);
    const detail = expect.stringContaining('is damaged');
    expectProblem(await site.readAsAdmin(`pages/${id}/revisions/1`), 503, { detail });
    expectProblem(await site.tryToRestore(other.id), 503, { detail });
    for (const what of ['Version 1 of', 'The copy of'])
      site.expectLoggedError(new RegExp(`^${what}`));
  });

  test('what cannot be listed is left out of lists, and said to be damaged', async () => {
    const site = await startWithPages(open);
    const { id } = await site.createPage({ title: 'Now' });
    await site.updatePage(id, { title: 'Later' });
    const other: Page = await site.createPage({ title: 'Other' });
    await site.deletePage(other.id);
    await site.db.updateTable('page_versions').set({ title: null }).execute();
    const summary = JSON.stringify({ ...other, id });
    await site.db.updateTable('trashed_pages').set({ summary }).execute();
    expect((await site.readAsAdmin(`pages/${id}/revisions`)).json()).toEqual([]);
    expect(await site.listTrash()).toEqual([]);
    site.expectLoggedError(/^version 1 in the history of the page .* could not be listed$/);
    site.expectLoggedError(/^the page .* in the trash cannot be read: it belongs to another page$/);
  });

  test('pages that an older renderer rendered are rendered again, but not changed', async () => {
    const { db, createPage, updatePage, listPages, get } = await startWithPages(open);
    const page = await createPage({ title: 'Now', content: 'One\n\nTwo' });
    await updatePage((await listPages())[0]?.id ?? '', { placement: 'none' });
    await db
      .updateTable('pages')
      .set({ rendering: RENDER_VERSION - 1 })
      .execute();
    await db
      .updateTable('pages')
      .set({ public_content: 'old' })
      .where('id', '=', page.id)
      .execute();
    await renderOutdatedPages(db, renderInThisThread);
    expect((await get('/api/pages/now')).json().content).toContain('<p>Two</p>');
    const { rendering, version } = await db
      .selectFrom('pages')
      .select(['rendering', 'version'])
      .where('id', '=', page.id)
      .executeTakeFirstOrThrow();
    expect([rendering, version]).toEqual([RENDER_VERSION, 1]);
  });
});
