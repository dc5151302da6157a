import { BUILT_IN_PAGE_IDS } from '@longhand/contract/pages/page-addresses';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { startWithPages } from '../../../test-support/pages.ts';
import { expectProblem } from '../../../test-support/test-app.ts';

eachDialect((open) => {
  test('moving a page stores no version, and an editor that is open elsewhere can save', async () => {
    const site = await startWithPages(open);
    const page = await site.createPage({ title: 'Now', placement: 'footer' });
    site.passTime(1000);
    const moved = await site.updatePage(page.id, { position: 9, placement: 'header' });
    expect(moved).toEqual({ ...page, position: 9, placement: 'header' });
    expect((await site.readAsAdmin(`pages/${page.id}/revisions`)).json()).toEqual([]);
    const saved = await site.tryToUpdate(page.id, { title: 'Later' }, '"1"');
    expect(saved.json()).toMatchObject({ position: 9, placement: 'header', version: 2 });
    expectProblem(await site.tryToUpdate(page.id, { position: 1 }, '"1"'), 409);
  });

  test('a save of the same words stores no version', async () => {
    const site = await startWithPages(open);
    const { id, title, content, slug } = await site.createPage({ title: 'Now' });
    const same = { title, content, slug, meta_description: ' ' };
    expect(await site.updatePage(id, { ...same, position: 5 })).toMatchObject({
      ...{ version: 1, position: 5 },
    });
    expect(await site.updatePage(id, {})).toMatchObject({ version: 1, position: 5 });
    expect((await site.readAsAdmin(`pages/${id}/revisions`)).json()).toEqual([]);
  });

  test('About is moved before it was ever written, and keeps its default text', async () => {
    const site = await startWithPages(open);
    const { about } = BUILT_IN_PAGE_IDS;
    const moved = await site.updatePage(about, { placement: 'footer' });
    expect(moved).toMatchObject({ version: 0, is_default: true, placement: 'footer' });
    expect((await site.get('/api/site')).json().pages).toContainEqual({
      ...{ slug: 'about', title: 'About', placement: 'footer' },
    });
    expect((await site.readAsAdmin(`pages/${about}/revisions`)).json()).toEqual([]);
    expect((await site.tryToUpdate(about, { content: 'Mine' }, '"0"')).json()).toMatchObject({
      ...{ version: 1, placement: 'footer' },
    });
  });
});
