import { FIRST_STEPS, type FirstStep } from '@longhand/contract/account';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openDashboard, status, titles } from '../../../component-tests/dashboard-page.tsx';
import { createFakeApi } from '../../../component-tests/fake-api.ts';
import {
  boxOf,
  expectCount,
  expectElement,
  expectText,
  expectTexts,
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

const href = (name: string) => region.getByRole('link', { name }).element().getAttribute('href');

test('six short steps lead to where they are done', async () => {
  await openDashboard({ api: freshBlog() });
  await expectCount(items, 6);
  for (const item of items.elements()) expect(item.getBoundingClientRect().height).toBeLessThan(48);
  expect(href('Name your site')).toBe('/admin/settings#site');
  expect(href('switch on statistics')).toBe('/admin/settings#statistics');
  expect(href('Add your contact address and social links')).toBe('/admin/settings#contact');
  expect(href('Set up the newsletter')).toBe('/admin/newsletter');
  expect(href('hide the sign-up form')).toBe('/admin/settings#newsletter');
  expect(href('import another blog')).toBe('/admin/import#file');
});

test('steps that are done are folded away', async () => {
  await openDashboard({ api: freshBlog('newsletter', 'write_post', 'remove_samples') });
  const names = [
    'Name your site, and switch on statistics',
    'Add your contact address and social links',
  ];
  const open = page.getByCss('section[aria-labelledby="first-steps"] > ul > li');
  await expectTexts(open, [...names, 'Write about yourself', 'Make backups or set up daily ones']);
  const done = region.getByText('Set up the newsletter, or hide the sign-up form');
  await expectElement(done).not.toBeVisible();
  await region.getByText('2 done').click();
  await expectElement(done).toBeVisible();
});

test('each half of a line goes when it is done', async () => {
  await openDashboard({ api: freshBlog('name_site') });
  expect(href('Switch on statistics')).toBe('/admin/settings#statistics');
  await expectCount(region.getByRole('link', { name: 'Name your site' }), 0);
});

test.each([
  ['Write visually', 'visual'],
  ['Write HTML', 'html'],
])('%s is one press that opens the first post', async (name, editor_view) => {
  const api = freshBlog();
  await openDashboard({ api });
  await region.getByRole('button', { name }).click();
  await expectElement(page.getByRole('heading', { name: 'Elsewhere' })).toBeVisible();
  expect(api.calls.at(-1)).toMatchObject({ method: 'PUT', body: { editor_view } });
});

test('how one writes is not asked again', async () => {
  await openDashboard({ api: freshBlog('choose_view') });
  expect(href('Write your first post')).toBe('/admin/posts/new');
  await expectCount(region.getByRole('button', { name: 'Write' }), 0);
});

test('samples are not removed again while a removal is undone', async () => {
  const api = freshBlog();
  const { id } = api.addPost({ title: 'Sample' });
  api.on('DELETE /admin/sample-posts', () => {
    api.trashPost(id);
    return { json: { removed: [id], kept: 0 } };
  });
  await openDashboard({ api });
  const remove = region.getByRole('button', { name: 'Remove the sample posts' });
  await remove.click();
  await expectText(status, '1 sample post is in the trash.');
  const release = api.hold('POST /admin/posts/bulk');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectText(status, 'Undoing…');
  await expectElement(remove).toHaveAttribute('aria-disabled', 'true');
  (remove.element() as HTMLElement).click();
  await release();
  await expectText(status, 'Restored 1 sample post.');
  await expectElement(remove).toHaveAttribute('aria-disabled', 'false');
  await expectCount(titles, 2);
  const removals = api.requests().filter((request) => request === 'DELETE /admin/sample-posts');
  expect(removals).toHaveLength(1);
});

test('what the editor has saved is in sight below the list', async () => {
  await page.viewport(375, 667);
  const saved = { id: '1', title: 'Bread', slug: 'bread', published: true };
  await openDashboard({ api: freshBlog(), state: { saved } });
  await expectText(status, 'Saved. “Bread” is public');
  await expect.poll(() => boxOf(status).bottom).toBeLessThan(667);
  expect(boxOf(status).top).toBeGreaterThan(boxOf(region).bottom);
});
