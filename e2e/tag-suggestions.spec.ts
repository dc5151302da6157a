import type { Page } from '@playwright/test';
import { expect, test, uniqueTitle } from './admin-fixtures.ts';
import { failApi, holdApi } from './fixtures.ts';
import { ON_A_PHONE, ONCE } from './tags.ts';

const field = (page: Page) => page.getByLabel('Tags', { exact: true });
const options = (page: Page) => page.getByRole('option');

/** A word that no other test uses in its tags. */
function uniqueWord(): string {
  return uniqueTitle('Q').replace(/[\s-]/g, '');
}

type Admin = Parameters<Parameters<typeof test>[2]>[0]['admin'];

/** Two posts with the first tag, one of them a draft; one with the second. */
async function createTags(admin: Admin) {
  const word = uniqueWord();
  const [often, once] = [`${word} often`, `A ${word}`];
  await admin.createPost({ tags: [often, once] });
  await admin.createPost({ tags: [often], published: false });
  return { word, often, once };
}

test('tags in use are suggested while one types, and the keyboard takes one', async ({
  page,
  admin,
  watch,
}) => {
  const { word, often, once } = await createTags(admin);
  await page.goto('/admin/posts/new');
  await expect(page.getByLabel('Title*')).toBeFocused();
  expect(watch.requests.filter((request) => request.includes('/tags'))).toEqual([]);
  const tags = field(page);
  await expect(tags).toHaveAttribute('aria-expanded', 'false');
  await tags.pressSequentially(`New, ${word.toLowerCase()}`);
  await expect(options(page)).toHaveText([often, once]);
  await expect(tags).toHaveAttribute('aria-expanded', 'true');
  await tags.press('ArrowUp');
  await expect(page.getByRole('option', { selected: true })).toHaveText(once);
  await tags.press('ArrowDown');
  await expect(page.getByRole('option', { selected: true })).toHaveCount(0);
  await tags.press('ArrowDown');
  const active = page.getByRole('option', { selected: true });
  await expect(active).toHaveText(often);
  await expect(tags).toHaveAttribute(
    'aria-activedescendant',
    (await active.getAttribute('id')) ?? '',
  );
  await tags.press('Enter');
  await expect(tags).toHaveValue(`New, ${often}`);
  await expect(tags).toBeFocused();
  await expect(options(page)).toHaveCount(0);
  await tags.pressSequentially(`, ${word}`);
  await expect(options(page)).toHaveText([once]);
  await expect(page).toHaveURL('/admin/posts/new');
  expect(watch.requests.filter((request) => request === 'GET /api/admin/tags')).toHaveLength(1);
});

test(
  'Escape and leaving close the suggestions; Enter and Tab take nothing unasked',
  ONCE,
  async ({ page, admin }) => {
    const { word, often } = await createTags(admin);
    await page.goto('/admin/posts/new');
    const tags = field(page);
    await tags.pressSequentially(word);
    await expect(options(page)).toHaveCount(2);
    await tags.press('Enter');
    await expect(tags).toHaveValue(word);
    await tags.press('Escape');
    await expect(options(page)).toHaveCount(0);
    await tags.press('ArrowDown');
    await expect(options(page)).toHaveCount(2);
    await tags.press('ArrowLeft');
    await expect(options(page)).toHaveCount(0);
    await tags.press('ArrowDown');
    await tags.press('ArrowDown');
    await expect(page.getByRole('option', { selected: true })).toHaveText(often);
    await tags.press('Tab');
    await expect(page.getByLabel('Meta Title')).toBeFocused();
    await expect(options(page)).toHaveCount(0);
    await expect(tags).toHaveValue(word);
  },
);

test('a suggestion is taken with the mouse, at the caret', ONCE, async ({ page, admin }) => {
  const { word, often, once } = await createTags(admin);
  await page.goto('/admin/posts/new');
  const tags = field(page);
  await tags.fill(`One, , ${once.toUpperCase()}`);
  await tags.press('Home');
  for (let key = 0; key < 5; key += 1) await tags.press('ArrowRight');
  await tags.pressSequentially(word);
  await expect(options(page)).toHaveText([often]);
  await options(page).hover();
  await expect(options(page)).toHaveAttribute('aria-selected', 'true');
  await options(page).click();
  await expect(tags).toHaveValue(`One, ${often}, ${once.toUpperCase()}`);
  await expect(tags).toBeFocused();
  const caret = await tags.evaluate((input: HTMLInputElement) => input.selectionStart);
  expect(caret).toBe(`One, ${often}`.length);
});

test('a suggestion is taken with a tap', ON_A_PHONE, async ({ page, admin }) => {
  const { word, often } = await createTags(admin);
  await page.goto('/admin/posts/new');
  const tags = field(page);
  await tags.tap();
  await tags.pressSequentially(word);
  await expect(options(page)).toHaveCount(2);
  expect((await options(page).first().boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await options(page).first().tap();
  await expect(tags).toHaveValue(often);
  await expect(tags).toBeFocused();
});

test('suggestions are not covered by the bar, wherever the field is', async ({ page, admin }) => {
  const { word } = await createTags(admin);
  await page.goto('/admin/posts/new');
  const tags = field(page);
  await tags.focus();
  for (const height of [900, 667, 480]) {
    await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height });
    for (const block of ['start', 'center', 'end'] as const) {
      await tags.fill('');
      await tags.evaluate((input, block) => input.scrollIntoView({ block }), block);
      await tags.pressSequentially(word);
      await expect(options(page)).toHaveCount(2);
      for (const option of await options(page).all()) {
        const isOnTop = await option.evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          return document.elementFromPoint(left + width / 2, top + height / 2) === element;
        });
        expect(isOnTop, `${height} ${block}`).toBe(true);
      }
    }
  }
});

test('tags that come late are suggested then', ONCE, async ({ page, admin }) => {
  const { word } = await createTags(admin);
  const release = await holdApi(page, 'admin/tags');
  await page.goto('/admin/posts/new');
  await field(page).pressSequentially(word);
  await page.waitForTimeout(600);
  await expect(options(page)).toHaveCount(0);
  release();
  await expect(options(page)).toHaveCount(2);
});

test('without the tags in use the field works as before', ONCE, async ({ page, watch }) => {
  watch.expectConsoleError(/status of 500/);
  await failApi(page, 'admin/tags');
  await page.goto('/admin/posts/new');
  await field(page).pressSequentially('One, two');
  await expect(field(page)).toHaveValue('One, two');
  await expect(options(page)).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
