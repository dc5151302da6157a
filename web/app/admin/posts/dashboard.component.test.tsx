import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { countViewsHere } from '../../../component-tests/counting-page.ts';
import {
  inBar,
  inRow,
  openDashboard,
  rowOf,
  status,
  titles,
} from '../../../component-tests/dashboard-page.tsx';
import { expectConsoleError } from '../../../component-tests/expected-errors.ts';
import { createFakeApi, type FakeApi } from '../../../component-tests/fake-api.ts';
import { keyboard } from '../../../component-tests/keyboard.ts';
import {
  boxOf,
  expectCount,
  expectElement,
  expectText,
  expectTexts,
  painted,
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

/** What was asked for several posts at once. */
const bulkCalls = (api: FakeApi) =>
  api.calls.filter(({ path }) => path === '/admin/posts/bulk').map(({ body }) => body);

const viewsOf = (title: string) => rowOf(title).getByRole('link', { name: /views?$/ });

test('views of posts are listed and sorted while statistics are on', async () => {
  const api = threePosts();
  const draft = api.addPost({ title: 'Draft', published: false });
  const [apples, bread] = await Promise.all(['1', '2'].map((n) => draft.id.replace(/.$/, n)));
  const posts = [
    { id: apples, views: 1 },
    { id: bread, views: 1_234 },
  ];
  api.on('GET /admin/statistics/posts', { json: { posts } });
  countViewsHere();
  await openDashboard({ api });
  await expectText(viewsOf('Bread'), '1,234 views');
  expect(viewsOf('Bread').element().getAttribute('href')).toBe(`/admin/statistics?post=${bread}`);
  await expectText(viewsOf('Apples'), '1 view');
  await expectText(viewsOf('Cheese'), '0 views');
  expect(viewsOf('Draft').query()).toBeNull();
  await page.getByRole('button', { name: 'Views' }).click();
  await expectTexts(titles, ['Bread', 'Apples', 'Cheese', 'Draft']);
  await page.getByRole('button', { name: 'Views' }).click();
  await expectTexts(titles, ['Cheese', 'Draft', 'Apples', 'Bread']);
});

test('views that could not be loaded can be tried again', async () => {
  expectConsoleError(/answered 500/);
  const api = threePosts();
  api.on('GET /admin/statistics/posts', { status: 500 });
  countViewsHere();
  await openDashboard({ api });
  await expectElement(page.getByText(/^The views could not be loaded/)).toBeVisible();
  api.on('GET /admin/statistics/posts', { json: { posts: [] } });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectText(viewsOf('Bread'), '0 views');
});

test('without statistics, no views are listed or asked for', async () => {
  const api = threePosts();
  await openDashboard({ api });
  await expectCount(titles, 3);
  expect(page.getByRole('button', { name: 'Views' }).query()).toBeNull();
  expect(api.requests().filter((request) => request.includes('statistics'))).toEqual([]);
});

test('a deleted post is named, and Undo brings it back', async () => {
  const questions = answer();
  await openDashboard({ api: threePosts() });
  await inRow('Bread', 'Delete').click();
  expect(questions).toEqual([['Are you sure you want to delete this post?']]);
  await expectText(status, '“Bread” is in the trash.');
  await expectCount(titles, 2);
  await undo.click();
  await expectText(status, 'Restored “Bread”.');
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
  api.on('POST /admin/posts/bulk', { status: 500 });
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
  await expectText(status, 'Restored 3 posts.');
  await expectCount(titles, 3);
});

/** Two posts that were never saved, one of them without a title. */
function unsavedPosts() {
  const api = createFakeApi();
  const at = '2026-11-16T08:00:00.000Z';
  const dates = { created_at: at, updated_at: at };
  const copy = (id: string, title: string, first_words = '') => {
    const versions = { post_id: null, version: 3, base_version: 0 };
    return { id, title, first_words, ...versions, ...dates };
  };
  api.on('GET /admin/working-copies', ({ path }) => {
    const all = [copy('key-1', 'Begun'), copy('key-2', '', 'It was a dark')];
    return { json: path.includes('id=') ? [] : all };
  });
  api.on('POST /admin/working-copies/*/post', ({ path }) => {
    const title = path.includes('key-1') ? 'Begun' : 'It was a dark';
    return { status: 201, json: api.addPost({ title, published: false }) };
  });
  return api;
}

test('a post that was never saved is a draft like the others, and is deleted to the trash', async () => {
  const questions = answer();
  const api = await openDashboard({ api: unsavedPosts() });
  await expectCount(titles, 2);
  await expectElement(rowOf('It was a dark').getByText('Draft', { exact: true })).toBeVisible();
  const edit = rowOf('Begun').getByRole('link', { name: 'Edit', exact: false }).element();
  expect(edit.getAttribute('href')).toBe('/admin/posts/new?copy=key-1');
  await inRow('Begun', 'Delete').click();
  expect(questions).toEqual([['Are you sure you want to delete this post?']]);
  await expectText(status, '“Begun” is in the trash.');
  await expectTexts(titles, ['It was a dark']);
  expect(api.requests()).toContain('POST /admin/working-copies/key-1/post');
  await undo.click();
  await expectText(status, 'Restored “Begun”.');
  await expectCount(titles, 2);
});

test('one that was saved or deleted elsewhere leaves the list, which says so', async () => {
  answer();
  const api = unsavedPosts();
  api.on('POST /admin/working-copies/*/post', { status: 404, json: {} });
  await openDashboard({ api });
  await inRow('Begun', 'Delete').click();
  await expectText(status, '“Begun” was saved or deleted elsewhere. Reload the page.');
  await expectTexts(titles, ['It was a dark']);
});

test('posts that were never saved are changed together, and one that cannot be is named', async () => {
  answer();
  expectConsoleError(/answered 503/);
  const api = unsavedPosts();
  const made = api.addPost({ title: 'Begun', published: false });
  api.on('POST /admin/working-copies/*/post', ({ path }) =>
    path.includes('key-1') ? { status: 201, json: made } : { status: 503, json: {} },
  );
  api.on('GET /admin/posts', { json: [] });
  await openDashboard({ api });
  await select('Begun');
  await select('It was a dark');
  await inBar('Delete').click();
  await expectText(
    status,
    /^1 of 2 posts is in the trash: “Begun”\. 1 post could not be changed\.$/,
  );
  await expectTexts(titles, ['It was a dark']);
  const bar = page.getByRole('region', { name: 'Selected posts' });
  await expectText(bar, /“It was a dark”: /);
  await expectText(bar, /1 post selected/);
  expect(bulkCalls(api)).toMatchObject([{ ids: [made.id], change: { kind: 'delete' } }]);
});

/** Saved drafts of which the server has a later text; a live post has private changes. */
function typedDrafts() {
  const api = createFakeApi();
  const at = '2026-11-16T08:00:00.000Z';
  const copies = ['Apples', 'Bread', 'Cheese'].map((title) => {
    const { id } = api.addPost({ title, slug: title.toLowerCase(), published: title === 'Cheese' });
    const versions = { post_id: id, version: 3, base_version: 1 };
    return { id, title, first_words: '', ...versions, created_at: at, updated_at: at };
  });
  const asTyped = (copy: (typeof copies)[number]) => ({
    ...copy,
    form: { content: `<p>${copy.title}, as typed</p>` },
  });
  api.on('GET /admin/working-copies', ({ path }) => {
    const id = new URLSearchParams(path.split('?')[1]).get('id');
    return { json: id ? copies.filter((copy) => copy.id === id).map(asTyped) : copies };
  });
  return api;
}

const sent = (api: FakeApi) => api.calls.filter(({ method }) => method === 'PUT');

test('a draft is published as it was typed', async () => {
  const api = await openDashboard({ api: typedDrafts() });
  await inRow('Apples', 'More actions').click();
  await inRow('Apples', 'Publish').click();
  await expectText(status, /^“Apples” is public/);
  expect(sent(api)[0]?.body).toMatchObject({
    content: '<p>Apples, as typed</p>',
    published: false,
  });
  expect(sent(api).at(-1)?.body).toMatchObject({ published: true });
  await expectText(rowOf('Apples'), /Published(?! · private changes)/);
});

test('a draft that cannot be saved as it was typed says why it was not published', async () => {
  expectConsoleError(/answered 400/);
  const alerts = vi.spyOn(window, 'alert').mockReturnValue().mock.calls;
  const api = await openDashboard({ api: typedDrafts() });
  api.on('PUT /admin/posts/*', { status: 400, json: { detail: 'The title is missing.' } });
  await inRow('Apples', 'More actions').click();
  await inRow('Apples', 'Publish').click();
  await expectText(status, /^“Apples” is still a draft\. The title is missing\./);
  expect(alerts).toEqual([['Failed to save post. Please try again.']]);
});

test('several drafts are published as they were typed; one that cannot be saved stays a draft', async () => {
  answer();
  expectConsoleError(/answered 400/);
  const api = typedDrafts();
  await openDashboard({ api });
  await select('Apples');
  await select('Bread');
  await select('Cheese');
  api.on('PUT /admin/posts/*', { status: 400, json: { detail: 'The title is missing.' } });
  await inBar('Publish').click();
  await expectText(page.getByRole('region', { name: 'Selected posts' }), /The title is missing/);
  expect(sent(api)).toHaveLength(2);
  expect(bulkCalls(api)).toEqual([]);
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
  await expectText(status, '2 posts were restored.');
  await expectTexts(titles, ['Older']);
  expect(questions).toEqual([]);
  await page.getByRole('button', { name: 'All 2' }).click();
  await expectCount(titles, 2);
});

test('a search of the trash finds nothing only while there is something in it', async () => {
  const api = createFakeApi();
  for (const title of ['Old', 'Older']) api.addTrashed({ title, slug: title });
  await openDashboard({ api, search: '?show=trash&q=Older' });
  await inRow('Older', 'Restore').click();
  await expectText(found, '0 posts found');
  await page.getByRole('searchbox').fill('Old');
  await inRow('Old', 'Restore').click();
  await expectText(page.getByCss('main'), /The trash is empty/);
  await expectText(status, 'Restored “Old”.');
  await expectCount(page.getByText('0 posts found'), 0);
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
  expect(bulkCalls(api)).toMatchObject([
    { ids: { length: 3 }, change: { kind: 'delete_for_good' } },
  ]);
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
  expect(bulkCalls(api)).toMatchObject([
    { ids: { length: 1 }, change: { kind: 'remove_topic', topic: 'bread' } },
  ]);
});

test('many posts are changed in parts: progress is shown in between, and Stop keeps the rest', async () => {
  answer();
  const api = createFakeApi();
  for (let n = 1; n <= 120; n += 1) api.addPost({ title: `Post ${n}`, published: false });
  await openDashboard({ api });
  await page.getByRole('checkbox', { name: 'Select all posts shown' }).click();
  const release = api.hold('POST /admin/posts/bulk');
  await inBar('Publish').click();
  const bar = page.getByRole('region', { name: 'Selected posts' });
  await expectText(bar, /Publishing 1 of 120…/);
  await release();
  await expectText(bar, /Publishing 51 of 120…/);
  await inBar('Stop').click();
  await expectText(bar, /Stopping…/);
  await release();
  await expectText(status, '100 of 120 posts are public now. 20 posts stayed as before.');
  await expectText(bar, /20 posts selected/);
  expect(bulkCalls(api)).toHaveLength(2);
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

test('a post is not offered to subscribers before mail is set up', async () => {
  await openDashboard({ api: threePosts() });
  await inRow('Bread', 'More actions').click();
  await expectElement(inRow('Bread', 'Duplicate')).toBeVisible();
  await expectCount(inRow('Bread', 'Send to subscribers'), 0);
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

test('after a save, a list that is in sight does not scroll the page', async () => {
  onTestFinished(() => page.viewport(1280, 900));
  await page.viewport(1280, 800);
  const api = createFakeApi();
  const posts = Array.from({ length: 30 }, (_, n) => api.addPost({ title: `Post ${n}` }));
  const names = ['name_site', 'own_address', 'newsletter', 'remove_samples', 'make_backups'];
  api.on('GET /admin/first-steps', {
    json: { steps: names.map((name) => ({ name, done: false })), dismissed: false },
  });
  const [first] = posts;
  await openDashboard({ api, state: { saved: { ...first, published: true } } });
  await expectText(status.first(), /^Saved\. .Post 0/);
  await painted();
  expect(scrollY).toBe(0);
  expect(boxOf(titles.first()).bottom).toBeLessThanOrEqual(800);
});
