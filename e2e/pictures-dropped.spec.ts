import { expect, test } from './admin-fixtures.ts';
import { content, title } from './editor-form.ts';
import {
  dispatchFile,
  dragOverText,
  dropInText,
  expectShape,
  placeCaret,
  pointOf,
  shape,
  withName,
} from './file-events.ts';

const LINES = ['<p>One two three</p>', '<p>Four <em>five</em> six</p>', '<p>Seven</p>'];

test('an image is inserted next to the paragraph it is dropped on, even if the text was never focused', async ({
  page,
  admin,
}) => {
  const post = await admin.createPost({ content: LINES.join('\n') });
  await page.goto(`/admin/posts/edit/${post.id}`);
  await expect(content(page)).toHaveValue(/Seven/);
  const mark = page.locator('[data-drop-position]');
  const at = await pointOf(page, 'ree</p>');
  await dragOverText(page, 'dragover', at);
  await expect(mark).toBeVisible();
  const box = await mark.boundingBox();
  const boundary = await pointOf(page, '<p>Four');
  expect(Math.abs((box?.x ?? 0) - boundary.x)).toBeLessThan(3);
  expect(Math.abs((box?.y ?? 0) + (box?.height ?? 0) / 2 - boundary.y)).toBeLessThan(4);
  await dragOverText(page, 'dragleave');
  await expect(mark).toBeHidden();
  await dragOverText(page, 'dragover', at);
  await dropInText(page, [withName('a.webp')], at);
  await expect(mark).toBeHidden();
  await expectShape(page, [LINES[0], 'IMG', LINES[1], LINES[2]].join('\n'));
});

test('no image is inserted into a tag or a word', async ({ page }) => {
  await page.goto('/admin/posts/new');
  const lines = ['One two three', 'Four <em>five</em> six', '<p>Seven</p>'];
  await content(page).fill(lines.join('\n'));
  await dropInText(page, [withName('a.webp')], await pointOf(page, 'm>five'));
  await expectShape(page, [lines[0], 'Four \nIMG\n<em>five</em> six', lines[2]].join('\n'));
  await page.keyboard.press('Control+z');
  await dropInText(page, [withName('a.webp')], await pointOf(page, 'o three'));
  await expectShape(page, ['One two\nIMG\n three', lines[1], lines[2]].join('\n'));
  await page.keyboard.press('Control+z');
  await dropInText(page, [withName('a.webp')], await pointOf(page, '<p>Seven'));
  await expectShape(page, [lines[0], lines[1], 'IMG', lines[2]].join('\n'));
});

test('an image dropped below the last line is inserted at the end', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await content(page).fill(LINES.join('\n'));
  await placeCaret(page, 0);
  const box = await content(page).boundingBox();
  const at = { x: (box?.x ?? 0) + 200, y: (box?.y ?? 0) + (box?.height ?? 0) - 10 };
  await dropInText(page, [withName('a.webp')], at);
  await expectShape(page, [...LINES, 'IMG', ''].join('\n'));
});

test('in a wrapped and scrolled text, an image is inserted where it is dropped', async ({
  page,
}) => {
  await page.goto('/admin/posts/new');
  const words = Array.from({ length: 900 }, (_, n) => `word${n}`).join(' ');
  await content(page).click();
  await page.keyboard.insertText(words);
  await expect(content(page)).toBeInViewport({ ratio: 0.9 });
  await content(page).evaluate((field: HTMLTextAreaElement) => {
    field.scrollTop = 200;
  });
  const box = await content(page).boundingBox();
  const at = { x: (box?.x ?? 0) + 120, y: (box?.y ?? 0) + 100 };
  // The offset according to the browser.
  const offset = await page.evaluate(
    ({ x, y }) => document.caretPositionFromPoint(x, y)?.offset ?? -1,
    at,
  );
  await dropInText(page, [withName('a.webp')], at);
  await expect.poll(() => shape(page)).toContain('IMG');
  const before = (await shape(page)).split('\nIMG\n')[0] ?? '';
  expect(Math.abs(before.length - offset)).toBeLessThanOrEqual(7);
});

test('an image dropped elsewhere is inserted at the caret, or at the end if there was none', async ({
  page,
  admin,
}) => {
  const post = await admin.createPost({ content: 'one two' });
  await page.goto(`/admin/posts/edit/${post.id}`);
  await title(page).focus();
  await dispatchFile(page, 'h1', 'drop', withName('a.webp'));
  await expectShape(page, 'one two\nIMG\n');
  await expect(title(page)).toBeFocused();
  await placeCaret(page, 3);
  await title(page).focus();
  await dispatchFile(page, 'h1', 'drop', withName('b.webp'));
  await expectShape(page, 'one\nIMG\n two\nIMG\n');
  await expect(title(page)).toBeFocused();
});
