import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { test as base, expect, uniqueTitle } from './admin-fixtures.ts';
import { forgetLayoutShift, hydrated, painted, test as reading, violations } from './fixtures.ts';
import { longText, MIXED, NARROW_POSTS, RIGHT_TO_LEFT } from './odd-posts.ts';

type Publish = (post: Record<string, unknown>) => Promise<string>;

/** Publishes a post for one test and returns its path: lists of other tests should not show it. */
const test = base.extend<{ publish: Publish }>({
  loggedIn: false,
  publish: async ({ admin }, use) => {
    const ids: string[] = [];
    await use(async (post) => {
      const { id, slug } = await admin.createPost({ slug: uniqueSlug(), ...post });
      ids.push(id);
      return `/blog/${slug}`;
    });
    for (const id of ids) await admin.api.delete(`/api/admin/posts/${id}`);
  },
});

function uniqueSlug(): string {
  return uniqueTitle('odd').replaceAll(' ', '-').toLowerCase();
}

/** What leaves the window at the sides and cannot be scrolled to. */
function outside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = (element: Element) =>
      element.closest('.table-scroll, pre, [class*=cover], .visually-hidden, .skip-link') !== null;
    return [...document.body.querySelectorAll('*')]
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return (right > width + 1 || left < -1) && !scrolls(element);
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 120));
  });
}

function style(element: Locator, name: string): Promise<string> {
  return element.evaluate(
    (each, property) => getComputedStyle(each).getPropertyValue(property),
    name,
  );
}

/** Where the text of an element is, from the left. */
function textBox(element: Locator): Promise<{ left: number; right: number }> {
  return element.evaluate((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    const { left, right } = range.getBoundingClientRect();
    return { left, right };
  });
}

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  for (const [name, post] of Object.entries(NARROW_POSTS))
    test(`${name} fit, also in letters of twice the size`, async ({ page, publish, watch }) => {
      watch.expectConsoleError(/status of 404/);
      await page.goto(await publish(post));
      await hydrated(page);
      expect(await outside(page)).toEqual([]);
      expect(await violations(page, name)).toEqual([]);
      await page.goto('/blog');
      await hydrated(page);
      expect(await outside(page)).toEqual([]);
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      await painted(page);
      expect(await outside(page)).toEqual([]);
      await forgetLayoutShift(page);
    });

  test('a table and code scroll by the keyboard, under their names', async ({ page, publish }) => {
    const cells = Array.from({ length: 200 }, (_, column) => `<td>${column}</td>`).join('');
    const code = 'a line that does not end; '.repeat(20);
    const content = `<table><tr>${cells}</tr></table><pre><code>${code}</code></pre>`;
    await page.goto(await publish({ content }));
    await hydrated(page);
    for (const box of [
      page.getByRole('region', { name: 'Table' }),
      page.getByRole('group', { name: 'Code' }),
    ]) {
      await box.focus();
      expect(await style(box, 'outline-style')).toBe('solid');
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => box.evaluate((each) => each.scrollLeft)).toBeGreaterThan(0);
    }
  });
});

test('each block is written from its own side', async ({ page, publish, watch }) => {
  watch.expectConsoleError(/status of 404/);
  await page.goto(await publish(RIGHT_TO_LEFT));
  const title = page.getByRole('heading', { level: 1 });
  expect(await style(title, 'direction')).toBe('rtl');
  expect(await style(title, 'letter-spacing')).toBe('normal');
  const quote = page.locator('blockquote');
  expect(await style(quote.first(), 'border-right-width')).toBe('2px');
  expect(await style(quote.last(), 'border-left-width')).toBe('2px');
  for (const code of await page.locator('code').all())
    expect(await style(code, 'direction')).toBe('ltr');
  const column = (await page.locator('blockquote').first().boundingBox()) ?? { x: 0, width: 0 };
  const items = page.locator('ul').first().locator(':scope > li');
  for (const item of [items.nth(0), items.nth(1)])
    expect((await textBox(item)).right).toBeGreaterThan(column.x + column.width - 40);
  expect((await textBox(page.getByText('An English paragraph'))).left).toBe(column.x);
  const picture = (await page.locator('figure.wide').boundingBox()) ?? { x: 0, width: 0 };
  expect(picture.x + picture.width / 2).toBeCloseTo(column.x + column.width / 2, 0);

  await page.goto(await publish(MIXED));
  expect(await style(page.getByRole('heading', { level: 1 }), 'direction')).toBe('ltr');
  expect(await style(page.locator('blockquote'), 'border-right-width')).toBe('2px');
  expect(await style(page.getByRole('region', { name: 'Table' }), 'direction')).toBe('rtl');
  expect(await style(page.getByRole('heading', { level: 3 }).first(), 'direction')).toBe('ltr');
});

