import { FIRST_STEPS, type FirstStep } from '@longhand/contract/account';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openDashboard, status } from '../../../component-tests/dashboard-page.tsx';
import { createFakeApi } from '../../../component-tests/fake-api.ts';
import {
  boxOf,
  expectCount,
  expectElement,
  expectText,
  texts,
} from '../../../component-tests/locators.ts';

const region = page.getByRole('region', { name: 'First steps' });
const items = region.getByRole('listitem');

afterEach(() => page.viewport(1280, 900));

function freshBlog(...done: FirstStep[]) {
  const api = createFakeApi();
  api.addPost({ title: 'Bread' });
  const steps = FIRST_STEPS.map((name) => ({ name, done: done.includes(name) }));
  api.on('GET /admin/first-steps', { json: { steps, dismissed: false } });
  return api;
}

test('the list is above the posts as soon as these appear, however late it comes', async () => {
  const api = freshBlog();
  const release = api.hold('GET /admin/first-steps');
  const opened = openDashboard({ api });
  await expectElement(page.getByText('Loading dashboard...')).toBeVisible();
  await release();
  await opened;
  await expectElement(region).toBeVisible();
  expect(boxOf(region).bottom).toBeLessThan(boxOf(page.getByRole('table')).top);
});

test('a new owner is told what readers see', async () => {
  await openDashboard({ api: freshBlog('newsletter') });
  await expectCount(items, 8);
  const link = region.getByRole('link', { name: 'Put in your own address and links' });
  expect(link.element().getAttribute('href')).toBe('/admin/settings#contact');
  expect(texts(items)).toContain('Newsletter: connect your mail, or hide the block · done');
});

test('the newsletter leads to the page that says how mail is set up', async () => {
  await openDashboard({ api: freshBlog() });
  const name = 'Newsletter: connect your mail, or hide the block';
  const link = region.getByRole('link', { name });
  expect(link.element().getAttribute('href')).toBe('/admin/newsletter');
});

test('how one writes is chosen in place', async () => {
  const api = freshBlog();
  api.on('PUT /admin/account', { json: {} });
  await openDashboard({ api });
  await region.getByRole('button', { name: 'Write visually' }).click();
  await expectText(status, 'Posts open in the visual editor now.');
  expect(texts(items)).toContain('Choose how you write · done');
  expect(api.calls.at(-1)).toMatchObject({ method: 'PUT', body: { editor_view: 'visual' } });
  await expectElement(page.getByRole('heading', { name: 'All Posts' })).toHaveFocus();
});

test('what the editor has saved is in sight below the list', async () => {
  await page.viewport(375, 667);
  const saved = { id: '1', title: 'Bread', slug: 'bread', published: true };
  await openDashboard({ api: freshBlog(), state: { saved } });
  await expectText(status, 'Saved. ‘Bread’ is public');
  await expect.poll(() => boxOf(status).bottom).toBeLessThan(667);
  expect(boxOf(status).top).toBeGreaterThan(boxOf(region).bottom);
});
