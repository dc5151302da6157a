import { MAX_BULK_POSTS } from '@longhand/contract/limits';
import type { Page } from '@playwright/test';
import { expect, nextDialog, test, uniqueTitle } from './admin-fixtures.ts';
import { openDashboard, rowOf, show, titles } from './dashboard.ts';
import { holdApi, violations } from './fixtures.ts';
import { LONG, ON_A_PHONE_TOO } from './tags.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Selected posts' });
const select = (page: Page, title: string) =>
  rowOf(page, title)
    .getByRole('checkbox', { name: `Select “${title}”` })
    .check();
const selectAll = (page: Page) =>
  page.getByRole('checkbox', { name: 'Select all posts shown' }).check();
const press = (page: Page, name: string) =>
  bar(page).getByRole('button', { name, exact: true }).click();

const BULK = '**/api/admin/posts/bulk';

/** One more than a call changes, all drafts. */
async function createMoreThanOneCall(
  admin: { createPost: (fields: Record<string, unknown>) => Promise<{ id: string }> },
  title: string,
): Promise<{ id: string }[]> {
  const created = [];
  for (let n = 0; n <= MAX_BULK_POSTS; n += 1)
    created.push(await admin.createPost({ title: `${title} ${n}`, published: false }));
  return created;
}

test(
  'several posts are published, unpublished and deleted with one question each',
  ON_A_PHONE_TOO,
  async ({ page, admin }) => {
    const title = uniqueTitle('Several');
    for (const name of ['a', 'b', 'c'])
      await admin.createPost({ title: `${title} ${name}`, published: false });
    await openDashboard(page, title);
    // In the page: a press may scroll the window.
    const place = () =>
      rowOf(page, `${title} a`).evaluate((row) => row.getBoundingClientRect().top + scrollY);
    const before = await place();
    await select(page, `${title} a`);
    await select(page, `${title} b`);
    await expect(bar(page)).toContainText('2 posts selected');
    expect(await place()).toBe(before);
    expect(await violations(page, 'bulk bar')).toEqual([]);

    const dismissed = nextDialog(page, 'dismiss');
    await press(page, 'Publish');
    expect(await dismissed).toBe('Publish 2 posts?');
    await expect(bar(page)).toContainText('2 posts selected');

    void nextDialog(page);
    await press(page, 'Publish');
    await expect(page.getByRole('status')).toHaveText('2 posts are public now.');
    await expect(bar(page)).toHaveCount(0);
    await expect(page.getByRole('cell').getByText('Published', { exact: true })).toHaveCount(2);

    await selectAll(page);
    await expect(bar(page)).toContainText('3 posts selected');
    const question = nextDialog(page);
    await press(page, 'Unpublish');
    expect(await question).toBe('Unpublish 2 posts? 1 post is a draft already.');
    await expect(page.getByRole('status')).toHaveText('2 posts are drafts now.');
    await expect(page.getByRole('cell').getByText('Draft', { exact: true })).toHaveCount(3);

    await selectAll(page);
    const deletion = nextDialog(page);
    await press(page, 'Delete');
    expect(await deletion).toBe('Delete 3 posts?');
    await expect(page.getByRole('status')).toHaveText(
      /^3 posts are in the trash: “.+” and “.+”\.$/,
    );
    await expect(titles(page)).toHaveCount(0);
    await show(page, 'Trash').click();
    await expect(titles(page)).toHaveCount(3);
  },
);

test('a topic is added to several posts', LONG, async ({ page, admin }) => {
  const title = uniqueTitle('Topical');
  const topic = uniqueTitle('Shared');
  const kept = uniqueTitle('Kept');
  const first = await admin.createPost({ title: `${title} a`, tags: [kept] });
  await admin.createPost({ title: `${title} b`, tags: [topic] });
  await openDashboard(page, title);
  await selectAll(page);
  const field = bar(page).getByLabel('Topic to add or remove');
  await field.fill('Two, topics');
  expect(await field.evaluate((input: HTMLInputElement) => input.checkValidity())).toBe(false);
  await field.fill(topic);
  const question = nextDialog(page);
  await press(page, 'Add a topic');
  expect(await question).toBe(`Add the topic “${topic}” to 1 post? 1 post has the topic already.`);
  await expect(page.getByRole('status')).toHaveText('1 post has the topic now.');
  await page.getByRole('combobox', { name: 'Topic' }).selectOption(topic);
  await expect(titles(page)).toHaveCount(2);
  const [saved] = await (await admin.api.get(`/api/admin/posts?id=${first.id}`)).json();
  expect(saved.tags).toEqual([kept, topic]);
});

test('only posts that the list shows are changed', LONG, async ({ page, admin }) => {
  const title = uniqueTitle('Hidden');
  await admin.createPost({ title: `${title} draft`, published: false });
  await admin.createPost({ title: `${title} public` });
  await openDashboard(page, title);
  await selectAll(page);
  await show(page, 'Draft').click();
  await expect(bar(page)).toContainText('1 post selected');
  const question = nextDialog(page);
  await press(page, 'Delete');
  expect(await question).toBe('Delete 1 post?');
  await expect(page.getByRole('status')).toHaveText(`1 post is in the trash: “${title} draft”.`);
  await show(page, 'All').click();
  await expect(titles(page)).toHaveText([`${title} public`]);
  await expect(bar(page)).toHaveCount(0);
});

