import { expect, nextDialog, test, uniqueTitle } from './admin-fixtures.ts';
import {
  content,
  copySaved,
  cutConnection,
  expectNewPost,
  fillIn,
  PICTURE,
  saveAsDraft,
  title,
} from './editor-form.ts';
import { DISK_FULL, failApi, failForFullDisk, holdApi, hydrated } from './fixtures.ts';
import { LONG } from './tags.ts';

test('the form has all specified labels, sections and sizes', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create New Post');
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute(
    'href',
    '/admin',
  );
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Post Content',
    'Publishing',
    'SEO Settings',
  ]);
  await expect(title(page)).toHaveAttribute('required');
  await expect(page.getByLabel('Excerpt*')).toHaveAttribute('rows', '3');
  await expect(page.getByLabel('Excerpt*')).toHaveAttribute('required');
  await expect(content(page)).toHaveAttribute('rows', '12');
  await expect(content(page)).toHaveAttribute('required');
  await expect(page.getByRole('group', { name: 'Featured Image' })).toBeVisible();
  await expect(page.getByLabel('Tags')).toBeVisible();
  await expect(page.getByLabel('Meta Title')).toBeVisible();
  await expect(page.getByLabel('Meta Description')).toBeVisible();
  await expect(page.getByLabel('Publish immediately')).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Save as Draft' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible();
});

test('title, excerpt and content are required by the browser', async ({ page, watch }) => {
  await page.goto('/admin/posts/new');
  for (const fill of [
    () => title(page).fill('A title'),
    () => page.getByLabel('Excerpt*').fill('An excerpt'),
    () => content(page).fill('   '),
  ]) {
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.keyboard.press('Control+s');
    await fill();
  }
  await page.getByRole('button', { name: 'Save as Draft' }).click();
  await expectNewPost(page);
  expect(watch.requests.filter((request) => request.startsWith('POST'))).toEqual([]);
});

test('a new post is sent as specified, then the dashboard is shown', async ({ page }) => {
  const ours = uniqueTitle();
  await page.goto('/admin/posts/new');
  await fillIn(page, { title: ours, content: '<p>Text</p>' });
  await page.getByLabel('Tags').fill(' Tech, , finance ,Tech');
  const sent = page.waitForRequest('**/api/admin/posts');
  await page.getByRole('button', { name: 'Save as Draft' }).click();
  expect((await sent).postDataJSON()).toEqual({
    title: ours,
    content: '<p>Text</p>',
    excerpt: 'An excerpt',
    tags: ['Tech', 'finance', 'Tech'],
    meta_title: null,
    meta_description: null,
    published: false,
    featured_image: null,
  });
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('row', { name: ours })).toContainText('Draft');
});

