import { BUILT_IN_PAGE_IDS } from '@longhand/contract/pages/page-addresses';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { startWithPages } from '../../../test-support/pages.ts';
import { expectProblem } from '../../../test-support/test-app.ts';
import type { Database } from '../database/tables.ts';

const { about, contact } = BUILT_IN_PAGE_IDS;

async function renameSite(db: Database, name: string): Promise<void> {
  await db
    .insertInto('site_settings')
    .values({ name: 'site_name', value: JSON.stringify(name) })
    .execute();
}

eachDialect((open) => {
  test('a changed About stays the same page, and is no longer the default', async () => {
    const { updatePage, listPages, get } = await startWithPages(open);
    const saved = await updatePage(about, { title: 'About me', content: '<p>I grow beans.</p>' });
    expect(saved).toMatchObject({
      ...{ id: about, slug: 'about', title: 'About me', content: '<p>I grow beans.</p>' },
      ...{ placement: 'header', position: 1, is_default: false, version: 1 },
      ...{ created_at: '2026-01-01T12:00:00.000Z', updated_at: '2026-01-01T12:00:00.000Z' },
    });
    expect((await listPages()).map(({ slug }) => slug)).toEqual(['about', 'contact']);
    expect((await get('/api/pages/about')).json()).toMatchObject({
      ...{ title: 'About me', content: '<p>I grow beans.</p>' },
    });
  });

  test('an untouched text follows the name of the site, also after other changes', async () => {
    const { db, updatePage, findPage, get } = await startWithPages(open);
    const { content, meta_description } = await findPage(about);
    const saved = await updatePage(about, { content, meta_description, placement: 'footer' });
    expect(saved).toMatchObject({ is_default: true, placement: 'footer', version: 0 });
    await renameSite(db, 'Beans');
    expect(await findPage(about)).toMatchObject({
      content: expect.stringContaining('<p>Beans is a blog.'),
      meta_description: 'What Beans is, and how it is made.',
      is_default: true,
    });
    await expect.poll(async () => (await get('/api/pages/about')).body).toContain('Beans is a');
    expect((await get('/api/pages/contact')).json().meta_description).toBe('How to reach Beans.');
  });

  test('a text that was changed does not follow the name, until the default is sent again', async () => {
    const { db, updatePage, findPage } = await startWithPages(open);
    const { content } = await findPage(about);
    await updatePage(about, { content: `${content}<p>More.</p>`, meta_description: 'Me.' });
    await renameSite(db, 'Beans');
    const changed = await findPage(about);
    expect(changed).toMatchObject({ is_default: false, meta_description: 'Me.' });
    expect(changed.content).not.toContain('Beans');
    const reset = { content: content.replace('Longhand', 'Beans'), meta_description: null };
    expect(await updatePage(about, reset)).toMatchObject({
      is_default: true,
      meta_description: 'What Beans is, and how it is made.',
    });
  });

  test('About and Contact can be hidden from the header, not moved or deleted', async () => {
    const { updatePage, tryToUpdate, tryToDelete, get } = await startWithPages(open);
    for (const id of [about, contact]) {
      const errors = { slug: ['of this page cannot be changed'] };
      expectProblem(await tryToUpdate(id, { slug: 'me' }), 400, { errors });
      const detail = expect.stringMatching(
        /cannot be deleted; it can be hidden from the header\.$/,
      );
      expectProblem(await tryToDelete(id), 400, { detail });
      await updatePage(id, { placement: 'none' });
      expectProblem(await tryToDelete(id), 400, { detail });
    }
    expect((await get('/api/site')).json().pages).toEqual([]);
    expect((await get('/api/pages/contact')).statusCode).toBe(200);
    expect(await updatePage(about, { slug: 'about' })).toMatchObject({ slug: 'about' });
  });

  test('the history of About begins with the default text', async () => {
    const { updatePage, findPage, readAsAdmin } = await startWithPages(open);
    const before = await findPage(about);
    await updatePage(about, { content: 'Mine' });
    const url = `pages/${about}/revisions`;
    expect((await readAsAdmin(url)).json()).toEqual([
      {
        ...{ version: 0, title: 'About', saved_at: null },
        replaced_at: '2026-01-01T12:00:00.000Z',
      },
    ]);
    expect((await readAsAdmin(`${url}/0`)).json()).toEqual(before);
  });
});
