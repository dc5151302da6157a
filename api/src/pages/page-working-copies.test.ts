import { BUILT_IN_PAGE_IDS } from '@longhand/contract/pages/page-addresses';
import type { PageWorkingCopy } from '@longhand/contract/working-copies';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { uploadPicture } from '../../../test-support/full-site.ts';
import { startWithPages } from '../../../test-support/pages.ts';
import { expectProblem } from '../../../test-support/test-app.ts';
import { createUploadReferences } from '../posts/uploads/upload-references.ts';
import { PAGE_CHECKS } from './check-pages.ts';

type Headers = Readonly<Record<string, string>>;

const NONE: Headers = { 'if-none-match': '*' };
const at = (version: number): Headers => ({ 'if-match': `"${version}"` });
const { about } = BUILT_IN_PAGE_IDS;

async function start(open: Parameters<typeof startWithPages>[0]) {
  const site = await startWithPages(open);
  const url = (id: string) => `/api/admin/page-working-copies/${id}`;
  const tryToWrite = (id: string, form: object, headers: Headers = {}, base_version = 0) =>
    site.request(
      { method: 'PUT', url: url(id), payload: { base_version, form }, headers },
      site.token,
    );
  return {
    ...site,
    tryToWrite,
    async write(...args: Parameters<typeof tryToWrite>): Promise<PageWorkingCopy> {
      const response = await tryToWrite(...args);
      expect(response.statusCode, response.body).toBe(200);
      return response.json();
    },
    read: (id: string) => site.get(url(id), site.token),
    list: async (query = '') => (await site.readAsAdmin(`page-working-copies${query}`)).json(),
    discard: (id: string, headers: Headers = {}) =>
      site.request({ method: 'DELETE', url: url(id), headers }, site.token),
    save: (id: string, payload: object, headers: Headers) =>
      site.request({ method: 'PUT', url: `/api/admin/pages/${id}`, payload, headers }, site.token),
  };
}

eachDialect((open) => {
  test('a working copy is stored beside the page, which does not change', async () => {
    const site = await start(open);
    const page = await site.createPage({ title: 'Imprint' });
    const before = await site.get(`/api/pages/${page.slug}`);
    const form = {
      title: '',
      slug: 'Half an addr',
      content: '<p>',
      position: '',
      placement: 'footer',
    };
    const written = await site.write(page.id, form, NONE, 1);
    expect(written).toMatchObject({ id: page.id, page_id: page.id, base_version: 1, form });
    const found = await site.read(page.id);
    expect(found.json()).toEqual(written);
    expect(found.headers.etag).toBe(`"${written.version}"`);
    const { form: _, ...summary } = written;
    expect(await site.list()).toEqual([{ ...summary, title: '' }]);
    expect(await site.list(`?id=${page.id}`)).toEqual([written]);
    expect(await site.list('?id=another')).toEqual([]);
    expect(await site.findPage(page.id)).toEqual(page);
    expect((await site.get(`/api/pages/${page.slug}`)).body).toBe(before.body);
  });

  test('About can have one before it is changed, and so can a page that does not exist yet', async () => {
    const site = await start(open);
    expect(await site.write(about, { content: 'Bees' })).toMatchObject({ page_id: about });
    site.passTime(1_000);
    expect(await site.write('a-key', { title: 'New' })).toMatchObject({ page_id: null });
    expect(await site.list()).toMatchObject([{ id: 'a-key', title: 'New' }, { id: about }]);
    expect(await site.listPages()).toHaveLength(2);
    for (const { find } of PAGE_CHECKS) expect(await Array.fromAsync(find(site.db))).toEqual([]);
  });

  test('only the version that was read is replaced or discarded', async () => {
    const site = await start(open);
    const first = await site.write('a-key', { title: 'One' }, NONE);
    expectProblem(await site.tryToWrite('a-key', { title: 'Other' }, NONE), 409);
    const second = await site.write('a-key', { title: 'Two' }, at(first.version));
    expect(second).toMatchObject({ version: first.version + 1, created_at: first.created_at });
    expectProblem(await site.tryToWrite('a-key', { title: 'Other' }, at(first.version)), 409);
    expectProblem(await site.discard('a-key', at(first.version)), 409);
    expect((await site.discard('a-key', at(second.version))).statusCode).toBe(204);
    expect((await site.discard('a-key')).statusCode).toBe(204);
    expectProblem(await site.read('a-key'), 404);
  });

  test('saving the page deletes the working copy that was saved, not a later one', async () => {
    const site = await start(open);
    const { id } = await site.createPage({ title: 'Imprint' });
    const first = await site.write(id, { title: 'One' }, NONE, 1);
    const later = await site.write(id, { title: 'Two' }, at(first.version), 1);
    const saved = (copy: PageWorkingCopy) => ({ 'working-copy': `"${copy.version}"` });
    expect((await site.save(id, { title: 'One' }, saved(first))).statusCode).toBe(200);
    expect((await site.read(id)).json()).toEqual(later);
    // A save that fails leaves it.
    expectProblem(await site.save(id, { title: 'Two' }, { ...saved(later), ...at(1) }), 409);
    expect((await site.read(id)).statusCode).toBe(200);
    // Also one that only moves the page.
    expect((await site.save(id, { placement: 'footer' }, saved(later))).statusCode).toBe(200);
    expectProblem(await site.read(id), 404);
  });

  test('it is in the trash with its page, and comes back or goes for good with it', async () => {
    const site = await start(open);
    const { id } = await site.createPage({ title: 'Imprint' });
    const written = await site.write(id, { title: 'One' }, NONE, 1);
    await site.deletePage(id);
    expect(await site.list()).toEqual([]);
    expectProblem(await site.tryToWrite(id, { title: 'Two' }), 404);
    await site.restorePage(id);
    expect(await site.list(`?id=${id}`)).toEqual([written]);
    await site.deletePage(id);
    expect((await site.tryToDeleteForGood(id)).statusCode).toBe(204);
    expectProblem(await site.read(id), 404);
    expectProblem(await site.tryToWrite(id, { title: 'Two' }, NONE, 1), 404);
  });

  test('its pictures are kept, and the library names its page', async () => {
    const site = await start(open);
    const image = await uploadPicture(site, site.token);
    const name = image.replace('/uploads/', '');
    const { id, title } = await site.createPage({ title: 'Imprint' });
    await site.write(id, { content: `<img src="${image}">` }, NONE, 1);
    const { findUnreferenced, findUses } = createUploadReferences(site.db);
    expect(await findUnreferenced([name])).toEqual(new Set());
    expect((await findUses([name])).get(name)).toEqual([{ id, title, published: true }]);
    await site.discard(id);
    expect(await findUnreferenced([name])).toEqual(new Set([name]));
  });

  test('what cannot be read is said, and found by the doctor', async () => {
    const site = await start(open);
    await site.write('a-key', { title: 'One' });
    for (const payload of [{ excerpt: 'x' }, { placement: 'left' }, { title: 5 }])
      expectProblem(await site.tryToWrite('a-key', payload), 400);
    await site.db.updateTable('page_working_copies').set({ form: '{' }).execute();
    site.expectLoggedError(/^This working copy is damaged/);
    expectProblem(await site.read('a-key'), 503);
    await site.db.updateTable('page_working_copies').set({ page_id: 'x' }).execute();
    const found = PAGE_CHECKS.map(({ find }) => Array.fromAsync(find(site.db)));
    expect((await Promise.all(found)).flat()).toEqual([
      'there is a working copy of the page x, which does not exist',
      'the working copy of the page x cannot be read: it is not a JSON object',
    ]);
  });
});
