import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { keyboard } from '../../../../../component-tests/keyboard.ts';
import {
  boxOf,
  expectElement,
  expectText,
  painted,
} from '../../../../../component-tests/locators.ts';
import {
  caretAfter,
  expectHtml,
  openText,
  text,
} from '../../../../../component-tests/visual-text.ts';

const handle = page.getByRole('button', { name: 'Block actions' });
const menu = page.getByRole('menu', { name: 'Block actions' });
const item = (name: string) => menu.getByRole('menuitem', { name });

const THREE = '<P>one</P>\n\n<h2>two</h2>\n\n<p>three</p>\n';

afterEach(() => page.viewport(1280, 900));

describe.each([
  [320, 640],
  [1280, 900],
])('at %i pixels', (width, height) => {
  beforeEach(() => page.viewport(width, height));

  test('the handle is beside the block with the caret, and covers no text', async () => {
    await openText(THREE);
    for (const words of ['one', 'two', 'three']) {
      await caretAfter(words);
      const block = text.getByText(words);
      await expect
        .poll(() => {
          const [own, line] = [boxOf(handle), boxOf(block)];
          return own.top < line.bottom && own.bottom > line.top && own.right <= line.left;
        })
        .toBe(true);
      expect(boxOf(handle).width).toBeGreaterThanOrEqual(24);
      expect(boxOf(handle).left).toBeGreaterThanOrEqual(0);
    }
  });
});

test('the menu moves, duplicates, deletes and turns into', async () => {
  await page.viewport(320, 640);
  await openText(THREE);
  await caretAfter('two');
  await handle.click();
  await expectElement(item('Move up')).toHaveFocus();
  const [own, block] = [boxOf(menu), boxOf(handle)];
  const gap = Math.min(Math.abs(own.top - block.bottom), Math.abs(own.bottom - block.top));
  expect(Math.round(gap)).toBe(8);
  await item('Move up').click();
  await expectHtml('<h2>two</h2>\n\n<P>one</P>\n\n<p>three</p>\n');
  await expectElement(text).toHaveFocus();
  await handle.click();
  await expectElement(item('Move up')).toBeDisabled();
  await item('Move down').click();
  await expectHtml(THREE);
  await handle.click();
  await item('Duplicate').click();
  await expectHtml('<P>one</P>\n\n<h2>two</h2>\n\n<h2>two</h2>\n\n<p>three</p>\n');
  await handle.click();
  await item('Delete').click();
  await expectHtml(THREE);
  await caretAfter('two');
  await handle.click();
  await item('Bullet list').click();
  await expectHtml('<P>one</P>\n\n<ul>\n  <li>two</li>\n</ul>\n\n<p>three</p>\n');
  await keyboard.press('Control+z');
  await expectHtml(THREE);
});

test('Alt with the arrows moves the block, and says so', async () => {
  await openText(THREE);
  await caretAfter('two');
  await keyboard.press('Alt+ArrowDown');
  await expectHtml('<P>one</P>\n\n<p>three</p>\n\n<h2>two</h2>\n');
  await expectText(page.getByRole('status').filter({ hasText: 'Moved' }), 'block 3 of 3');
  await keyboard.press('Alt+ArrowDown');
  await keyboard.press('Alt+ArrowUp');
  await keyboard.press('Alt+ArrowUp');
  await expectHtml('<h2>two</h2>\n\n<P>one</P>\n\n<p>three</p>\n');
  await keyboard.type('!');
  await expectHtml('<h2>two!</h2>\n\n<P>one</P>\n\n<p>three</p>\n');
  for (let n = 0; n < 4; n += 1) await keyboard.press('Control+z');
  await expectHtml(THREE);
});

test('the menu works by the keyboard alone', async () => {
  await openText(THREE);
  await caretAfter('three');
  await keyboard.press('Tab');
  await expectElement(handle).toHaveFocus();
  await keyboard.press('Enter');
  await expectElement(item('Move up')).toHaveFocus();
  await keyboard.press('ArrowDown');
  await expectElement(item('Duplicate')).toHaveFocus();
  await keyboard.press('Escape');
  await expectElement(menu).not.toBeInTheDocument();
  await expectElement(text).toHaveFocus();
  await keyboard.type('!');
  await expectHtml(/three!<\/p>/);
});

/** From the handle to a height of the window. */
function dragHandleTo(clientY: number): void {
  const { x, y } = boxOf(handle);
  const options = { bubbles: true, pointerId: 1, button: 0, clientX: x + 5 };
  handle.element().dispatchEvent(new PointerEvent('pointerdown', { ...options, clientY: y + 5 }));
  window.dispatchEvent(new PointerEvent('pointermove', { ...options, clientY }));
}

function release(): void {
  window.dispatchEvent(new PointerEvent('pointerup', { pointerId: 1 }));
}

const line = page.getByCss('[data-drop-position]');

test('the handle follows the mouse, and a drag moves the block', async () => {
  await openText(THREE);
  await caretAfter('three');
  await text.getByText('one').hover();
  await expect
    .poll(() => Math.abs(boxOf(handle).top - boxOf(text.getByText('one')).top))
    .toBeLessThan(20);
  dragHandleTo(boxOf(text.getByText('two')).bottom + 4);
  await expectElement(line).toBeInTheDocument();
  release();
  await expectHtml('<h2>two</h2>\n\n<P>one</P>\n\n<p>three</p>\n');
  await expectElement(line).not.toBeInTheDocument();
  await expectElement(menu).not.toBeInTheDocument();
});

test('Escape ends a drag, and nothing is moved', async () => {
  await openText(THREE);
  dragHandleTo(boxOf(text.getByText('one')).top);
  await expectElement(line).toBeInTheDocument();
  await keyboard.press('Escape');
  await expectElement(line).not.toBeInTheDocument();
  release();
  await painted();
  await expectHtml(THREE);
});

test.each([
  ['<p>a</p>\n<pre><code>x</code></pre>', '<pre><code>x!</code></pre>'],
  ['<p>a</p>\n<table><tbody><tr><td>x</td></tr></tbody></table>', '<td>x!</td>'],
  [
    '<p>a</p>\n<figure><img src="/a.webp" alt="A"><figcaption>x</figcaption></figure>',
    'x!</figcaption>',
  ],
  ['<p>a</p>\n<details><summary>s</summary><p>x</p></details>', '<p>x!</p>'],
])('Ctrl+End leads to the end of %s', async (html, expected) => {
  await openText(html);
  await caretAfter('a');
  await keyboard.press('Control+End');
  await keyboard.type('!');
  await expectHtml(new RegExp(expected.replaceAll('/', '\\/')));
});

test('Ctrl+End and Ctrl+Home select with Shift', async () => {
  await openText('<p>one</p>\n<p>two</p>');
  await caretAfter('one');
  await keyboard.press('Control+Shift+End');
  await keyboard.press('Delete');
  await expectHtml('<p>one</p>');
  await keyboard.press('Control+Home');
  await keyboard.type('!');
  await expectHtml('<p>!one</p>');
});