test('progress is shown, and what fails is listed with its reason', async ({
  page,
  admin,
  watch,
}) => {
  watch.expectConsoleError(/answered 409/);
  const title = uniqueTitle('Partly');
  for (const name of ['a', 'b', 'c'])
    await admin.createPost({ title: `${title} ${name}`, published: false });
  await openDashboard(page, title);
  const [refused] = (await (await admin.api.get('/api/admin/posts?view=summary')).json()).filter(
    (post: { title: string }) => post.title === `${title} b`,
  );
  const isHeld = Promise.withResolvers<void>();
  await page.route(BULK, async (route) => {
    await isHeld.promise;
    // The server changes the others; somebody has changed this one at the same time.
    const { ids, change } = route.request().postDataJSON() as { ids: string[]; change: object };
    const others = ids.filter((id) => id !== refused.id);
    const response = await route.fetch({ postData: { ids: others, change } });
    const { outcomes } = await response.json();
    outcomes.push({ id: refused.id, outcome: 'failed', problem: { status: 409 } });
    await route.fulfill({ json: { outcomes } });
  });
  await selectAll(page);
  void nextDialog(page);
  await press(page, 'Publish');
  await expect(bar(page)).toContainText('Publishing 1 of 3…');
  await expect(bar(page).getByRole('progressbar')).toBeVisible();
  isHeld.resolve();
  await expect(page.getByRole('status')).toHaveText(
    '2 of 3 posts are public now. 1 post could not be changed.',
  );
  await expect(bar(page).getByRole('listitem')).toHaveText([
    `“${title} b”: It was changed elsewhere. Try again.`,
  ]);
  await expect(rowOf(page, `${title} b`).getByText('Draft', { exact: true })).toBeVisible();
  await expect(rowOf(page, `${title} c`).getByText('Published', { exact: true })).toBeVisible();
  await press(page, 'Close');
  await expect(page.getByRole('heading', { name: 'All Posts' })).toBeFocused();

  // What has failed is still selected.
  await expect(bar(page)).toContainText('1 post selected');
  await page.unroute(BULK);
  const question = nextDialog(page);
  await press(page, 'Publish');
  expect(await question).toBe('Publish 1 post?');
  await expect(page.getByRole('status')).toHaveText('1 post is public now.');
  await expect(bar(page)).toHaveCount(0);
});

test(
  'the trash shows the progress too, and the selection survives it',
  LONG,
  async ({ page, admin }) => {
    const title = uniqueTitle('Elsewhere');
    await createMoreThanOneCall(admin, title);
    await openDashboard(page, title);
    await selectAll(page);
    await show(page, 'Trash').click();
    await expect(bar(page)).toHaveCount(0);
    await show(page, 'All').click();
    await expect(bar(page)).toContainText('51 posts selected');

    const release = await holdApi(page, 'admin/posts/bulk');
    void nextDialog(page);
    await press(page, 'Publish');
    await show(page, 'Trash').click();
    await expect(bar(page)).toContainText('Publishing 1 of 51…');
    await press(page, 'Stop');
    release();
    await expect(page.getByRole('status')).toHaveText(
      '50 of 51 posts are public now. 1 post stayed as before.',
    );
    await show(page, 'All').click();
    await expect(bar(page)).toContainText('1 post selected');
  },
);

test('a change of several posts can be stopped', LONG, async ({ page, admin }) => {
  const title = uniqueTitle('Stopped');
  await createMoreThanOneCall(admin, title);
  await openDashboard(page, title);
  const release = await holdApi(page, 'admin/posts/bulk');
  await selectAll(page);
  void nextDialog(page);
  await press(page, 'Publish');
  await press(page, 'Stop');
  release();
  await expect(page.getByRole('status')).toHaveText(
    '50 of 51 posts are public now. 1 post stayed as before.',
  );
  await show(page, 'Draft').click();
  await expect(titles(page)).toHaveCount(1);
});

test(
  'a change that was interrupted is offered again, and continued without doing anything twice',
  LONG,
  async ({ page, admin }) => {
    const title = uniqueTitle('Interrupted');
    const posts = await createMoreThanOneCall(admin, title);
    await openDashboard(page, title);
    await selectAll(page);
    // The first part is published, but its answer does not arrive.
    const isPublished = Promise.withResolvers<void>();
    let isLost = false;
    await page.route(BULK, async (route) => {
      if (isLost) return route.continue();
      isLost = true;
      await route.fetch();
      isPublished.resolve();
    });
    void nextDialog(page);
    await press(page, 'Publish');
    await isPublished.promise;
    await page.reload();
    await expect(bar(page)).toContainText(
      '50 of 51 posts were published before the change was interrupted. Continue with the other one?',
    );
    expect(await violations(page, 'interrupted change')).toEqual([]);
    await press(page, 'Continue');
    await expect(page.getByRole('status')).toHaveText('51 posts are public now.');
    await expect(bar(page)).toHaveCount(0);
    for (const { id } of posts) {
      const [post] = await (await admin.api.get(`/api/admin/posts?id=${id}`)).json();
      expect(post).toMatchObject({ published: true, version: 2 });
    }
    await page.reload();
    await expect(titles(page).first()).toBeVisible();
    await expect(bar(page)).toHaveCount(0);
  },
);