test('sixty pictures come when they are needed, each in its place', async ({
  page,
  admin,
  publish,
  watch,
}) => {
  watch.expectConsoleError(/status of 404/);
  const green = {
    create: { width: 900, height: 600, channels: 3, background: '#0b5d3b' },
  } as const;
  const file = {
    name: 'a.png',
    mimeType: 'image/png',
    buffer: await sharp(green).png().toBuffer(),
  };
  const uploaded = await admin.api.post('/api/admin/upload-image', { multipart: { file } });
  const { pathname } = new URL((await uploaded.json()).url, 'http://localhost');
  const gone = `/uploads/${'0'.repeat(32)}-900x600-200.png`;
  const content = Array.from({ length: 60 }, (_, n) => {
    return `<figure><img src="${n === 1 ? gone : pathname}" alt="Picture ${n}"></figure>`;
  }).join('');
  await page.goto(
    await publish({
      content,
      featured_image: 'https://example.com/gone.png',
      featured_image_alt: 'Gone',
    }),
  );
  await hydrated(page);
  const loaded = () =>
    page.locator('figure img').evaluateAll((all) => {
      return (all as HTMLImageElement[]).filter(
        ({ complete, naturalWidth }) => complete && naturalWidth,
      ).length;
    });
  expect(await loaded()).toBeLessThan(30);
  const heights = () =>
    page.locator('article img').evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
  const reserved = await heights();
  for (let step = 0; step < 20; step += 1) {
    await page.mouse.wheel(0, 1_800);
    await painted(page);
  }
  await expect.poll(loaded).toBeGreaterThan(50);
  expect(await heights()).toEqual(reserved);
});

test('a link leads into the midst of a megabyte', async ({ page, admin }) => {
  const slug = uniqueSlug();
  // A page, because the text would make the blog a large one for other tests.
  const data = { title: 'A long text', slug, content: longText(), placement: 'none' };
  const response = await admin.api.post('/api/admin/pages', { data });
  expect(response.status(), await response.text()).toBe(201);
  await page.goto(`/${slug}#post-part-1960`);
  await hydrated(page);
  await painted(page);
  await expect(page.locator('#post-part-1960')).toBeInViewport();
  await admin.api.delete(`/api/admin/pages/${(await response.json()).id}`);
});

reading('forced colours and less motion are respected', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce', contrast: 'more' });
  await page.goto('/blog');
  await hydrated(page);
  const theme = page.getByRole('button', { name: /light and dark/ });
  expect(await style(theme, 'border-top-style')).toBe('solid');
  expect(
    await style(page.getByRole('link', { name: 'Blog', exact: true }), 'text-decoration-line'),
  ).toBe('underline');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const focused = page.getByRole('banner').getByRole('link').first();
  await expect(focused).toBeFocused();
  expect(await style(focused, 'outline-style')).toBe('solid');
  const moving = await page.locator('body *').evaluateAll((all) => {
    const isStill = (time: string) => time.split(', ').every((part) => part === '0s');
    return all
      .filter((each) => {
        const { transitionDuration, animationDuration } = getComputedStyle(each);
        return !isStill(transitionDuration) || !isStill(animationDuration);
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 120));
  });
  expect(moving).toEqual([]);
});

reading('who saves data loads nothing before it is needed', async ({ page, watch }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await page.goto('/blog');
  await hydrated(page);
  await page.getByRole('article').first().getByRole('link').last().hover();
  await page.mouse.move(300, 300);
  await painted(page);
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  expect(watch.requests).toEqual([]);
});