// The others are in the journey of the buttons.
for (const [wasPublished, ticked, button, becomes, says, tag] of [
  [false, false, 'Save as Draft', false, 'stays a draft', LONG],
  [false, true, 'Save as Draft', true, 'goes online now', {}],
  [false, false, 'Publish', true, 'goes online now', LONG],
  [true, true, 'Save as Draft', true, 'updates the live post', LONG],
  [true, false, 'Save as Draft', false, 'leaves the site', LONG],
  [true, false, 'Publish', true, 'updates the live post', {}],
] as const) {
  test(
    `${wasPublished ? 'published' : 'draft'}, box ${ticked ? '' : 'not '}ticked, '${button}'`,
    tag,
    async ({ page, admin }) => {
      const post = await admin.createPost({ published: wasPublished });
      await page.goto(`/admin/posts/edit/${post.id}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Post');
      const box = page.getByLabel('Publish immediately');
      await expect(box).toBeChecked({ checked: wasPublished });
      await box.setChecked(ticked);
      const pressed = page.getByRole('button', { name: button, exact: true });
      await expect(pressed).toHaveAccessibleDescription(says);
      await pressed.click();
      await expect(page).toHaveURL('/admin');
      const saved = await admin.api.get(`/api/admin/posts?id=${post.id}`);
      expect((await saved.json())[0].published).toBe(becomes);
    },
  );
}

test('publishing shows a post to visitors at once, unpublishing hides it', async ({
  page,
  admin,
  playwright,
  baseURL,
}) => {
  const visitor = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  const tag = uniqueTitle('topic');
  const post = await admin.createPost({ published: false, tags: [tag] });
  const seen = async () => ({
    page: (await visitor.get(`/blog/${post.slug}`)).status(),
    list: (await (await visitor.get('/api/posts')).text()).includes(post.title),
    tags: (await (await visitor.get('/api/tags')).text()).includes(tag),
    blog: (await (await visitor.get('/blog')).text()).includes(post.title),
  });
  const nowhere = { page: 404, list: false, tags: false, blog: false };
  expect(await seen()).toEqual(nowhere);
  await page.goto(`/admin/posts/edit/${post.id}`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page).toHaveURL('/admin');
  expect(await seen()).toEqual({ page: 200, list: true, tags: true, blog: true });
  await page.goto(`/admin/posts/edit/${post.id}`);
  await page.getByLabel('Publish immediately').uncheck();
  await page.getByRole('button', { name: 'Save as Draft' }).click();
  await expect(page).toHaveURL('/admin');
  expect(await seen()).toEqual(nowhere);
  await visitor.dispose();
});

test('the buttons show their progress', LONG, async ({ page, admin }) => {
  const post = await admin.createPost();
  for (const [button, busy] of [
    ['Save as Draft', 'Saving...'],
    ['Publish', 'Publishing...'],
  ] as const) {
    await page.goto(`/admin/posts/edit/${post.id}`);
    const release = await holdApi(page, 'admin/posts/*');
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('button', { name: busy })).toBeDisabled();
    release();
    await expect(page).toHaveURL('/admin');
    await page.unrouteAll();
  }
});

test('editing a post shows all its values', async ({ page, admin }) => {
  const post = await admin.createPost({
    content: '<p>One</p>\n<script>kept()</script>',
    excerpt: 'In short',
    tags: ['Alpha', 'Beta'],
    meta_title: 'For engines',
    meta_description: 'Described',
    featured_image: 'https://example.com/picture.jpg',
    featured_image_alt: 'A picture',
  });
  await page.route('https://example.com/**', (route) => route.fulfill({ path: PICTURE }));
  await page.goto(`/admin/posts/edit/${post.id}`);
  await expect(title(page)).toHaveValue(post.title);
  await expect(content(page)).toHaveValue('<p>One</p>\n<script>kept()</script>');
  await expect(page.getByLabel('Excerpt*')).toHaveValue('In short');
  await expect(page.getByLabel('Tags')).toHaveValue('Alpha, Beta');
  await expect(page.getByLabel('Meta Title')).toHaveValue('For engines');
  await expect(page.getByLabel('Meta Description')).toHaveValue('Described');
  await expect(page.getByLabel('Image description')).toHaveValue('A picture');
  await expect(page.getByRole('img', { name: 'A picture' })).toHaveAttribute(
    'src',
    'https://example.com/picture.jpg',
  );
});

test('a failed save shows an alert and leaves the form unchanged', async ({ page, watch }) => {
  watch.expectConsoleError(/500|answered/);
  await failApi(page, 'admin/posts');
  await page.goto('/admin/posts/new');
  await fillIn(page, { title: 'Not saved', content: '<p>Precious</p>' });
  const alert = nextDialog(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  expect(await alert).toBe('Failed to save post. Please try again.');
  await expectNewPost(page);
  await expect(title(page)).toHaveValue('Not saved');
  await expect(content(page)).toHaveValue('<p>Precious</p>');
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeEnabled();
  await page.unrouteAll();
  await page.route('**/api/admin/posts', (route) => route.abort());
  watch.expectConsoleError(/Failed to (load|fetch)/);
  const again = nextDialog(page);
  await page.getByRole('button', { name: 'Save as Draft' }).click();
  expect(await again).toBe('Failed to save post. Please try again.');
  await expect(content(page)).toHaveValue('<p>Precious</p>');
});

test(
  'a full disk is shown next to the alert, and the text stays',
  LONG,
  async ({ page, watch }) => {
    watch.expectConsoleError(/507|answered/);
    await failForFullDisk(page, 'admin/posts');
    await page.goto('/admin/posts/new');
    await fillIn(page, { title: uniqueTitle(), content: '<p>Precious</p>' });
    const alert = nextDialog(page);
    await page.getByRole('button', { name: 'Save as Draft' }).click();
    expect(await alert).toBe('Failed to save post. Please try again.');
    await expect(page.getByRole('alert')).toHaveText(
      new RegExp(`^${RegExp.escape(DISK_FULL)} Your`),
    );
    await expect(content(page)).toHaveValue('<p>Precious</p>');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Save as Draft' }).click();
    await expect(page).toHaveURL('/admin');
  },
);

test('a validation error is shown at its field', LONG, async ({ page, admin, watch }) => {
  watch.expectConsoleError(/400|answered/);
  const other = await admin.createPost();
  await page.goto('/admin/posts/new');
  await fillIn(page, { title: uniqueTitle(), content: '<p>Text</p>' });
  await page.getByLabel('Address').fill(other.slug);
  const alert = nextDialog(page);
  await page.getByRole('button', { name: 'Save as Draft' }).click();
  await alert;
  await expect(page.getByText('This belongs to another post.')).toBeVisible();
  await expect(page.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true');
});

test('Ctrl+S saves without changing the post, and stays in the editor', async ({ page, admin }) => {
  const { id } = await admin.createPost();
  await page.goto(`/admin/posts/edit/${id}`);
  for (const words of ['<p>First</p>', '<p>Second</p>']) {
    await content(page).fill(words);
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Published · private changes', { exact: true })).toBeVisible();
    await expect(content(page)).toBeFocused();
  }
  const posts = await (await admin.api.get(`/api/admin/posts?id=${id}`)).json();
  expect(posts[0]).toMatchObject({ content: '<p>Some content</p>', version: 1 });
  await expect(page).toHaveURL(`/admin/posts/edit/${id}`);
  await page.reload();
  await expect(content(page)).toHaveValue('<p>Second</p>');
});

test('text typed during a save is not lost', async ({ page, admin }) => {
  const post = await admin.createPost();
  await page.goto(`/admin/posts/edit/${post.id}`);
  const release = await holdApi(page, 'admin/posts/*');
  await content(page).fill('<p>Sent</p>');
  const sent = page.waitForRequest(`**/api/admin/posts/${post.id}`);
  await page.getByRole('button', { name: 'Save as Draft' }).click();
  await sent;
  await content(page).fill('<p>Sent</p><p>And more</p>');
  release();
  await expect(page.getByText(/Saved \d/)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Save as Draft' })).toBeEnabled();
  await expect(page).toHaveURL(`/admin/posts/edit/${post.id}`);
  await expect(content(page)).toHaveValue('<p>Sent</p><p>And more</p>');
  await page.getByRole('button', { name: 'Save as Draft' }).click();
  await expect(page).toHaveURL('/admin');
  const saved = await (await admin.api.get(`/api/admin/posts?id=${post.id}`)).json();
  expect(saved[0].content).toBe('<p>Sent</p><p>And more</p>');
});

test('typing during Publish does not undo it with the next save', async ({ page, admin }) => {
  const post = await admin.createPost({ published: false });
  await page.goto(`/admin/posts/edit/${post.id}`);
  const release = await holdApi(page, 'admin/posts/*');
  const sent = page.waitForRequest(`**/api/admin/posts/${post.id}`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await sent;
  await content(page).fill('<p>One more thing</p>');
  release();
  await expect(page.getByLabel('Publish immediately')).toBeChecked();
  await expect(page.getByRole('button', { name: 'Save as Draft' })).toHaveAccessibleDescription(
    'updates the live post',
  );
  await saveAsDraft(page);
  const [saved] = await (await admin.api.get(`/api/admin/posts?id=${post.id}`)).json();
  expect(saved).toMatchObject({ published: true, content: '<p>One more thing</p>', version: 3 });
});

test('a new post gets its URL even if something was typed during the save', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await fillIn(page, { title: uniqueTitle(), content: '<p>First</p>' });
  const release = await holdApi(page, 'admin/posts');
  const sent = page.waitForRequest('**/api/admin/posts');
  await page.getByRole('button', { name: 'Save as Draft' }).click();
  await sent;
  await content(page).fill('<p>First</p><p>Second</p>');
  release();
  await expect(page).toHaveURL(/\/admin\/posts\/edit\/[0-9a-f-]{36}$/);
  await expect(content(page)).toHaveValue('<p>First</p><p>Second</p>');
});

test(
  'Ctrl+S without changes sends nothing, and creates no version',
  LONG,
  async ({ page, admin, watch }) => {
    const post = await admin.createPost();
    await page.goto(`/admin/posts/edit/${post.id}`);
    await content(page).fill('<p>Changed</p>');
    await page.keyboard.press('Control+s');
    await expect(copySaved(page)).toBeVisible();
    for (let n = 0; n < 3; n += 1) await page.keyboard.press('Control+s');
    await content(page).fill('<p>Changed again</p>');
    await page.keyboard.press('Control+s');
    const writes = () => watch.requests.filter((request) => request.startsWith('PUT'));
    const write = `PUT /api/admin/working-copies/${post.id}`;
    await expect.poll(writes).toEqual([write, write]);
    const [saved] = await (await admin.api.get(`/api/admin/posts?id=${post.id}`)).json();
    expect(saved.version).toBe(1);
  },
);

test('a save that ends after leaving does not navigate', LONG, async ({ page, admin }) => {
  // Otherwise the text may be on the server before the link is pressed, and nothing is asked.
  await cutConnection(page);
  const post = await admin.createPost();
  await page.goto(`/admin/posts/edit/${post.id}`);
  await content(page).fill('<p>Changed</p>');
  const release = await holdApi(page, 'admin/posts/*');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const question = nextDialog(page);
  await page.getByRole('link', { name: 'About' }).click();
  await question;
  await expect(page).toHaveURL('/about');
  const answered = page.waitForResponse((response) => response.request().method() === 'PUT');
  release();
  await answered;
  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  await expect(page.getByRole('row', { name: post.title })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Unsaved changes' })).toHaveCount(0);
});

test('publishing from the preview shows the field that is missing', LONG, async ({ page }) => {
  await page.goto('/admin/posts/new');
  await title(page).fill('A title');
  await page.getByLabel('Excerpt*').fill('An excerpt');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(content(page)).toBeVisible();
  await expect(content(page)).toBeFocused();
});

test('the keyboard alone writes and publishes a post', async ({ page }) => {
  const ours = uniqueTitle();
  await page.goto('/admin');
  await hydrated(page);
  await page.getByRole('link', { name: 'New Post' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create New Post');
  const tabTo = async (target: string) => {
    for (let n = 0; n < 40; n += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement;
        // The second line of a button is no part of its name.
        return element.labels?.[0]?.textContent ?? element.firstChild?.textContent;
      });
      if (focused === target) return;
    }
    throw new Error(`${target} was not reached`);
  };
  await expect(title(page)).toBeFocused();
  await page.keyboard.type(ours);
  await tabTo('Excerpt*');
  await page.keyboard.type('In short');
  await tabTo('Content*');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('By hand');
  await tabTo('Tags');
  await page.keyboard.type('Keys');
  await tabTo('Publish immediately');
  await page.keyboard.press('Space');
  await tabTo('Publish');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('row', { name: ours })).toContainText('Published');
});
