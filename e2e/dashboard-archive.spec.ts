import type { Route } from '@playwright/test';
import { expect, nextDialog, test, uniqueTitle } from './admin-fixtures.ts';
import {
  choose,
  FOUR,
  listOnly,
  openDashboard,
  restingScroll,
  rowOf,
  show,
  titles,
  typeInto,
} from './dashboard.ts';
import { failApi, holdApi, violations } from './fixtures.ts';
import { LONG } from './tags.ts';

test('the search finds text in bodies, after the other matches, and moves no row', async ({
  page,
  admin,
}) => {
  const word = uniqueTitle('w').replaceAll(' ', '');
  const inTitle = await admin.createPost({ title: `${word} in the title`, published: false });
  const inBody = await admin.createPost({
    title: uniqueTitle('Body'),
    content: `<p>So it <b>was</b> ${word.toUpperCase()}.</p>`,
    published: false,
  });
  const hold = await holdApi(page, 'admin/posts?view=summary&q=*');
  await page.goto('/admin');
  await typeInto(page.getByRole('searchbox', { name: 'Search posts' }), word);
  await expect(titles(page)).toHaveText([inTitle.title]);
  const before = await rowOf(page, inTitle.title).boundingBox();
  hold();
  await expect(page.getByText('Found in the text')).toBeVisible();
  await expect(titles(page)).toHaveText([inTitle.title, inBody.title]);
  expect(await rowOf(page, inTitle.title).boundingBox()).toEqual(before);
});

