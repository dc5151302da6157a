import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, nextDialog, test, uniqueTitle } from './admin-fixtures.ts';
import {
  content,
  copySaved,
  cutConnection,
  fillIn,
  findCopy,
  PICTURE,
  saveAsDraft,
  title,
} from './editor-form.ts';
import {
  dropInText,
  expectShape,
  holdUploads,
  IMG,
  placeCaret,
  pointOf,
  shape,
  withName,
} from './file-events.ts';
import { ON_A_PHONE } from './tags.ts';

const TWO = [withName('a.webp'), withName('b.webp')];
const THREE = [...TWO, withName('c.webp')];

/** As small as the other pictures, but with many bytes: noise cannot be compressed. */
async function withManyBytes(): Promise<string> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width: 300, height: 200, channels: 3, background: '#888', noise } as const;
  const bytes = await sharp({ create }).webp({ lossless: true }).toBuffer();
  return bytes.toString('base64');
}

/** The local drafts in IndexedDB. */
async function storedDrafts(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('longhand');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction('work').objectStore('work').getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(all.result));
          };
        };
      }),
  );
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

test('an upload does not disturb typing elsewhere in the text', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await content(page).fill('start\nend');
  await placeCaret(page, 5);
  const next = await holdUploads(page);
  await dropInText(page, TWO);
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' unbel');
  await next();
  await expectShape(page, 'start\nIMG\n|\nend unbel');
  await page.keyboard.type('iev');
  await next();
  await expectShape(page, 'start\nIMG\nIMG\nend unbeliev');
  await page.keyboard.type('able');
  await expectShape(page, 'start\nIMG\nIMG\nend unbelievable');
  await expect(content(page)).toBeFocused();
});

test('one undo removes all dropped images, one redo restores them', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await content(page).fill('before after');
  await placeCaret(page, 7);
  const next = await holdUploads(page);
  await dropInText(page, THREE);
  await expectShape(page, 'before \n|\n|\n|\nafter');
  await page.keyboard.press('Control+z');
  await expectShape(page, 'before after');
  await page.keyboard.press('Control+Shift+z');
  await expectShape(page, 'before \n|\n|\n|\nafter');
  for (let n = 0; n < 3; n += 1) await next();
  await expectShape(page, 'before \nIMG\nIMG\nIMG\nafter');
  await page.keyboard.press('Control+z');
  await expectShape(page, 'before after');
  await page.keyboard.press('Control+y');
  await expectShape(page, 'before \nIMG\nIMG\nIMG\nafter');
});

test('undo and redo restore images, never their placeholders', async ({ page, admin }) => {
  const post = await admin.createPost({ content: 'before after', published: false });
  await page.goto(`/admin/posts/edit/${post.id}`);
  const next = await holdUploads(page);
  await placeCaret(page, 7);
  await dropInText(page, [withName('a.webp')]);
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' while');
  await title(page).click();
  await next();
  await expectShape(page, 'before \nIMG\nafter while');
  await content(page).focus();
  await page.keyboard.press('Control+z');
  await expectShape(page, 'before \nIMG\nafter');
  await page.keyboard.press('Control+z');
  await expectShape(page, 'before after');
  await page.keyboard.press('Control+z');
  await expectShape(page, 'before after');
  for (let n = 0; n < 2; n += 1) await page.keyboard.press('Control+Shift+z');
  await expectShape(page, 'before \nIMG\nafter while');
  await saveAsDraft(page);
  const [saved] = await (await admin.api.get(`/api/admin/posts?id=${post.id}`)).json();
  expect(saved.content).toMatch(new RegExp(`^before \\n${IMG}\\nafter while$`));
});

test('a deleted placeholder does not become an image, unless the deletion is undone', async ({
  page,
  admin,
}) => {
  const post = await admin.createPost({ content: 'text', published: false });
  await page.goto(`/admin/posts/edit/${post.id}`);
  const next = await holdUploads(page);
  await content(page).focus();
  await page.keyboard.press('Control+End');
  await dropInText(page, [withName('a.webp')]);
  await expectShape(page, 'text\n|\n');
  // The line break, then the last character, which deletes the whole placeholder.
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await expectShape(page, 'text\n');
  await page.keyboard.type('more');
  // Saving does not wait for a deleted placeholder.
  await expect(page.getByRole('button', { name: 'Save as Draft' })).toBeEnabled();
  await page.keyboard.press('Control+s');
  await expect(copySaved(page)).toBeVisible();
  expect((await findCopy(admin.api, post.id))?.form.content).toBe('text\nmore');
  await next();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expectShape(page, 'text\nmore');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expectShape(page, 'text\nIMG');
});

