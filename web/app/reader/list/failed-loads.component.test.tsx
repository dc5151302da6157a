import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectConsoleError } from '../../../component-tests/expected-errors.ts';
import { createFakeApi } from '../../../component-tests/fake-api.ts';
import {
  expectCount,
  expectElement,
  expectText,
  expectTexts,
} from '../../../component-tests/locators.ts';
import { openPage } from '../../../component-tests/reader-pages.tsx';

const alert = page.getByRole('alert');
const retry = page.getByRole('button', { name: 'Try again' });
const posts = page.getByRole('article');

function apiOf(fields = {}) {
  const api = createFakeApi();
  const post = api.addPost({ title: 'Bread', slug: 'bread', tags: ['Food'], ...fields });
  api.on('GET /posts', { json: [post] });
  api.on('GET /posts/bread', { json: { ...post, previous_post: null, next_post: null } });
  api.on('GET /tags', { json: { tags: ['Food'] } });
  return { api, post };
}

test.each([
  ['/', 'GET /posts', 'No posts available yet.'],
  ['/blog', 'GET /posts', 'No posts available yet.'],
])('%s without its posts says so, and loads them again', async (path, call, empty) => {
  expectConsoleError(/answered 500/);
  const { api, post } = apiOf();
  api.on(call, { status: 500 });
  openPage(path, api);
  await expectElement(page.getByText(empty)).toBeVisible();
  await expectText(alert, /^The posts could not be loaded: the server did not answer\./);
  api.on(call, { json: [post] });
  await retry.click();
  await expectCount(posts, 1);
  await expectCount(alert, 0);
  expect(document.activeElement?.id).toBe('content');
});

test('the list without its topics says so, and shows the posts', async () => {
  expectConsoleError(/answered 500/);
  const { api } = apiOf();
  api.on('GET /tags', { status: 500 });
  openPage('/blog', api);
  await expectCount(posts, 1);
  await expectText(alert, /^The topics could not be loaded/);
  api.on('GET /tags', { json: { tags: ['Food'] } });
  await retry.click();
  await expectTexts(page.getByRole('option'), ['All Topics', 'Food']);
});

test('a post that could not be loaded says so beside Post Not Found', async () => {
  expectConsoleError(/answered 500/);
  const { api, post } = apiOf();
  api.on('GET /posts/bread', { status: 500 });
  openPage('/blog/bread', api);
  await expectElement(page.getByRole('heading', { name: 'Post Not Found' })).toBeVisible();
  await expectText(alert, /^The post could not be loaded: the server did not answer\./);
  api.on('GET /posts/bread', { json: { ...post, previous_post: null, next_post: null } });
  await retry.click();
  await expectElement(page.getByRole('heading', { name: 'Bread', level: 1 })).toBeVisible();
});

test('a post that does not exist is only not found', async () => {
  const { api } = apiOf();
  api.on('GET /posts/bread', { status: 404 });
  api.on('GET /redirects', { json: { to: null } });
  openPage('/blog/bread', api);
  await expectElement(page.getByRole('heading', { name: 'Post Not Found' })).toBeVisible();
  await expectCount(alert, 0);
});
