import { expect, test } from './admin-fixtures.ts';
import {
  dragOverText,
  dropInText,
  expectShape,
  handOver,
  named,
  placeCaret,
  pointOf,
  shape,
} from './hand-over.ts';
import { content, title } from './writing.ts';

const LINES = ['<p>One two three</p>', '<p>Four <em>five</em> six</p>', '<p>Seven</p>'];

test('a picture goes where it is dropped, though one has not been in the text', async ({
  page,
  admin,
}) => {
  const post = await admin.createPost({ content: LINES.join('\n') });
  await page.goto(`/admin/posts/edit/${post.id}`);
  await expect(content(page)).toHaveValue(/Seven/);
  const mark = page.locator('[data-drop-position]');
  const at = await pointOf(page, 'o three');
  await dragOverText(page, 'dragover', at);
  await expect(mark).toBeVisible();
  const box = await mark.boundingBox();
  const boundary = await pointOf(page, ' three');
  expect(Math.abs((box?.x ?? 0) - boundary.x)).toBeLessThan(3);
  expect(Math.abs((box?.y ?? 0) + (box?.height ?? 0) / 2 - boundary.y)).toBeLessThan(4);
  await dragOverText(page, 'dragleave');
  await expect(mark).toBeHidden();
  await dragOverText(page, 'dragover', at);
  await dropInText(page, [named('a.webp')], at);
  await expect(mark).toBeHidden();
  await expectShape(page, ['<p>One two\nIMG\n three</p>', LINES[1], LINES[2]].join('\n'));
});

test('no picture is dropped into a tag', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await content(page).fill(LINES.join('\n'));
  await dropInText(page, [named('a.webp')], await pointOf(page, 'm>five'));
  await expectShape(page, [LINES[0], '<p>Four \nIMG\n<em>five</em> six</p>', LINES[2]].join('\n'));
  await page.keyboard.press('Control+z');
  await dropInText(page, [named('a.webp')], await pointOf(page, '<p>Seven'));
  await expectShape(page, [LINES[0], LINES[1], 'IMG', LINES[2]].join('\n'));
});

test('below the last line, a picture goes to the end', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await content(page).fill(LINES.join('\n'));
  await placeCaret(page, 0);
  const box = await content(page).boundingBox();
  const at = { x: (box?.x ?? 0) + 200, y: (box?.y ?? 0) + (box?.height ?? 0) - 10 };
  await dropInText(page, [named('a.webp')], at);
  await expectShape(page, [...LINES, 'IMG', ''].join('\n'));
});

test('in a wrapped and scrolled text, too, a picture goes where it is dropped', async ({
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
  // The browser's own idea of which character is there.
  const offset = await page.evaluate(
    ({ x, y }) => document.caretPositionFromPoint(x, y)?.offset ?? -1,
    at,
  );
  await dropInText(page, [named('a.webp')], at);
  await expect.poll(() => shape(page)).toContain('IMG');
  const before = (await shape(page)).split('\nIMG\n')[0] ?? '';
  expect(Math.abs(before.length - offset)).toBeLessThanOrEqual(7);
});

test('dropped beside the text, a picture goes to the caret, or to the end if there was none', async ({
  page,
  admin,
}) => {
  const post = await admin.createPost({ content: 'one two' });
  await page.goto(`/admin/posts/edit/${post.id}`);
  await title(page).focus();
  await handOver(page, 'h1', 'drop', named('a.webp'));
  await expectShape(page, 'one two\nIMG\n');
  await expect(title(page)).toBeFocused();
  await placeCaret(page, 3);
  await title(page).focus();
  await handOver(page, 'h1', 'drop', named('b.webp'));
  await expectShape(page, 'one\nIMG\n two\nIMG\n');
  await expect(title(page)).toBeFocused();
});
