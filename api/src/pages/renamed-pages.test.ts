import type { Kysely } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { startWithPages } from '../../../test-support/pages.ts';
import { expectProblem, type TestApp } from '../../../test-support/test-app.ts';
import { up } from '../database/migrations/0011-redirects-and-search.ts';
import { up as releaseAddresses } from '../database/migrations/0017-former-page-addresses.ts';
import { PAGE_CHECKS } from './check-pages.ts';

async function locationOf({ get }: Pick<TestApp, 'get'>, slug: string) {
  const { statusCode, headers, body } = await get(`/api/pages/${slug}`);
  expect([statusCode, body]).toEqual([301, '']);
  return headers.location;
}

async function findProblems({ db }: Pick<TestApp, 'db'>): Promise<string[]> {
  const found = PAGE_CHECKS.map(({ find }) => Array.fromAsync(find(db)));
  return (await Promise.all(found)).flat();
}

eachDialect((open) => {
  test('every address that a page had leads to the one that it has', async () => {
    const site = await startWithPages(open);
    const { id } = await site.createPage({ title: 'Imprint' });
    await site.updatePage(id, { slug: 'legal' });
    await site.updatePage(id, { slug: 'legal-notice' });
    for (const slug of ['imprint', 'legal'])
      expect(await locationOf(site, slug)).toBe('/api/pages/legal-notice');
    expect((await site.get('/api/pages')).json().at(-1)).toMatchObject({
      slug: 'legal-notice',
      former_slugs: ['imprint', 'legal'],
    });
    await site.updatePage(id, { slug: 'imprint' });
    expect((await site.get('/api/pages/imprint')).statusCode).toBe(200);
    for (const slug of ['legal', 'legal-notice'])
      expect(await locationOf(site, slug)).toBe('/api/pages/imprint');
    expect(await findProblems(site)).toEqual([]);
  });

  test('such an address is not given to another page, also while its page is in the trash', async () => {
    const site = await startWithPages(open);
    const { id } = await site.createPage({ title: 'Now' });
    await site.updatePage(id, { slug: 'later' });
    const other = await site.createPage({ title: 'Now' });
    expect(other.slug).toBe('now-2');
    const errors = { slug: [expect.stringContaining('is a former address of another page')] };
    expectProblem(await site.tryToUpdate(other.id, { slug: 'now' }), 400, { errors });
    const fields = { title: 'New', content: 'x', slug: 'now' };
    expectProblem(await site.tryToCreate(fields), 400, { errors });
    await site.deletePage(id);
    expectProblem(await site.get('/api/pages/now'), 404);
    expectProblem(await site.tryToCreate(fields), 400, {
      errors: { slug: [expect.stringContaining('is a former address of a page in the trash')] },
    });
    await site.restorePage(id);
    expect(await locationOf(site, 'now')).toBe('/api/pages/later');
    expect(await findProblems(site)).toEqual([]);
  });

  test('a page that is deleted for good gives up the addresses that it had', async () => {
    const site = await startWithPages(open);
    const { id } = await site.createPage({ title: 'Now' });
    await site.updatePage(id, { slug: 'later' });
    await site.deletePage(id);
    expect((await site.tryToDeleteForGood(id)).statusCode).toBe(204);
    expect(await findProblems(site)).toEqual([]);
    for (const slug of ['now', 'later'])
      expect(await site.createPage({ title: 'New', slug })).toMatchObject({ slug });
  });

  test('a page that is restored when its address redirects elsewhere gets another one', async () => {
    const site = await startWithPages(open);
    const first = await site.createPage({ title: 'Now' });
    await site.deletePage(first.id);
    const second = await site.createPage({ title: 'Now' });
    await site.updatePage(second.id, { slug: 'later' });
    expect(await site.restorePage(first.id)).toMatchObject({ slug: 'now-2' });
    expect(await locationOf(site, 'now')).toBe('/api/pages/later');
    expect(await findProblems(site)).toEqual([]);
  });

  test('an upgrade keeps the addresses that pages had before it', async () => {
    const { db, remove } = await open();
    onTestFinished(async () => {
      await db.destroy();
      await remove();
    });
    await db.schema.dropTable('page_slugs').execute();
    for (const table of ['working_copies', 'trashed_posts'])
      await db.schema.alterTable(table).dropColumn('search_text').execute();
    const page = { title: 'x', placement: 'none', position: 1, created_at: '', updated_at: '' };
    for (const [id, slug] of [
      ['a', 'new'],
      ['b', 'taken'],
    ] as const)
      await db
        .insertInto('pages')
        .values({ ...page, id, slug, version: 9, rendering: 0 })
        .execute();
    await db
      .insertInto('trashed_pages')
      .values({ page_id: 'c', summary: '{"slug":"deleted"}', snapshot: '', deleted_at: '' })
      .execute();
    const versions = [
      ['a', 1, '{"slug":"old"}', '1'],
      ['a', 2, '{"slug":"taken"}', '2'],
      ['a', 3, '{"slug":"new"}', '3'],
      ['a', 4, '{"slug":"both"}', '4'],
      ['a', 5, 'damaged', '5'],
      ['b', 1, '{"slug":"both"}', '6'],
      ['c', 1, '{"slug":"before"}', '7'],
      ['c', 2, '{"slug":"deleted"}', '8'],
    ] as const;
    for (const [page_id, version, snapshot, replaced_at] of versions)
      await db
        .insertInto('page_versions')
        .values({ page_id, version, snapshot, replaced_at })
        .execute();
    await up(db as unknown as Kysely<unknown>);
    expect(await db.selectFrom('page_slugs').selectAll().orderBy('slug').execute()).toEqual([
      { slug: 'before', page_id: 'c' },
      { slug: 'both', page_id: 'b' },
      { slug: 'old', page_id: 'a' },
    ]);
  });

  test('an upgrade gives up the addresses of pages that were deleted for good before it', async () => {
    const site = await startWithPages(open);
    const here = await site.createPage({ title: 'Here' });
    await site.updatePage(here.id, { slug: 'there' });
    const deleted = await site.createPage({ title: 'Deleted' });
    await site.updatePage(deleted.id, { slug: 'gone' });
    await site.deletePage(deleted.id);
    await site.db.insertInto('page_slugs').values({ slug: 'stale', page_id: 'x' }).execute();
    expect(await findProblems(site)).toEqual(['the former address stale belongs to no page']);
    await releaseAddresses(site.db as unknown as Kysely<unknown>);
    expect(await findProblems(site)).toEqual([]);
    expect(await site.db.selectFrom('page_slugs').select('slug').orderBy('slug').execute()).toEqual(
      [{ slug: 'deleted' }, { slug: 'here' }],
    );
  });
});