test('local drafts contain no placeholders', async ({ page, context }) => {
  await cutConnection(context);
  await page.goto('/admin/posts/new');
  await fillIn(page, { title: 'Kept', content: 'precious words' });
  const next = await holdUploads(page);
  await placeCaret(page, 9);
  await dropInText(page, TWO);
  await title(page).fill('Kept for certain');
  await expect.poll(() => storedDrafts(page)).toContain('Kept for certain');
  expect(await storedDrafts(page)).toContain('"content":"precious words"');
  await next();
  await expectShape(page, 'precious \nIMG\n|\nwords');
  await expect
    .poll(() => storedDrafts(page))
    .toMatch(/"precious \\n<figure><img .*<\/figure>\\nwords"/);
  await next();
});

test('text that looks like a placeholder is not changed', async ({ page, admin }) => {
  const post = await admin.createPost({ published: false });
  const words = '[Uploading 1: a.webp …] <!-- Uploading a.webp … 0abcdef -->';
  await page.goto(`/admin/posts/edit/${post.id}`);
  await content(page).fill(words);
  const next = await holdUploads(page);
  await page.keyboard.press('Control+End');
  await dropInText(page, [withName('a.webp')]);
  await next();
  await expect(content(page)).toHaveValue(/<img /);
  await saveAsDraft(page);
  const [saved] = await (await admin.api.get(`/api/admin/posts?id=${post.id}`)).json();
  expect(saved.content.startsWith(`${words}\n<figure><img `)).toBe(true);
});

test('of several uploads, only the failed one is removed', async ({ page, watch }) => {
  watch.expectConsoleError(/415|answered/);
  await page.goto('/admin/posts/new');
  await content(page).fill('before after');
  await placeCaret(page, 7);
  const next = await holdUploads(page);
  await dropInText(page, THREE);
  await next();
  await expectShape(page, 'before \nIMG\n|\n|\nafter');
  const alert = nextDialog(page);
  await next('fail');
  expect(await alert).toBe('Failed to upload image. Please try again.');
  await expectShape(page, 'before \nIMG\n|\nafter');
  await expect(page.getByRole('alert')).toHaveText('“b.webp”: This is no image.');
  await next();
  await expectShape(page, 'before \nIMG\nIMG\nafter');
});

test('an unusable file is named, and the others are inserted', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await content(page).focus();
  await dropInText(page, [
    { name: 'notes.pdf', type: 'application/pdf', bytes: btoa('x') },
    withName('a.webp'),
  ]);
  await expectShape(page, 'IMG\n');
  await expect(page.getByRole('alert')).toContainText('“notes.pdf” is not an image');
});

test('the progress of several uploads shows the number and the percentage', async ({ page }) => {
  await page.goto('/admin/posts/new');
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 40_000,
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
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  const next = await holdUploads(page);
  await expect(page.getByRole('status').filter({ hasText: '2 of 3' })).toBeVisible({
    timeout: 20_000,
  });
  await next();
  await expect(page.getByRole('status').filter({ hasText: '3 of 3' })).toBeVisible();
  await next();
  await expectShape(page, 'IMG\nIMG\nIMG\n');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});

const PARAGRAPHS = ['<p>One two three</p>', '<p>Four five six</p>', '<p>Seven</p>'];

test('three images dropped between paragraphs leave the title its focus, caret and every letter', async ({
  page,
}) => {
  await page.goto('/admin/posts/new');
  await content(page).fill(PARAGRAPHS.join('\n'));
  const next = await holdUploads(page);
  const at = await pointOf(page, 'ree</p>');
  await title(page).fill('Whi pictures arrive');
  await title(page).evaluate((field: HTMLInputElement) => field.setSelectionRange(3, 3));
  await dropInText(page, THREE, at);
  await page.keyboard.type('l');
  const shapeWith = (pictures: string) => [PARAGRAPHS[0], pictures, ...PARAGRAPHS.slice(1)];
  await expectShape(page, shapeWith('|\n|\n|').join('\n'));
  await next();
  await expectShape(page, shapeWith('IMG\n|\n|').join('\n'));
  await page.keyboard.type('e ');
  await next();
  await page.keyboard.type('my');
  await next();
  await expectShape(page, shapeWith('IMG\nIMG\nIMG').join('\n'));
  await expect(title(page)).toBeFocused();
  await expect(title(page)).toHaveValue('While my pictures arrive');
  const caret = await title(page).evaluate((field: HTMLInputElement) => field.selectionStart);
  expect(caret).toBe('While my'.length);
  await content(page).focus();
  await page.keyboard.press('Control+z');
  await expectShape(page, PARAGRAPHS.join('\n'));
});

