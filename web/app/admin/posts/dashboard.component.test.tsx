import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  inBar,
  inRow,
  openDashboard,
  rowOf,
  status,
  titles,
} from '../../../component-tests/dashboard-page.tsx';
import { expectConsoleError } from '../../../component-tests/expected-errors.ts';
import { createFakeApi } from '../../../component-tests/fake-api.ts';
import { keyboard } from '../../../component-tests/keyboard.ts';
import {
  boxOf,
  expectCount,
  expectElement,
  expectText,
  expectTexts,
} from '../../../component-tests/locators.ts';

const found = page.getByCss('p[aria-live]').first();
const undo = page.getByRole('button', { name: 'Undo' });
const select = (title: string) => page.getByRole('checkbox', { name: `Select “${title}”` }).click();

/** Answers the questions, and collects them. */
function answer(isYes = true) {
  return vi.spyOn(window, 'confirm').mockReturnValue(isYes).mock.calls;
}

function threePosts() {
  const api = createFakeApi();
  for (const title of ['Apples', 'Bread', 'Cheese'])
    api.addPost({ title, slug: title.toLowerCase(), tags: [title, 'Food'] });
  return api;
}

test('a deleted post is named, and Undo brings it back', async () => {
  const questions = answer();
  await openDashboard({ api: threePosts() });
  await inRow('Bread', 'Delete').click();
  expect(questions).toEqual([['Are you sure you want to delete this post?']]);
  await expectText(status, '“Bread” is in the trash.');
  await expectCount(titles, 2);
  await undo.click();
  await expectText(status, '“Bread” is back, as it was.');
  await expectCount(titles, 3);
  await expectCount(undo, 0);
  await expectElement(page.getByRole('heading', { name: 'All Posts' })).toHaveFocus();
});

test('Undo that fails keeps the post in the trash, and can be tried again', async () => {
  expectConsoleError(/answered 500/);
  answer();
  const api = threePosts();
  await openDashboard({ api });
  await inRow('Bread', 'Delete').click();
  await expectElement(undo).toBeVisible();
  api.on('POST /admin/trash/*/restore', { status: 500 });
  await undo.click();
  await expectText(status, '“Bread” is still in the trash. Something went wrong on the server.');
  await expectCount(titles, 2);
  expect(undo.query()).not.toBeNull();
});

test('several posts are deleted, named, and brought back together', async () => {
  answer();
  await openDashboard({ api: threePosts() });
  await page.getByRole('checkbox', { name: 'Select all posts shown' }).click();
  await inBar('Delete').click();
  await expectText(status, /^3 posts are in the trash: “.+”, “.+” and “.+”\.$/);
  await expectCount(titles, 0);
  await undo.click();
  await expectText(status, '3 posts are back.');
  await expectCount(titles, 3);
});

test('a post that was never saved can be brought back, too', async () => {
  const questions = answer();
  const api = createFakeApi();
  const at = '2026-11-16T08:00:00.000Z';
  const copy = { id: 'a-key', post_id: null, version: 3, created_at: at, updated_at: at };
  const form = { title: 'Begun', content: '<p>Half a sen' };
  api.on('GET /admin/working-copies', ({ path }) => ({
    json: [path.includes('id=') ? { ...copy, base_version: 0, form } : { ...copy, title: 'Begun' }],
  }));
  await openDashboard({ api });
  await inRow('Begun', 'Delete').click();
  expect(questions[0]?.[0]).toContain('They were never saved, so they are not kept in the trash.');
  await expectText(status, '“Begun” is deleted.');
  await undo.click();
  await expectText(status, '“Begun” is back, as it was.');
  await expectTexts(titles, ['Begun']);
  const saved = api.calls.find(({ method }) => method === 'PUT');
  expect(saved).toMatchObject({ path: '/admin/working-copies/a-key', body: { form } });
  expect(saved?.headers.get('if-none-match')).toBe('*');
});

function fullTrash() {
  const api = createFakeApi();
  for (const title of ['Old', 'Older', 'Oldest']) api.addTrashed({ title, slug: title });
  return api;
}

test('posts in the trash are selected and restored together, without a question', async () => {
  const questions = answer();
  await openDashboard({ api: fullTrash(), search: '?show=trash' });
  await select('Old');
  await select('Oldest');
  await inBar('Restore selected').click();
  await expectText(status, '2 posts are back.');
  await expectTexts(titles, ['Older']);
  expect(questions).toEqual([]);
  await page.getByRole('button', { name: 'All 2' }).click();
  await expectCount(titles, 2);
});

