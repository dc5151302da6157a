import { BUILT_IN_PAGE_IDS } from '@longhand/contract/pages/page-addresses';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { uploadPicture } from '../../../test-support/full-site.ts';
import { startWithPages } from '../../../test-support/pages.ts';
import { createUploadReferences } from '../posts/uploads/upload-references.ts';

const show = (url: string) => `<p><img src="${url}"></p>`;

eachDialect((open) => {
  test('pictures of pages, their versions and their trash are kept', async () => {
    const site = await startWithPages(open);
    const urls = [];
    for (const colour of ['#111', '#222', '#333', '#444', '#555'])
      urls.push(await uploadPicture(site, site.token, colour));
    const [shown, replaced, trashed, ofAbout, unused] = urls as [string, ...string[]];
    const page = await site.createPage({ title: 'Now', content: show(replaced ?? '') });
    await site.updatePage(page.id, { content: show(shown) });
    const gone = await site.createPage({ title: 'Gone', content: show(trashed ?? '') });
    await site.deletePage(gone.id);
    await site.updatePage(BUILT_IN_PAGE_IDS.about, { content: show(ofAbout ?? '') });

    const names = urls.map((url) => url.slice('/uploads/'.length));
    const references = createUploadReferences(site.db);
    const unusedName = unused?.slice('/uploads/'.length) ?? '';
    expect([...(await references.findUnreferenced(names))]).toEqual([unusedName]);
    for (const name of names)
      expect(await references.isReferencedNow(site.db, name)).toBe(name !== unusedName);
    const uses = await references.findUses(names);
    expect(uses.get(names[0] ?? '')).toEqual([{ id: page.id, title: 'Now', published: true }]);
    expect(uses.get(names[1] ?? '')).toEqual([]);
  });
});
