import { BUILT_IN_PAGE_IDS, MAX_PAGES } from '@longhand/contract/pages/page-addresses';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { startWithPages } from '../../../test-support/pages.ts';
import { expectProblem } from '../../../test-support/test-app.ts';

const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';

eachDialect((open) => {
  test('a new blog has About and Contact, whose texts have the name of the site', async () => {
    const { listPages, get } = await startWithPages(open, {
      SITE_NAME: 'Bees & <Plants>',
      SITE_DESCRIPTION: 'Notes of a "gardener".',
    });
    expect(await listPages()).toMatchObject([
      {
        id: BUILT_IN_PAGE_IDS.about,
        ...{ slug: 'about', title: 'About', placement: 'header', position: 1, version: 0 },
        content: expect.stringContaining(
          '<p>Bees &amp; &lt;Plants&gt; is a blog. Notes of a "gardener".</p>',
        ),
        meta_description: 'What Bees & <Plants> is, and how it is made.',
        ...{ is_default: true, created_at: null, updated_at: null },
      },
      { slug: 'contact', title: 'Contact', placement: 'header', position: 2, is_default: true },
    ]);
    const about = (await get('/api/pages/about')).json();
    expect(about.content).toContain('<p>Bees &amp; &lt;Plants> is a blog.');
    expect(about.meta_description).toBe('What Bees & <Plants> is, and how it is made.');
  });

  test('the public list has the addresses of all pages, and caches are told of changes', async () => {
    const { get, createPage } = await startWithPages(open);
    const before = await get('/api/pages');
    const unchanged = { updated_at: null, former_slugs: [] };
    expect(before.json()).toEqual([
      { slug: 'about', title: 'About', placement: 'header', position: 1, ...unchanged },
      { slug: 'contact', title: 'Contact', placement: 'header', position: 2, ...unchanged },
    ]);
    const { updated_at } = await createPage({ title: 'Imprint', placement: 'footer' });
    const after = await get('/api/pages');
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect(after.json().at(-1)).toEqual({
      ...{ slug: 'imprint', title: 'Imprint', placement: 'footer', position: 3, updated_at },
      former_slugs: [],
    });
    expect((await get('/api/site')).json().pages).toEqual([
      { slug: 'about', title: 'About', placement: 'header' },
      { slug: 'contact', title: 'Contact', placement: 'header' },
      { slug: 'imprint', title: 'Imprint', placement: 'footer' },
    ]);
  });

  test('a page is stored byte for byte, and public like a post', async () => {
    const { createPage, get, findPage } = await startWithPages(open);
    const content = 'One\n\nTwo <script>alert(1)</script>\r\n<h1>Three</h1>';
    const page = await createPage({ title: '  Now  ', content });
    expect(page).toMatchObject({
      ...{ slug: 'now', title: 'Now', content, meta_description: null, placement: 'none' },
      ...{ position: 3, is_default: false, version: 1 },
    });
    expect(await findPage(page.id)).toEqual(page);
    const shown = (await get('/api/pages/now')).json();
    expect(shown.content).toContain('<p>One</p>');
    expect(shown.content).toContain('<h2 id="post-three">');
    expect(shown.content).not.toContain('script');
    expect(shown.meta_description).toBe('One Two Three');
  });

  test('without a meta description, a page has one from its first words', async () => {
    const { createPage, get } = await startWithPages(open);
    await createPage({ title: 'Long', content: `<p>${'Words and words. '.repeat(50)}</p>` });
    const { meta_description } = (await get('/api/pages/long')).json();
    expect(meta_description.length).toBeLessThanOrEqual(162);
    expect(meta_description).toMatch(/^Words and words\. .* …$/);
  });

  test('omitted fields stay as they are, and null takes the meta description away', async () => {
    const { createPage, updatePage, passTime } = await startWithPages(open);
    const page = await createPage({ title: 'Now', meta_description: 'What I do.' });
    passTime(1000);
    const renamed = await updatePage(page.id, { title: 'Later', placement: 'header' });
    const changes = { title: 'Later', placement: 'header', version: 2 };
    expect(renamed).toEqual({ ...page, ...changes, updated_at: '2026-01-01T12:00:01.000Z' });
    const cleared = await updatePage(page.id, { meta_description: null });
    expect(cleared).toMatchObject({ ...changes, meta_description: null, version: 3 });
  });

  test('a page keeps its address until it is given another one', async () => {
    const { createPage, updatePage, get } = await startWithPages(open);
    const { id } = await createPage({ title: 'Now' });
    expect(await updatePage(id, { title: 'Later' })).toMatchObject({ slug: 'now' });
    expect(await updatePage(id, { slug: 'later' })).toMatchObject({ slug: 'later' });
    expect((await get('/api/pages/later')).statusCode).toBe(200);
  });

  test('addresses from titles are free, and not those of the site itself', async () => {
    const { createPage } = await startWithPages(open);
    const slugs = [];
    for (const title of ['Now', 'Now', 'About', 'Blog', 'Icon', 'Sitemap 1', '✨'])
      slugs.push((await createPage({ title })).slug);
    expect(slugs).toEqual([
      ...['now', 'now-2', 'about-2', 'blog-page', 'icon-page', 'sitemap-1-page'],
      expect.stringMatching(/^(?:page|sparkles)$/),
    ]);
  });

  test('an address that is taken or used by the site is refused', async () => {
    const { createPage, tryToCreate, tryToUpdate } = await startWithPages(open);
    const { id } = await createPage({ title: 'Now' });
    await createPage({ title: 'Later' });
    const fields = { title: 'New', content: 'x' };
    const own = ['blog', 'admin', 'api', 'topics', 'archive', 'sitemap-12', 'icon-192', 'robots'];
    const others = [...own, 'Now', 'a/b', ''];
    for (const slug of ['later', 'about', 'contact', ...others]) {
      const errors = { slug: [expect.stringMatching(/\S/)] };
      expectProblem(await tryToCreate({ ...fields, slug }), 400, { errors });
      expectProblem(await tryToUpdate(id, { slug }), 400, { errors });
    }
    expect((await tryToUpdate(id, { slug: 'now' })).statusCode).toBe(200);
  });

  test('a page that had an address before the site reserved it keeps it', async () => {
    const { db, createPage, updatePage, get, tryToUpdate } = await startWithPages(open);
    const { id } = await createPage({ title: 'Old texts' });
    await db.updateTable('pages').set({ slug: 'archive' }).where('id', '=', id).execute();
    expect((await get('/api/pages/archive')).statusCode).toBe(200);
    const changed = await updatePage(id, { slug: 'archive', title: 'Older texts' });
    expect(changed).toMatchObject({ slug: 'archive', title: 'Older texts' });
    expect(await updatePage(id, { slug: 'older' })).toMatchObject({ slug: 'older' });
    expectProblem(await tryToUpdate(id, { slug: 'archive' }), 400);
  });

  test('broken requests are refused', async () => {
    const { createPage, tryToCreate, tryToUpdate, tryToDelete } = await startWithPages(open);
    const { id } = await createPage({ title: 'Now' });
    const wrong = [
      { title: ' ' },
      { content: '' },
      { placement: 'sidebar' },
      { position: -1 },
      { position: 1.5 },
      { title: 'a\u0000b' },
      { title: 'a\nb' },
      { title: 'a\u202eb' },
      { title: '\u200b' },
      { version: 7 },
      { meta_description: 'x'.repeat(1_001) },
      { content: '<div>'.repeat(100_000) },
    ];
    for (const fields of wrong) {
      expectProblem(await tryToUpdate(id, fields), 400);
      expectProblem(await tryToCreate({ title: 'New', content: 'x', ...fields }), 400);
    }
    expectProblem(await tryToCreate({ title: 'No content' }), 400);
    for (const call of [tryToDelete, (unknown: string) => tryToUpdate(unknown, { title: 'x' })]) {
      expectProblem(await call(UNKNOWN_ID), 404);
      expectProblem(await call('7'), 400);
    }
  });

  test('the number of pages is limited', async () => {
    const { db, tryToCreate, createPage, tryToDelete, tryToRestore } = await startWithPages(open);
    const { id } = await createPage({ title: 'Deleted' });
    expect((await tryToDelete(id)).statusCode).toBe(204);
    const row = { ...{ title: 'x', placement: 'none', position: 5, version: 1, rendering: 1 } };
    const dates = {
      created_at: '2026-01-01T12:00:00.000Z',
      updated_at: '2026-01-01T12:00:00.000Z',
    };
    for (let number = 2; number < MAX_PAGES; number += 1)
      await db
        .insertInto('pages')
        .values({ ...row, ...dates, id: `id-${number}`, slug: `page-${number}`, content: 'x' })
        .execute();
    const detail = expect.stringContaining('100 pages');
    expectProblem(await tryToCreate({ title: 'One more', content: 'x' }), 400, { detail });
    expectProblem(await tryToRestore(id), 400, { detail });
  });

  test('a save with another version than the current one is refused', async () => {
    const { createPage, tryToUpdate, findPage } = await startWithPages(open);
    const { id } = await createPage({ title: 'Now' });
    const first = await tryToUpdate(id, { title: 'Mine' }, '"1"');
    expect(first.statusCode).toBe(200);
    expect(first.headers.etag).toBe('"2"');
    expectProblem(await tryToUpdate(id, { title: 'Theirs' }, '"1"'), 409);
    expect(await findPage(id)).toMatchObject({ title: 'Mine', version: 2 });
    expect((await tryToUpdate(id, { title: 'Any' }, '*')).statusCode).toBe(200);
    expectProblem(await tryToUpdate(id, { title: 'x' }, 'one'), 400);
    const { about } = BUILT_IN_PAGE_IDS;
    expect((await tryToUpdate(about, { title: 'Me' }, '"0"')).statusCode).toBe(200);
    expectProblem(await tryToUpdate(about, { title: 'Us' }, '"0"'), 409);
  });

  test('all of this is for the administrator', async () => {
    const { request } = await startWithPages(open);
    const calls = [
      ['GET', 'pages'],
      ['POST', 'pages'],
      ['PUT', `pages/${BUILT_IN_PAGE_IDS.about}`],
      ['DELETE', `pages/${BUILT_IN_PAGE_IDS.about}`],
      ['GET', `pages/${BUILT_IN_PAGE_IDS.about}/revisions`],
      ['GET', 'trash/pages'],
      ['POST', `trash/pages/${UNKNOWN_ID}/restore`],
    ] as const;
    for (const [method, path] of calls)
      expectProblem(await request({ method, url: `/api/admin/${path}` }), 401);
  });
});
