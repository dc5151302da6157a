import { expect, hold, hydrated, painted, recordTexts, test, violations } from './fixtures.ts';
import { SITE } from './sites.ts';
import { ON_A_PHONE_TOO } from './tags.ts';

const LONG_POST = '/blog/margins-are-not-empty';
const LONG_TITLE = 'Margins Are Not Empty';
const HEADINGS = [
  'Two, three, four, six',
  'The measure',
  'What the space is for',
  'For thumbs',
  'For second thoughts',
  'For nothing',
];
/** With a picture at its head, and one in its text. */
const PICTURES = '/blog/the-machine-that-added-up-the-sea';

test(
  'a long post has a table of contents, also after a navigation',
  ON_A_PHONE_TOO,
  async ({ page, hasTouch }) => {
    await page.goto('/blog');
    await hydrated(page);
    await page.getByRole('link', { name: LONG_TITLE }).click();
    const contents = page.getByRole('navigation', { name: 'Contents' });
    await expect(contents.locator('a')).toHaveText(HEADINGS);
    if (hasTouch) {
      await expect(contents.getByRole('link', { name: 'For thumbs' })).toBeHidden();
      await contents.getByText('Contents').tap();
    }
    await contents.getByRole('link', { name: 'For thumbs' }).click();
    await expect(page).toHaveURL(`${LONG_POST}#post-for-thumbs`);
    await expect(page.getByRole('heading', { name: 'For thumbs' })).toBeInViewport();
    await page.reload();
    await hydrated(page);
    await expect(contents.locator('a')).toHaveText(HEADINGS);
    expect(await violations(page, 'contents')).toEqual([]);
  },
);

test('a post with few headings has no table of contents, and print has none', async ({ page }) => {
  const contents = page.locator('nav[aria-label=Contents]');
  await page.goto(PICTURES);
  await expect(contents).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await page.goto(LONG_POST);
  await expect(contents).toBeHidden();
});

test('the link of a heading is copied, or is in the address bar', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${LONG_POST}?from=a-list`);
  await hydrated(page);
  const heading = page.getByRole('heading', { name: 'The measure', exact: true });
  const link = heading.getByRole('link', { name: 'Copy link to section The measure' });
  await link.scrollIntoViewIfNeeded();
  const said = await recordTexts(page, '[role=status]');
  await link.click();
  await expect.poll(said).toContainEqual(expect.stringContaining('Copied'));
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(0);
  const address = `${SITE}${LONG_POST}#post-the-measure`;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await expect(page).toHaveURL(`${LONG_POST}?from=a-list`);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await link.click();
  await expect.poll(said).toContain('Not copied: the link is in the address bar');
  await expect(page).toHaveURL(`${LONG_POST}?from=a-list#post-the-measure`);
});

test('pictures open large, by the keyboard and by a press', async ({ page }) => {
  await page.goto(PICTURES);
  await hydrated(page);
  const [first, second] = [page.locator('article header img'), page.locator('article figure img')];
  await expect(first).toHaveRole('button');
  await first.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Picture' });
  await expect(dialog.getByRole('img')).toHaveAttribute(
    'alt',
    (await first.getAttribute('alt')) ?? '',
  );
  await expect(dialog.getByText('1 of 2')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  expect(await violations(page, 'picture')).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByText('2 of 2')).toBeVisible();
  await expect(dialog.locator('figcaption')).toHaveText(
    (await page.locator('article figcaption').textContent()) ?? '',
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(first).toBeFocused();
  await second.click();
  await expect(dialog.getByText('2 of 2')).toBeVisible();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByText('1 of 2')).toBeVisible();
  await dialog.locator('figure').click({ position: { x: 4, y: 4 } });
  await expect(dialog).toHaveCount(0);
});

test('a picture that is pressed while it loads opens large when it is there', async ({ page }) => {
  const release = await hold(page, '**/uploads/**');
  await page.goto(PICTURES, { waitUntil: 'commit' });
  await hydrated(page);
  await page.locator('article figure img').click();
  release();
  await expect(page.getByRole('dialog', { name: 'Picture' })).toContainText('2 of 2');
});

test('a picture in a link, and a small one, do not open', async ({ page }) => {
  await page.route(`**/api${PICTURES.replace('/blog', '/posts')}`, async (route) => {
    const response = await route.fetch();
    const post = await response.json();
    const large = /<img [^>]*>/.exec(post.content)?.[0];
    const small = large?.replace(/src(set)?="[^"]*"/g, '').replace('<img', '<img src="/icon.svg"');
    const content = `<p><a href="/about">${large}</a></p><p id="small">${small}</p>`;
    await route.fulfill({ response, json: { ...post, content } });
  });
  await page.goto('/blog');
  await hydrated(page);
  await page.getByRole('link', { name: 'The Machine That Added Up the Sea' }).click();
  await expect(page.locator('article header img')).toHaveRole('button');
  await page.locator('#small img').scrollIntoViewIfNeeded();
  await painted(page);
  await expect(page.locator('#small img')).toHaveRole('img');
  await page.locator('article a img').click();
  await expect(page).toHaveURL('/about');
});

test('the share sheet of the system is beside the links', async ({ page }) => {
  await page.goto(PICTURES);
  await hydrated(page);
  const share = page.getByRole('region', { name: 'Share This Post' });
  await expect(share.getByRole('button', { name: 'Share…' })).toHaveCount(0);
  await page.addInitScript(() => {
    const names = ['AbortError', 'NotAllowedError'];
    navigator.share = async (data) => {
      document.documentElement.dataset.shared = data?.url ?? '';
      throw new DOMException('', names.shift() ?? '');
    };
  });
  await page.reload();
  await share.getByRole('button', { name: 'Share…' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-shared', `${SITE}${PICTURES}`);
  await expect(share.getByRole('status')).toBeEmpty();
  await share.getByRole('button', { name: 'Share…' }).click();
  await expect(share.getByRole('status')).toHaveText(
    'Sharing did not work. Copy the address of this page instead.',
  );
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test(
    'the table of contents and the links of headings work',
    ON_A_PHONE_TOO,
    async ({ page, hasTouch }) => {
      await page.goto(LONG_POST);
      const contents = page.getByRole('navigation', { name: 'Contents' });
      if (hasTouch) await contents.getByText('Contents').tap();
      await contents.getByRole('link', { name: 'For nothing' }).click();
      await expect(page.getByRole('heading', { name: 'For nothing' })).toBeInViewport();
      await page.getByRole('heading', { name: 'The measure' }).getByRole('link').click();
      await expect(page).toHaveURL(`${LONG_POST}#post-the-measure`);
      await expect(page.getByRole('button', { name: /Share|Enlarge/ })).toHaveCount(0);
    },
  );
});
