import type { Page } from '@playwright/test';
import { expect, test, uniqueTitle } from './admin-fixtures.ts';
import { content, title } from './editor-form.ts';
import { dispatchFiles, holdUploads, IMG, picture, withName } from './file-events.ts';
import { ONCE } from './tags.ts';
import {
  caretAfter,
  html,
  openText,
  openVisual,
  showVisual,
  text,
  tool,
  uploadsSized,
  viewButton,
  whilePressingKeys,
} from './visual-text.ts';

const THREE = ['a.webp', 'b.webp', 'c.webp'].map(withName);
type Point = { x: number; y: number };

const LINES = '<p>one</p>\n<p>two</p>';

/** The HTML with a bar for each upload that runs, and 'IMG' for each picture. */
async function expectShape(page: Page, expected: string): Promise<void> {
  await expect
    .poll(async () =>
      (await html(page).inputValue())
        .replaceAll(/<!-- Uploading [^>]*-->/g, '|')
        .replaceAll(new RegExp(IMG, 'g'), 'IMG'),
    )
    .toBe(expected);
}

/** Drops or pastes pictures. */
async function give(page: Page, kind: 'drop' | 'paste', files: typeof THREE, at?: Point) {
  await page.keyboard.press('Shift');
  await dispatchFiles(text(page), kind, files, at);
  await uploadsSized(page, files.length);
}

/** Below the middle of the first paragraph. */
async function belowOne(page: Page): Promise<Point> {
  const box = await text(page).getByText('one', { exact: true }).boundingBox();
  if (!box) throw new Error('There is no such paragraph');
  return { x: box.x + 5, y: box.y + box.height - 3 };
}

test('pictures dropped while the title is being typed become figures in order', async ({
  page,
  admin,
}) => {
  const ours = uniqueTitle('While pictures arrive');
  const { id } = await admin.createPost({ content: LINES, published: false });
  await openVisual(page, `/admin/posts/edit/${id}`);
  await title(page).fill('');
  await page.keyboard.type(ours.slice(0, 5));
  const next = await holdUploads(page);
  const mark = page.locator('[data-drop-position]');
  const at = await belowOne(page);
  const before = await text(page).getByText('two').boundingBox();
  await dispatchFiles(text(page), 'dragover', [picture], at);
  await expect(mark).toHaveCount(1);
  const [line, two] = [await mark.boundingBox(), await text(page).getByText('two').boundingBox()];
  expect(two).toEqual(before);
  expect(line?.y).toBeGreaterThan(at.y - 10);
  expect(line?.y).toBeLessThanOrEqual(two?.y ?? 0);
  await dispatchFiles(text(page), 'dragleave', [picture], at);
  await expect(mark).toHaveCount(0);
  await dispatchFiles(text(page), 'dragover', [picture], at);
  await give(page, 'drop', THREE, at);
  await expect(mark).toHaveCount(0);
  await expectShape(page, '<p>one</p>\n|\n|\n|\n<p>two</p>');
  await expect(text(page).locator('[data-upload]')).toHaveText([
    'Uploading a.webp…',
    'Uploading b.webp…',
    'Uploading c.webp…',
  ]);
  await expect(title(page)).toBeFocused();
  await page.keyboard.type(ours.slice(5, 9));
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
  await next();
  await expectShape(page, '<p>one</p>\nIMG\n|\n|\n<p>two</p>');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type(ours.slice(9, 12));
  await next();
  await next();
  await expectShape(page, '<p>one</p>\nIMG\nIMG\nIMG\n<p>two</p>');
  await expect(title(page)).toBeFocused();
  await page.keyboard.type(ours.slice(12));
  await expect(title(page)).toHaveValue(ours);
  await expect(text(page).locator('figure img')).toHaveCount(3);
  await caretAfter(page, 'two');
  await page.keyboard.press('Control+z');
  await expectShape(page, LINES);
  await expect(text(page).locator('figure, [data-upload]')).toHaveCount(0);
  await page.keyboard.press('Control+y');
  await expectShape(page, '<p>one</p>\nIMG\nIMG\nIMG\n<p>two</p>');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page).toHaveURL('/admin');
  const [saved] = await (await admin.api.get(`/api/admin/posts?id=${id}`)).json();
  expect(saved.title).toBe(ours);
  expect(saved.content).toMatch(new RegExp(`^<p>one</p>\n${IMG}\n${IMG}\n${IMG}\n<p>two</p>$`));
});

