import { BUILT_IN_PAGE_IDS } from '@longhand/contract/pages/page-addresses';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../../test-support/dialects.ts';
import { startWithPages } from '../../../../test-support/pages.ts';
import { recordRows } from '../../../../test-support/returned-rows.ts';
import { createUploadReferences } from './upload-references.ts';

const nameOf = (digit: string) => `${digit.repeat(32)}-4x2.png`;
const show = (digit: string) => `<p>A long text</p><img src="/uploads/${nameOf(digit)}">`;

/** One picture in each kind of text: 1 to 7. */
async function startWithTexts(open: Parameters<typeof startWithPages>[0]) {
  const site = await startWithPages(open);
  const { token } = site;
  const remove = (path: string) =>
    site.request({ method: 'DELETE', url: `/api/admin/${path}` }, token);
  const post = await site.createPost(token, { title: 'A post', content: show('1') });
  await site.updatePost(token, post.id, { title: 'A post', content: show('2') });
  await site.saveWorkingCopy(token, post.id, { content: show('3') });
  const gone = await site.createPost(token, { title: 'Gone', content: show('4') });
  await remove(`posts/${gone.id}`);
  const page = await site.createPage({ title: 'A page', content: show('5') });
  await site.updatePage(page.id, { content: show('6') });
  const trashed = await site.createPage({ title: 'Trashed', content: show('7') });
  await site.deletePage(trashed.id);
  return { ...site, post, gone, page, trashed, remove };
}

const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7'];
const NAMES = DIGITS.map(nameOf);

eachDialect((open) => {
  test('which uploads are used is known without reading a text', async () => {
    const rows = recordRows(open);
    const { db, post, page } = await startWithTexts(rows.open);
    const references = createUploadReferences(db);
    const returned = await rows.during(async () => {
      expect([...(await references.findUnreferenced(NAMES))]).toEqual([nameOf('0')]);
      for (const name of NAMES)
        expect(await references.isReferencedNow(db, name)).toBe(name !== nameOf('0'));
      const uses = await references.findUses(NAMES);
      const used = [{ id: post.id, title: 'A post', published: true }];
      expect(NAMES.map((name) => uses.get(name))).toEqual([
        ...[[], [], used, used, [], []],
        ...[[{ id: page.id, title: 'A page', published: true }], []],
      ]);
    });
    expect(returned).not.toContain('A long text');
  });

  test('an upload is unused once no text has it', async () => {
    const site = await startWithTexts(open);
    const { token, post, gone, page, trashed, remove } = site;
    const references = createUploadReferences(site.db);
    const unused = async () => [...(await references.findUnreferenced(NAMES))].map((it) => it[0]);
    await site.saveWorkingCopy(token, post.id, { content: 'None' });
    expect(await unused()).toEqual(['0', '3']);
    await remove(`posts/${post.id}`);
    await remove(`trash/${gone.id}`);
    expect(await unused()).toEqual(['0', '3', '4']);
    await site.request({ method: 'POST', url: `/api/admin/trash/${post.id}/restore` }, token);
    await site.restorePage(trashed.id);
    expect(await unused()).toEqual(['0', '3', '4']);
    for (const path of [`posts/${post.id}`, `trash/${post.id}`]) await remove(path);
    expect(await unused()).toEqual(['0', '1', '2', '3', '4']);
    for (const { id } of [page, trashed])
      for (const path of [`pages/${id}`, `trash/pages/${id}`]) await remove(path);
    expect(await unused()).toEqual(DIGITS);
    expect(await site.db.selectFrom('upload_references').selectAll().execute()).toEqual([]);
  });

  test('names that only the public HTML or a default page has count, too', async () => {
    const site = await startWithPages(open);
    const encoded = `<img src="/uploads/&#97;${'a'.repeat(31)}-4x2.png">`;
    await site.createPost(site.token, { content: encoded });
    await site.updatePage(BUILT_IN_PAGE_IDS.about, { content: show('1') });
    const names = [nameOf('a'), nameOf('1')];
    expect(await createUploadReferences(site.db).findUnreferenced(names)).toEqual(new Set());
  });
});
