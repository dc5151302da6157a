import type { Page } from '@playwright/test';
import { IMG } from '../test-support/editor-events.ts';
import { expect, test, uniqueTitle } from './admin-fixtures.ts';
import { title } from './editor-form.ts';
import { dispatchFiles, holdUploads, picture, withName } from './file-events.ts';
import { LONG } from './tags.ts';
import { caretAfter, html, openVisual, text, uploadsSized } from './visual-text.ts';

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

async function drop(page: Page, files: typeof THREE, at: Point) {
  await page.keyboard.press('Shift');
  await dispatchFiles(text(page), 'drop', files, at);
  await uploadsSized(page, files.length);
}

/** Below the middle of the first paragraph. */
async function belowOne(page: Page): Promise<Point> {
  const box = await text(page).getByText('one', { exact: true }).boundingBox();
  if (!box) throw new Error('There is no such paragraph');
  return { x: box.x + 5, y: box.y + box.height - 3 };
}

test(
  'pictures dropped while the title is being typed become figures in order',
  LONG,
  async ({ page, admin }) => {
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
    await drop(page, THREE, at);
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
  },
);
