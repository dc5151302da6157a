import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { countViewsHere } from '../../../component-tests/counting-page.ts';
import { openEditor } from '../../../component-tests/editor-page.tsx';
import { expectConsoleError } from '../../../component-tests/expected-errors.ts';
import { createFakeApi } from '../../../component-tests/fake-api.ts';
import { expectElement } from '../../../component-tests/locators.ts';

const views = page.getByRole('link', { name: /views?$/ });

test('the editor shows the views of its post, which lead to their statistics', async () => {
  const api = createFakeApi();
  const { id } = api.addPost();
  api.on('GET /admin/statistics/posts', { json: { posts: [{ id, views: 1_234 }] } });
  countViewsHere();
  await openEditor({ id, api });
  await expectElement(views).toHaveTextContent('1,234 views');
  expect(views.element().getAttribute('href')).toBe(`/admin/statistics?post=${id}`);
});

test('the editor goes on without a number that could not be loaded', async () => {
  expectConsoleError(/answered 500/);
  const api = createFakeApi();
  const { id } = api.addPost();
  api.on('GET /admin/statistics/posts', { status: 500 });
  countViewsHere();
  await openEditor({ id, api });
  await expect.poll(() => api.requests()).toContain('GET /admin/statistics/posts');
  expect(views.query()).toBeNull();
});

test('the editor asks for nothing while statistics are switched off, or for a new post', async () => {
  const api = createFakeApi();
  const { id } = api.addPost();
  await openEditor({ id, api });
  expect(api.requests()).not.toContain('GET /admin/statistics/posts');
});