test(
  'the search finds private changes and deleted posts, and says so',
  LONG,
  async ({ page, admin }) => {
    const word = uniqueTitle('w').replaceAll(' ', '');
    const content = `<p class="box">So it <b>was</b> ${word.toUpperCase()}.</p>`;
    const edited = await admin.createPost({ title: uniqueTitle('Edited') });
    const saved = await admin.api.put(`/api/admin/working-copies/${edited.id}`, {
      data: { base_version: 1, form: { title: edited.title, content } },
    });
    expect(saved.status()).toBe(200);
    const deleted = await admin.createPost({ title: uniqueTitle('Deleted'), content });
    await admin.api.delete(`/api/admin/posts/${deleted.id}`);
    const head = page.getByRole('columnheader', { name: 'Title' });
    const hold = await holdApi(page, 'admin/trash?q=*');
    const listed = await admin.createPost({ title: `${word} in the title` });
    await openDashboard(page, word);
    await expect(titles(page)).toHaveText([listed.title]);
    const before = await head.boundingBox();
    hold();
    await expect(titles(page)).toHaveText([listed.title, edited.title]);
    await expect(page.getByText('Found in private changes')).toBeVisible();
    await expect(page.getByText('1 more match in the trash.')).toBeVisible();
    expect(await head.boundingBox()).toEqual(before);
    expect(await violations(page, 'found elsewhere')).toEqual([]);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(titles(page)).toHaveText([deleted.title]);
    const group = page.getByRole('cell', { name: 'Found in the text' });
    const row = await rowOf(page, deleted.title).boundingBox();
    expect((await group.boundingBox())?.width).toBe(row?.width);
    expect(await group.evaluate((cell: HTMLTableCellElement) => cell.colSpan)).toBe(5);
    await rowOf(page, deleted.title).getByRole('link').click();
    await expect(page).toHaveURL(`/admin/trash/${deleted.id}`);
    await openDashboard(page, word);
    await rowOf(page, edited.title).getByRole('link', { name: edited.title, exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Content' })).toHaveValue(content);
  },
);

test(
  'a search in bodies that fails says so, and can be repeated',
  LONG,
  async ({ page, admin, watch }) => {
    watch.expectConsoleError(/status of 500|answered 500/);
    const word = uniqueTitle('w').replaceAll(' ', '');
    const { title } = await admin.createPost({ content: `<p>${word}</p>` });
    await failApi(page, 'admin/posts?view=summary&q=*');
    await openDashboard(page, word);
    await expect(page.getByText('the texts could not be')).toBeVisible();
    await expect(page.getByText('No posts found matching your criteria.')).toBeVisible();
    await page.unroute('**/api/admin/posts?view=summary&q=*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(titles(page)).toHaveText([title]);
    await expect(page.getByText('the texts could not be')).toHaveCount(0);
  },
);

test('the list can be filtered by topic', LONG, async ({ page }) => {
  await listOnly(page, [
    ...FOUR,
    { title: 'Butter', tags: ['Kitchen', 'Milk'], published: false },
    { title: 'Cheese', tags: ['Milk'] },
  ]);
  await page.goto('/admin');
  const topic = page.getByRole('combobox', { name: 'Topic' });
  await expect(topic.getByRole('option')).toHaveText(['All Topics', 'Kitchen (2)', 'Milk (2)']);
  await topic.selectOption('Kitchen');
  await expect(titles(page)).toHaveText(['Bread', 'Butter']);
  await expect(page).toHaveURL('/admin?tag=Kitchen');
  await show(page, 'Draft').click();
  await expect(titles(page)).toHaveText(['Butter']);
  await page.reload();
  await expect(titles(page)).toHaveText(['Butter']);
  await topic.selectOption('');
  await expect(titles(page)).toHaveText(['apple 10', 'Butter']);
});

test('the list sorts by the dates of editing and publishing', LONG, async ({ page }) => {
  const at = (day: number) => `2026-01-0${day}T12:00:00.000Z`;
  await listOnly(page, [
    { title: 'A', created_at: at(1), updated_at: at(6), published_at: at(2) },
    { title: 'B', created_at: at(2), updated_at: at(5), published: false },
    { title: 'C', created_at: at(3), updated_at: at(4), published_at: at(4) },
  ]);
  await page.goto('/admin');
  const sort = (name: string) => page.getByRole('columnheader', { name }).getByRole('button');
  await expect(titles(page)).toHaveText(['C', 'B', 'A']);
  await sort('Edited').click();
  await expect(titles(page)).toHaveText(['A', 'B', 'C']);
  await sort('Edited').click();
  await expect(titles(page)).toHaveText(['C', 'B', 'A']);
  await sort('Published').click();
  await expect(titles(page)).toHaveText(['C', 'A', 'B']);
  await sort('Published').click();
  await expect(titles(page)).toHaveText(['A', 'C', 'B']);
  await expect(page).toHaveURL('/admin?sort=published&order=asc');
});

test(
  'the state of the list survives the editor, by the link and by going back',
  LONG,
  async ({ page, admin }) => {
    const tag = uniqueTitle('Topic');
    for (let n = 0; n < 25; n += 1)
      await admin.createPost({ title: `${tag} ${n}`, tags: [tag], published: n % 2 === 0 });
    const address = `/admin?${new URLSearchParams({ tag, sort: 'title' })}`;
    await page.goto(address);
    await expect(titles(page)).toHaveCount(25);
    for (const way of ['link', 'back'] as const) {
      const row = rowOf(page, `${tag} 20`);
      await row.scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 200);
      const top = await restingScroll(page);
      expect(top).toBeGreaterThan(300);
      await row.getByRole('link', { name: 'Edit' }).click();
      await expect(page.getByLabel('Title*')).toHaveValue(`${tag} 20`);
      if (way === 'link') await page.getByRole('link', { name: 'Back to Dashboard' }).click();
      else await page.goBack();
      await expect(titles(page)).toHaveCount(25);
      await expect(page).toHaveURL(address);
      await expect(page.getByRole('combobox', { name: 'Topic' })).toHaveValue(tag);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top);
    }
  },
);

test('Duplicate makes a draft with the same fields', async ({ page, admin }) => {
  const fields = {
    title: uniqueTitle('Template'),
    excerpt: 'First line\nsecond line',
    content: '<p>Some <script>raw</script> content</p>\n',
    tags: [uniqueTitle('b'), uniqueTitle('a')],
    meta_title: 'For the head',
    meta_description: 'For searches',
    featured_image: '/icon.svg',
    featured_image_alt: 'A picture',
  };
  const { id, slug } = await admin.createPost({ ...fields, published_at: '2020-01-01T00:00:00Z' });
  await openDashboard(page, fields.title);
  const [request] = await Promise.all([
    page.waitForRequest((each) => each.method() === 'POST'),
    choose(rowOf(page, fields.title), 'Duplicate'),
  ]);
  expect(await request.headerValue('idempotency-key')).toMatch(/^[a-z0-9-]{10,}$/);
  const title = `${fields.title} (copy)`;
  await expect(page.getByRole('status')).toHaveText(`“${title}” is a new draft.`);
  await expect(titles(page)).toHaveText([title, fields.title]);
  await expect(rowOf(page, title).getByText('Draft', { exact: true })).toBeVisible();
  const all = await (await admin.api.get('/api/admin/posts')).json();
  const copy = all.find((post: { title: string }) => post.title === title);
  expect(copy).toMatchObject({ ...fields, title, published: false, published_at: null });
  expect(copy.id).not.toBe(id);
  expect(copy.slug).not.toBe(slug);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page.getByLabel('Title*')).toHaveValue(title);
});

test('a failed Duplicate shows an alert', LONG, async ({ page, admin, watch }) => {
  watch.expectConsoleError(/status of 500|answered 500/);
  const { title } = await admin.createPost({ title: uniqueTitle('Single') });
  await openDashboard(page, title);
  await failApi(page, 'admin/posts');
  const alert = nextDialog(page);
  await choose(rowOf(page, title), 'Duplicate');
  expect(await alert).toBe('Failed to duplicate post. Please try again.');
  await expect(titles(page)).toHaveText([title]);
});

test('Duplicate after a lost answer makes no second copy', LONG, async ({ page, admin, watch }) => {
  watch.expectConsoleError(/ERR_FAILED|Failed to fetch/);
  const { title } = await admin.createPost({ title: uniqueTitle('Once') });
  await openDashboard(page, title);
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/api/admin/posts', loseAnswer, { times: 1 });
  const failure = nextDialog(page);
  await choose(rowOf(page, title), 'Duplicate');
  await failure;
  await choose(rowOf(page, title), 'Duplicate');
  await expect(titles(page)).toHaveText([`${title} (copy)`, title]);
  await page.reload();
  await expect(titles(page)).toHaveText([`${title} (copy)`, title]);
});