test('Image asks for files and puts them below the paragraph with the caret', async ({ page }) => {
  await openText(page, LINES);
  await caretAfter(page, 'one');
  const next = await holdUploads(page);
  const chosen = page.waitForEvent('filechooser');
  await tool(page, 'Image').click();
  const files = ['a.webp', 'b.webp'].map((name) => ({
    name,
    mimeType: picture.type,
    buffer: Buffer.from(picture.bytes, 'base64'),
  }));
  await (await chosen).setFiles(files);
  await uploadsSized(page, files.length);
  for (const _file of files) await next();
  await expectShape(page, '<p>one</p>\nIMG\nIMG\n<p>two</p>');
  await expect(text(page).getByLabel('Alt text')).toHaveCount(2);
});

test('a failed upload removes its place and says why', ONCE, async ({ page, watch }) => {
  watch.expectConsoleError(/415/);
  await openText(page, LINES);
  await caretAfter(page, 'one');
  const next = await holdUploads(page);
  await give(page, 'paste', THREE.slice(0, 2));
  await expectShape(page, '<p>one</p>\n|\n|\n<p>two</p>');
  await page.keyboard.type('!');
  await next('fail');
  await whilePressingKeys(page, () => text(page).locator('[data-upload]').count(), 1);
  await expectShape(page, '<p>one!</p>\n|\n<p>two</p>');
  await next();
  await expectShape(page, '<p>one!</p>\nIMG\n<p>two</p>');
  await expect(page.getByRole('alert').filter({ hasText: 'This is no image.' })).toBeVisible();
  await expect(text(page)).toBeFocused();
  await page.keyboard.type('?');
  await expectShape(page, '<p>one!?</p>\nIMG\n<p>two</p>');
});

test('an upload goes on in Write and back in Visual', ONCE, async ({ page }) => {
  await openText(page, LINES);
  await caretAfter(page, 'one');
  const next = await holdUploads(page);
  await give(page, 'drop', THREE, await belowOne(page));
  await expectShape(page, '<p>one</p>\n|\n|\n|\n<p>two</p>');
  await viewButton(page, 'Write').click();
  await content(page).press('Control+End');
  await page.keyboard.type('\n<p>three</p>');
  await next();
  await expectShape(page, '<p>one</p>\nIMG\n|\n|\n<p>two</p>\n<p>three</p>');
  await showVisual(page);
  await expect(text(page).locator('figure img')).toHaveCount(1);
  await expect(text(page).locator('[data-upload]')).toHaveCount(2);
  await next();
  await expectShape(page, '<p>one</p>\nIMG\nIMG\n|\n<p>two</p>\n<p>three</p>');
  await viewButton(page, 'Write').click();
  await next();
  await expectShape(page, '<p>one</p>\nIMG\nIMG\nIMG\n<p>two</p>\n<p>three</p>');
  await showVisual(page);
  await expect(text(page).locator('figure img')).toHaveCount(3);
  await expect(text(page)).toContainText('three');
  await caretAfter(page, 'three');
  await page.keyboard.type('!');
  await expectShape(page, '<p>one</p>\nIMG\nIMG\nIMG\n<p>two</p>\n<p>three!</p>');
});

test('a picture dropped beside the text goes to its end', ONCE, async ({ page, admin }) => {
  const { id } = await admin.createPost({ content: LINES });
  await openVisual(page, `/admin/posts/edit/${id}`);
  await title(page).focus();
  await page.keyboard.press('Shift');
  await dispatchFiles(page.locator('h1'), 'drop', THREE.slice(0, 1));
  await expectShape(page, `${LINES}\nIMG`);
  await expect(title(page)).toBeFocused();
});
