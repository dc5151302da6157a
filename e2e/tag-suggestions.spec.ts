import type { Page } from '@playwright/test';
import { expect, test, uniqueTitle } from './admin-fixtures.ts';
import { expectNewPost } from './editor-form.ts';
import { ON_A_PHONE } from './tags.ts';

const field = (page: Page) => page.getByLabel('Tags', { exact: true });
const list = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });
const options = (page: Page) => list(page).getByRole('option');

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
  await expect(list(page).getByRole('option', { selected: true })).toHaveText(once);
  await tags.press('ArrowDown');
  await expect(list(page).getByRole('option', { selected: true })).toHaveCount(0);
  await tags.press('ArrowDown');
  const active = list(page).getByRole('option', { selected: true });
  await expect(active).toHaveText(often);
  await expect(tags).toHaveAttribute(
    'aria-activedescendant',
    (await active.getAttribute('id')) ?? '',
  );
  await tags.press('Enter');
  await expect(tags).toHaveValue(`New, ${often}, `);
  await expect(tags).toBeFocused();
  await expect(options(page)).toHaveCount(0);
  await tags.pressSequentially(`, ${word}`);
  await expect(options(page)).toHaveText([once]);
  await expectNewPost(page);
  expect(watch.requests.filter((request) => request === 'GET /api/admin/tags')).toHaveLength(1);
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
  await expect(tags).toHaveValue(`${often}, `);
  await expect(tags).toBeFocused();
});