test('Empty trash asks first, says how many, and takes all of them', async () => {
  const questions = answer(false);
  const api = fullTrash();
  await openDashboard({ api, search: '?show=trash&q=Oldest' });
  await expectText(found, '1 post found');
  const empty = page.getByRole('button', { name: 'Empty trash' });
  await empty.click();
  expect(questions).toEqual([
    ['Empty the trash? All 3 posts in it will be deleted for good. This cannot be undone.'],
  ]);
  await expectCount(titles, 1);
  vi.mocked(window.confirm).mockReturnValue(true);
  await empty.click();
  await expectText(status, '3 posts were deleted for good.');
  await expectText(page.getByCss('main'), /The trash is empty/);
  expect(api.requests().filter((call) => call.startsWith('DELETE /admin/trash/'))).toHaveLength(3);
});

test('a topic is removed from the posts that have it', async () => {
  const questions = answer();
  const api = threePosts();
  await openDashboard({ api });
  await page.getByRole('checkbox', { name: 'Select all posts shown' }).click();
  await page.getByLabelText('Topic to add or remove').fill('bread');
  await inBar('Remove a topic').click();
  expect(questions).toEqual([
    ['Remove the topic “bread” from 1 post? 2 posts do not have the topic.'],
  ]);
  await expectText(status, '1 post no longer has the topic.');
  expect(api.calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ tags: ['Food'] });
});

test('a search says how many it found', async () => {
  const api = threePosts();
  await openDashboard({ api, search: '?q=food' });
  await expectText(found, /^3 posts found$/);
  await page.getByRole('searchbox').fill('cheese');
  await expectText(found, /^1 post found$/);
});

test('Edit, View and Delete are in sight in every row, and the rest is in a menu', async () => {
  await openDashboard({ api: threePosts() });
  for (const width of [320, 375, 1280]) {
    await page.viewport(width, 800);
    const actions = ['link', 'link', 'button'] as const;
    const boxes = ['Edit', 'View', 'Delete'].map((name, index) =>
      boxOf(rowOf('Bread').getByRole(actions[index] ?? 'link', { name, exact: false })),
    );
    for (const box of boxes) {
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(width);
      expect(Math.abs(box.top - (boxes[0]?.top ?? 0))).toBeLessThan(3);
    }
    expect(document.documentElement.scrollWidth).toBe(width);
  }
  expect(boxOf(rowOf('Bread').getByRole('rowheader')).width).toBeGreaterThan(440);
});

test('the menu of a row opens and closes with the keyboard, and acts', async () => {
  const api = threePosts();
  await openDashboard({ api });
  await expectCount(inRow('Bread', 'Unpublish'), 0);
  const more = inRow('Bread', 'More actions');
  (more.element() as HTMLElement).focus();
  await keyboard.press('Enter');
  await expectElement(inRow('Bread', 'Unpublish')).toBeVisible();
  await keyboard.press('Escape');
  await expectCount(inRow('Bread', 'Unpublish'), 0);
  await expectElement(more).toHaveFocus();
  await keyboard.press('Enter');
  await keyboard.press('Tab');
  await expectElement(inRow('Bread', 'Unpublish')).toHaveFocus();
  await keyboard.press('Enter');
  await expectText(status, '“Bread” is a draft now.');
  await expectCount(inRow('Bread', 'Unpublish'), 0);
  await expectElement(more).toHaveFocus();
});

test('two choices at once are both shown', async () => {
  const api = threePosts();
  api.addPost({ title: 'Dates', slug: 'dates', published: false });
  await openDashboard({ api });
  await expectCount(titles, 4);
  // In one task: the address has not followed the first when the second comes.
  for (const name of [/^Published \d/, /^Title/, /^Title/])
    (page.getByRole('button', { name }).element() as HTMLElement).click();
  await expectTexts(titles, ['Cheese', 'Bread', 'Apples']);
});

test('the foot names the version and the start of its commit', async () => {
  const api = createFakeApi();
  const commit = '0123456789abcdef0123456789abcdef01234567';
  api.on('GET /admin/account', {
    json: { ...api.account(), software: { version: '1.2.3', commit } },
  });
  await openDashboard({ api });
  await expectElement(page.getByText('Longhand 1.2.3 (01234567)', { exact: true })).toBeVisible();
});