test('an image for the middle of a paragraph goes behind it, and typing goes on inside', async ({
  page,
}) => {
  await page.goto('/admin/posts/new');
  await content(page).fill(PARAGRAPHS.join('\n'));
  await placeCaret(page, 'tw'.length + PARAGRAPHS.join('\n').indexOf('two'));
  const next = await holdUploads(page);
  await dropInText(page, TWO, await pointOf(page, 'ix</p>'));
  await page.keyboard.type('oo');
  await next();
  await page.keyboard.type('o');
  await next();
  const [first = '', ...others] = PARAGRAPHS;
  await expectShape(
    page,
    [first.replace('two', 'twoooo'), others[0], 'IMG', 'IMG', others[1]].join('\n'),
  );
});

test('the Image button inserts the chosen files at the caret', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await content(page).fill(PARAGRAPHS.join('\n'));
  await placeCaret(page, PARAGRAPHS[0]?.length ?? 0);
  await chooseImages(page, (button) => button.click());
  const both = [PARAGRAPHS[0], 'IMG', 'IMG', PARAGRAPHS[1], PARAGRAPHS[2]].join('\n');
  await expectShape(page, both);
  await expect(content(page)).toBeFocused();
  await page.keyboard.type('<p>Next</p>');
  await expectShape(page, both.replace('IMG\nIMG\n', 'IMG\nIMG\n<p>Next</p>'));
});

async function chooseImages(page: Page, press: (button: Locator) => Promise<void>) {
  const choosing = page.waitForEvent('filechooser');
  await press(page.getByRole('button', { name: 'Image', exact: true }));
  const chooser = await choosing;
  expect(chooser.isMultiple()).toBe(true);
  await chooser.setFiles([PICTURE, PICTURE]);
}

test('on a phone, images are chosen and described', ON_A_PHONE, async ({ page }) => {
  await page.goto('/admin/posts/new');
  await fillIn(page, { title: 'A title', content: '<p>Text</p>' });
  await chooseImages(page, async (button) => {
    await button.scrollIntoViewIfNeeded();
    await button.tap();
  });
  await expectShape(page, '<p>Text</p>\nIMG\nIMG\n');
  await page.getByText('Describe 2 pictures').tap();
  await page.getByLabel('Alt text').first().fill('A leaf');
  await expect(content(page)).toHaveValue(/^<p>Text<\/p>\n<figure><img [^>]*alt="A leaf"/);
});

test('alt text and caption are written into the figure, and can be undone', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await content(page).fill('<p>Text</p>');
  await page.keyboard.press('Control+End');
  await dropInText(page, [withName('a.webp')]);
  await expectShape(page, '<p>Text</p>\nIMG\n');
  await expect(content(page)).toBeFocused();
  await page.getByText('Describe the picture').click();
  await page.getByLabel('Alt text').click();
  await page.keyboard.type('A "leaf"');
  await page.getByLabel('Caption').click();
  await page.keyboard.type('Leaves & clocks');
  await expect(page.getByLabel('Caption')).toBeFocused();
  await expect(content(page)).toHaveValue(
    /^<p>Text<\/p>\n<figure><img src="[^"]*" alt="A &quot;leaf&quot;" width="300" height="200"><figcaption>Leaves &amp; clocks<\/figcaption><\/figure>\n$/,
  );
  // Another picture takes nothing away from the one that is being described.
  await dropInText(page, [withName('b.webp')]);
  await expect(page.getByText('Describe 2 pictures')).toBeVisible();
  await expect(page.getByLabel('Caption').first()).toBeFocused();
  await page.keyboard.type('!');
  await expect(content(page)).toHaveValue(/<figcaption>Leaves &amp; clocks!<\/figcaption>/);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(content(page)).toBeFocused();
  await expect(page.getByText(/^Describe/)).toHaveCount(0);
  for (let n = 0; n < 40 && (await shape(page)) !== '<p>Text</p>\nIMG\n'; n += 1)
    await page.keyboard.press('Control+z');
  await expectShape(page, '<p>Text</p>\nIMG\n');
  await page.keyboard.press('Control+z');
  await expectShape(page, '<p>Text</p>');
});
