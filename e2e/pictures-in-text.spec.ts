import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { IMG } from '../test-support/editor-events.ts';
import { expect, test, uniqueTitle } from './admin-fixtures.ts';
import { content, fillIn, PICTURE, title } from './editor-form.ts';
import { dropInText, expectShape, holdUploads, placeCaret, withName } from './file-events.ts';
import { painted } from './fixtures.ts';
import { LONG, ON_A_PHONE } from './tags.ts';

const TWO = [withName('a.webp'), withName('b.webp')];
const THREE = [...TWO, withName('c.webp')];

/** As small as the other pictures, but with many bytes: noise cannot be compressed. */
async function withManyBytes(): Promise<string> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width: 300, height: 200, channels: 3, background: '#888', noise } as const;
  const bytes = await sharp({ create }).webp({ lossless: true }).toBuffer();
  return bytes.toString('base64');
}

test('images uploaded while typing the title are all published, and the title is complete', async ({
  page,
  admin,
}) => {
  const ours = uniqueTitle('While pictures arrive');
  await page.goto('/admin/posts/new');
  await fillIn(page, { title: '', content: 'before after' });
  await placeCaret(page, 7);
  const next = await holdUploads(page);
  await dropInText(page, TWO);
  await expectShape(page, 'before \n|\n|\nafter');
  await title(page).click();
  await page.keyboard.type(ours.slice(0, 8));
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
  await next();
  await expectShape(page, 'before \nIMG\n|\nafter');
  await expect(title(page)).toBeFocused();
  await page.keyboard.type(ours.slice(8));
  await next();
  await expectShape(page, 'before \nIMG\nIMG\nafter');
  await expect(title(page)).toBeFocused();
  await page.keyboard.type(' Z');
  await expect(title(page)).toHaveValue(`${ours} Z`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page).toHaveURL('/admin');
  const posts = await (await admin.api.get('/api/admin/posts')).json();
  const saved = posts.find((post: { title: string }) => post.title === `${ours} Z`);
  expect(saved.content).toMatch(new RegExp(`^before \\n${IMG}\\n${IMG}\\nafter$`));
  const read = await (await page.request.get(`/blog/${saved.slug}`)).text();
  expect(read).not.toContain('Uploading');
  expect(read.match(/<article[\s\S]*<\/article>/)?.[0].match(/<img/g)).toHaveLength(2);
});

test(
  'the progress of several uploads shows the number and the percentage',
  LONG,
  async ({ page }) => {
    await page.goto('/admin/posts/new');
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 10_000,
    });
    const bytes = await withManyBytes();
    await dropInText(
      page,
      THREE.map((file) => ({ ...file, bytes })),
    );
    await expect(page.getByRole('status').filter({ hasText: '1 of 3' })).toHaveText(
      /^Uploading 1 of 3…|Preparing image 1 of 3…$/,
    );
    await expect(page.getByText(/^\d{1,2} %$/)).toBeVisible();
    // The first is on its way; the others are held.
    const next = await holdUploads(page);
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    await expect(page.getByRole('status').filter({ hasText: '2 of 3' })).toBeVisible();
    await next();
    await expect(page.getByRole('status').filter({ hasText: '3 of 3' })).toBeVisible();
    await next();
    await expectShape(page, 'IMG\nIMG\nIMG\n');
    await expect(page.getByRole('progressbar')).toHaveCount(0);
  },
);

async function chooseImages(page: Page, press: () => Promise<void>) {
  const choosing = page.waitForEvent('filechooser');
  await press();
  const chooser = await choosing;
  expect(chooser.isMultiple()).toBe(true);
  await chooser.setFiles([PICTURE, PICTURE]);
}

test('on a phone, images are chosen and described', ON_A_PHONE, async ({ page }) => {
  await page.goto('/admin/posts/new');
  await fillIn(page, { title: 'A title', content: '<p>Text</p>' });
  await content(page).focus();
  await chooseImages(page, async () => {
    await page.getByRole('button', { name: 'More tools' }).tap();
    await page.getByRole('menuitem', { name: 'Image', exact: true }).tap();
  });
  await expectShape(page, '<p>Text</p>\nIMG\nIMG\n');
  const line = page.getByText('Describe 2 pictures');
  // A tap in the frame of a scroll can hit what was there before it.
  await line.scrollIntoViewIfNeeded();
  await painted(page);
  await line.tap();
  await page.getByLabel('Alt text').first().fill('A leaf');
  await expect(content(page)).toHaveValue(/^<p>Text<\/p>\n<figure><img [^>]*alt="A leaf"/);
});
