import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createFakeApi } from '../../../component-tests/fake-api.ts';
import { expectElement } from '../../../component-tests/locators.ts';
import { openPage } from '../../../component-tests/reader-pages.tsx';

test('a post whose address has changed is shown under the new one, which counts its view', async () => {
  const api = createFakeApi();
  const post = api.addPost({ title: 'Bread', slug: 'new-bread' });
  const json = { ...post, previous_post: null, next_post: null };
  api.on('GET /posts', { json: [] });
  api.on('GET /posts/bread', { json });
  api.on('GET /posts/new-bread', { json });
  openPage('/blog/bread', api);
  await expectElement(page.getByRole('heading', { name: 'Bread', level: 1 })).toBeVisible();
  expect(api.requests()).toContain('GET /posts/new-bread');
});
