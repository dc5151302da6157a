import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { content, openEditor, title } from '../../../component-tests/editor-page.tsx';
import { createFakeApi } from '../../../component-tests/fake-api.ts';
import {
  dispatchFiles,
  expectShape,
  field,
  type Point,
  picture,
  placeCaret,
  pointOf,
  shapeOf,
} from '../../../component-tests/file-events.ts';
import { keyboard } from '../../../component-tests/keyboard.ts';
import { boxOf, expectCount, expectElement } from '../../../component-tests/locators.ts';

const LINES = ['<p>One two three</p>', '<p>Four <em>five</em> six</p>', '<p>Seven</p>'];
const heading = page.getByRole('heading', { level: 1 });

async function openPost(text: string): Promise<void> {
  const api = createFakeApi();
  await openEditor({ id: api.addPost({ content: text }).id, api });
}

function drop(at: Point): void {
  dispatchFiles(content, 'drop', [picture('a.webp')], at);
}

test('an image is inserted next to the paragraph it is dropped on, even if the text was never focused', async () => {
  await openPost(LINES.join('\n'));
  const mark = page.getByCss('[data-drop-position]');
  const at = pointOf('ree</p>');
  dispatchFiles(content, 'dragover', [picture()], at);
  await expectElement(mark).toBeVisible();
  // Scrolls, so before the mark is measured.
  const boundary = pointOf('<p>Four');
  const box = boxOf(mark);
  expect(Math.abs(box.x - boundary.x)).toBeLessThan(3);
  expect(Math.abs(box.y + box.height / 2 - boundary.y)).toBeLessThan(4);
  dispatchFiles(content, 'dragleave', [picture()]);
  await expectCount(mark, 0);
  dispatchFiles(content, 'dragover', [picture()], at);
  drop(at);
  await expectCount(mark, 0);
  await expectShape([LINES[0], 'IMG', LINES[1], LINES[2]].join('\n'));
});

test('no image is inserted into a tag or a word', async () => {
  await openEditor();
  const lines = ['One two three', 'Four <em>five</em> six', '<p>Seven</p>'];
  await content.fill(lines.join('\n'));
  drop(pointOf('m>five'));
  await expectShape([lines[0], 'Four \nIMG\n<em>five</em> six', lines[2]].join('\n'));
  await keyboard.press('Control+z');
  await expectShape(lines.join('\n'));
  drop(pointOf('o three'));
  await expectShape(['One two\nIMG\n three', lines[1], lines[2]].join('\n'));
  await keyboard.press('Control+z');
  await expectShape(lines.join('\n'));
  drop(pointOf('<p>Seven'));
  await expectShape([lines[0], lines[1], 'IMG', lines[2]].join('\n'));
});

test('an image dropped below the last line is inserted at the end', async () => {
  await openEditor();
  await content.fill(LINES.join('\n'));
  placeCaret(0);
  const box = boxOf(content);
  drop({ x: box.x + 200, y: box.bottom - 10 });
  await expectShape([...LINES, 'IMG', ''].join('\n'));
});

test('in a wrapped and scrolled text, an image is inserted where it is dropped', async () => {
  await openEditor();
  const words = Array.from({ length: 900 }, (_, n) => `word${n}`).join(' ');
  await content.click();
  await keyboard.insertText(words);
  // However much is above the text: its first lines are above the window.
  scrollBy({ top: boxOf(content).y + 100, behavior: 'instant' });
  const box = boxOf(content);
  expect(box.y).toBeLessThan(0);
  const at = { x: box.x + 120, y: 400 };
  // The offset according to the browser.
  const offset = document.caretPositionFromPoint(at.x, at.y)?.offset ?? -1;
  drop(at);
  await expect.poll(() => shapeOf(field().value)).toContain('IMG');
  const before = shapeOf(field().value).split('\nIMG\n')[0] ?? '';
  expect(Math.abs(before.length - offset)).toBeLessThanOrEqual(7);
});

test('an image dropped elsewhere is inserted at the caret, or at the end if there was none', async () => {
  await openPost('one two');
  title.element().focus();
  dispatchFiles(heading, 'drop', [picture('a.webp')]);
  await expectShape('one two\nIMG\n');
  await expectElement(title).toHaveFocus();
  placeCaret(3);
  title.element().focus();
  dispatchFiles(heading, 'drop', [picture('b.webp')]);
  await expectShape('one\nIMG\n two\nIMG\n');
  await expectElement(title).toHaveFocus();
});
