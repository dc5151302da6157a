import { expect, failApi, hold, holdApi, hydrated, recordTexts, test } from './fixtures.ts';
import { SITE } from './sites.ts';
import { LONG } from './tags.ts';

const POST = '/blog/the-machine-that-added-up-the-sea';
const TITLE = 'The Machine That Added Up the Sea';

test('the front page leads with the newest post, shows five more, and has a newsletter form that sends nothing', async ({
  page,
  watch,
}) => {
  await page.goto('/');
  await expect(page.locator('h1')).toHaveText('Longhand');
  const lead = page.getByRole('article').first();
  await expect(lead.getByRole('heading')).toHaveText('Writing by Hand, Publishing by Machine');
  await expect(lead.locator('time')).toHaveText(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/);
  await expect(lead.getByRole('img')).toHaveAttribute('alt', /\w/);
  await expect(lead.getByRole('link', { name: 'Continue Reading' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(6);
  await expect(page.getByRole('heading', { name: 'Join the Newsletter' })).toBeVisible();

  await test.step('the newsletter form says that nothing is sent or stored', async () => {
    await hydrated(page);
    await page.getByLabel('Your email address').fill('not an address');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByText('That does not look like an email address.')).toBeVisible();
    await expect(page.getByLabel('Your email address')).toBeFocused();
    await page.getByLabel('Your email address').fill('reader@example.com');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByText('nothing was sent or stored')).toBeVisible();
    expect(watch.requests).toEqual([]);
  });
});

test('About, Contact, the header and the footer say what they should, and the front page that it loads', async ({
  page,
  watch,
}) => {
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About');
  await expect(page.getByText(/^Longhand is a blog\./)).toBeVisible();
  const header = page.getByRole('banner');
  await expect(header.getByRole('link')).toHaveText([
    'Longhand',
    'Home',
    'Blog',
    'About',
    'Contact',
  ]);
  const footer = page.getByRole('contentinfo');
  for (const network of ['Instagram', 'Twitter', 'Tumblr', 'Pinterest']) {
    await expect(footer.getByRole('link', { name: network })).toHaveAttribute('href', /^https:/);
  }
  await expect(footer).toContainText('©');
  await expect(footer).toContainText('Designed with love');

  await hydrated(page);
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact');
  await expect(page.getByRole('link', { name: 'hello@example.com' })).toHaveAttribute(
    'href',
    'mailto:hello@example.com',
  );
  await expect(page.getByRole('main').getByRole('link', { name: 'Instagram' })).toBeVisible();
  await expect(page.getByText(/^Write to/)).toHaveText(
    'Write to hello@example.com, or say hello on Instagram, Twitter, Tumblr or Pinterest.',
  );
  expect(watch.requests).toEqual(['GET /api/pages/contact']);

  await test.step('navigating to the front page says Loading... while it loads', async () => {
    const release = await holdApi(page, 'posts*');
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
    release();
    await expect(page.getByRole('article')).toHaveCount(6);
    expect(watch.requests.slice(1)).toEqual(['GET /api/posts?view=summary&limit=6']);
  });
});

test('a post has its parts, its metadata, plain links to share it, and only its own content', async ({
  page,
  watch,
}) => {
  const styles: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') styles.push(request.url());
  });
  // They load the stylesheets, three seconds after the page at the latest.
  const release = await hold(page, '**/assets/*.js');
  const response = await page.goto(POST);
  expect(styles).toEqual([]);
  release();

  await test.step('it shows all its parts', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE);
    await expect(page.locator('article time').first()).toHaveText(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/);
    await expect(page.getByText(/^\d+ min read$/)).toBeVisible();
    await expect(page.locator('article header img')).toHaveAttribute('width', '1600');
    await expect(page.getByRole('region', { name: 'Table' }).getByRole('table')).toBeVisible();
    await expect(page.locator('article figure img')).toHaveAttribute('height', '900');
    await expect(page.getByRole('heading', { name: 'Related posts' })).toBeVisible();
    await expect(page.getByRole('link', { name: '← Back to Blog' })).toHaveAttribute(
      'href',
      '/blog',
    );
  });

  await test.step('it can be shared by plain links', async () => {
    await expect(page.getByRole('heading', { name: 'Share This Post' })).toBeVisible();
    const share = page.getByRole('region', { name: 'Share This Post' });
    const url = encodeURIComponent(`${SITE}${POST}`);
    for (const [label, address] of [
      ['Twitter', `https://x.com/intent/post?url=${url}`],
      ['Facebook', `https://www.facebook.com/sharer/sharer.php?u=${url}`],
      ['Pinterest', `https://www.pinterest.com/pin/create/button/?url=${url}`],
      ['Email', `mailto:?subject=${encodeURIComponent(TITLE)}`],
    ] as const) {
      const href = await share.getByRole('link', { name: label }).getAttribute('href');
      expect(href?.startsWith(address), `${href}`).toBe(true);
    }
  });

  await test.step('it has its metadata in the head', async () => {
    await expect(page).toHaveTitle(/\S+ · Longhand$/);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${SITE}${POST}`);
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /\w{3}/);
  });

  await hydrated(page);
  await test.step('its content security policy allows only its own content', async () => {
    const policy = (await response?.headerValue('content-security-policy')) ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(await response?.text()).not.toContain(' nonce=');
  });

  await test.step('a link within it moves the page and loads nothing', async () => {
    await page
      .locator('article')
      .first()
      .evaluate((article) => {
        article.dataset.same = 'yes';
      });
    await page.locator('.footnote-ref a').first().click();
    await expect(page).toHaveURL(/#post-fn1$/);
    await page.goBack();
    await expect(page).toHaveURL(POST);
    await expect(page.locator('article[data-same]').first()).toBeAttached();
    expect(watch.requests).toEqual([]);
  });
});

test('navigating to a post shows its head at once, says Loading post..., and moves the focus', async ({
  page,
  watch,
}) => {
  await page.goto('/blog');
  await hydrated(page);
  // The contents for the search, loaded when the page is idle.
  await expect.poll(() => watch.requests).toContain('GET /api/posts');
  const release = await holdApi(page, 'posts/**');
  await page.getByRole('link', { name: TITLE }).click();
  await expect(page.getByText('Loading post...')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE);
  await expect(page).toHaveTitle(TITLE);
  release();
  await expect(page.getByText('A sum of slow circles')).toBeVisible();
  await expect(page).toHaveTitle(/· Longhand$/);
  await expect(page.getByRole('main')).toBeFocused();
  const slug = POST.split('/').at(-1);
  const calls = new Set(watch.requests);
  expect([...calls].toSorted()).toEqual([
    'GET /api/posts',
    `GET /api/posts/${slug}`,
    `GET /api/posts?view=summary&limit=3&related=${slug}`,
  ]);
});

test('posts and pages that do not exist are a real 404 with the specified words', async ({
  page,
  watch,
}) => {
  watch.expectConsoleError(/status of 404/);
  for (const path of ['/no/such/page', '/no-such-page']) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found');
  }
  const response = await page.goto('/blog/nothing-here');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post Not Found');
  await expect(page.getByText("The post you're looking for doesn't exist.")).toBeVisible();
  await page.getByRole('link', { name: '← Back to Blog' }).click();
  await expect(page).toHaveURL('/blog');
});

test('a post that fails to load is shown as not found', LONG, async ({ page, watch }) => {
  watch.expectConsoleError(/500|answered/);
  await page.goto('/blog');
  await hydrated(page);
  await failApi(page, 'posts/**');
  await page.getByRole('link', { name: TITLE }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post Not Found');
});

test('code can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/blog/one-file-kept-for-ten-years');
  await hydrated(page);
  const block = page.locator('pre').first();
  await expect(block.locator('[class^=code-]').first()).toBeVisible();
  const code = await block.locator('code').textContent();
  await block.hover();
  const said = await recordTexts(page, 'pre button');
  await block.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.poll(said).toContain('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
});

test('going back restores the scroll position once the list is loaded', async ({ page }) => {
  await page.goto('/blog');
  await hydrated(page);
  const card = page.getByRole('link', { name: 'What a Page Weighs on a Slow Train' });
  await card.scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
  const position = await page.evaluate(() => window.scrollY);
  await card.click();
  await expect(page.getByRole('heading', { name: 'Share This Post' })).toBeAttached();
  await page.goBack();
  await expect(page.getByRole('article')).toHaveCount(8);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(position - 5);
});

test('a post does not wait for related posts', async ({ page }) => {
  await page.goto('/blog');
  await hydrated(page);
  const release = await holdApi(page, 'posts*');
  await page.getByRole('link', { name: TITLE }).click();
  await expect(page.getByText('A sum of slow circles')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Related posts' })).toHaveCount(0);
  release();
  await expect(page.getByRole('heading', { name: 'Related posts' })).toBeAttached();
});

test('an image that fails to load is replaced by the cover', LONG, async ({ page, watch }) => {
  watch.expectConsoleError(/Failed to load resource/);
  await page.route('**/uploads/**', (route) => route.abort());
  await page.goto('/blog');
  await hydrated(page);
  await expect(page.getByRole('article').first().locator('svg')).toBeVisible();
  await expect(page.getByRole('article').first().locator('img')).toHaveCount(0);
});

test('print shows only the post, in dark colours', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto(POST);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.locator('body > footer')).toBeHidden();
  const color = await page
    .locator('article > div p')
    .first()
    .evaluate((p) => getComputedStyle(p).color);
  expect(color).toBe('rgb(0, 0, 0)');
});
