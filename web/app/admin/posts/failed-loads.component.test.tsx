import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openDashboard, titles } from '../../../component-tests/dashboard-page.tsx';
import { mountEditor, title } from '../../../component-tests/editor-page.tsx';
import { expectConsoleError } from '../../../component-tests/expected-errors.ts';
import { createFakeApi } from '../../../component-tests/fake-api.ts';
import {
  expectCount,
  expectElement,
  expectText,
  expectTexts,
} from '../../../component-tests/locators.ts';

const alert = page.getByRole('alert');
const retry = page.getByRole('button', { name: 'Try again' });

test('posts that could not be loaded are not said to be gone, and can be asked for again', async () => {
  expectConsoleError(/answered 500/);
  const api = createFakeApi();
  api.addPost({ title: 'Bread' });
  const release = api.hold('GET /admin/posts');
  const opened = openDashboard({ api });
  await release({ status: 500 });
  await opened;
  await expectElement(page.getByText('No posts yet. Create your first post!')).toBeVisible();
  await expectText(alert, /^The posts could not be loaded\. Something went wrong on the server\./);
  await retry.click();
  await expectText(page.getByText('Loading dashboard...'), 'Loading dashboard...');
  expect(document.activeElement?.id).toBe('content');
  await release();
  await expectTexts(titles, ['Bread']);
  await expectCount(alert, 0);
});

test('a trash that could not be loaded is not said to be empty', async () => {
  expectConsoleError(/answered 503/);
  const api = createFakeApi();
  api.on('GET /admin/trash', { status: 503, json: { detail: 'The server is busy.' } });
  await openDashboard({ api, search: '?show=trash' });
  await expectText(alert, /^The trash could not be loaded\. The server is busy\./);
  await expectElement(page.getByText('Deleted posts stay here for 30 days.')).toBeVisible();
});

test('only the private changes are missing: the posts are there, and it is said', async () => {
  expectConsoleError(/Failed to fetch/);
  const api = createFakeApi();
  api.addPost({ title: 'Bread' });
  api.on('GET /admin/working-copies', () => {
    throw new TypeError('Failed to fetch');
  });
  await openDashboard({ api });
  await expectTexts(titles, ['Bread']);
  await expectText(
    alert,
    /^The private changes could not be loaded\. The server could not be reached/,
  );
});

test('a post that could not be opened can be asked for again', async () => {
  expectConsoleError(/answered 500/);
  const api = createFakeApi();
  const { id } = api.addPost({ title: 'Bread' });
  const release = api.hold('GET /admin/posts');
  mountEditor({ id, api });
  await release({ status: 500 });
  await expectText(page.getByRole('heading', { level: 1 }), 'The post could not be loaded');
  await retry.click();
  await release();
  await expectElement(title).toHaveValue('Bread');
  await expectCount(alert, 0);
});
