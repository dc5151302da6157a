import { openDB } from 'idb';
import { expect, test } from 'vitest';
import { PAGES } from '../../pages/page-kind.ts';
import { POSTS } from '../../post-editor/post-kind.ts';

/** As version 0.3.0 wrote it, which knew no other names. */
async function storeAsEarlier(database: string, draft: object): Promise<void> {
  const db = await openDB(database, 1, {
    upgrade: (opened) => void opened.createObjectStore('work', { keyPath: 'key' }),
  });
  await db.put('work', draft);
  db.close();
}

const STORED = { key: 'a-b-c-d', keptAt: 1_790_000_000_000, version: 2, creationKey: 'e-f-g-h' };
const TEXTS = { title: 'Unsaved', content: '<p>Typed  é\n', slug: 'unsaved' };

test('a local draft of a post that version 0.3.0 stored is read', async () => {
  const form = { ...TEXTS, tags: 'One, Two', published: true, publish_at: '' };
  await storeAsEarlier('longhand', { ...STORED, postId: 'p', form });
  expect(await POSTS.drafts.list()).toEqual([
    { ...STORED, documentId: 'p', form: { ...POSTS.emptyForm, ...form } },
  ]);
  await POSTS.drafts.delete(STORED.key);
});

test('a local draft of a page that version 0.3.0 stored is read', async () => {
  const form = { ...TEXTS, placement: 'footer', position: '3' };
  await storeAsEarlier('longhand-pages', { ...STORED, pageId: null, form });
  expect(await PAGES.drafts.list()).toEqual([
    { ...STORED, documentId: null, form: { ...PAGES.emptyForm, ...form } },
  ]);
  await PAGES.drafts.delete(STORED.key);
});
