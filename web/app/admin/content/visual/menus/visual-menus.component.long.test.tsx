import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { title } from '../../../../../component-tests/editor-page.tsx';
import { keyboard } from '../../../../../component-tests/keyboard.ts';
import {
  boxOf,
  expectElement,
  expectTexts,
  painted,
  SIZES,
  tool,
} from '../../../../../component-tests/locators.ts';
import {
  expectHtml,
  openText,
  selectBack,
  text,
  toEnd,
} from '../../../../../component-tests/visual-text.ts';

const menu = page.getByRole('listbox', { name: 'Blocks' });
const bubble = page.getByRole('toolbar', { name: 'Selection' });
const bar = page.getByRole('toolbar', { name: 'Link' });
const linkField = page.getByLabelText('Link address');

async function selectWord(word: string): Promise<void> {
  await toEnd();
  await selectBack(word.length);
}

async function expectGone(locator: Locator): Promise<void> {
  await expectElement(locator).not.toBeInTheDocument();
}

async function expectInWindow(floating: Locator): Promise<void> {
  await expectElement(floating).toBeVisible();
  const box = boxOf(floating);
  expect(box.left).toBeGreaterThanOrEqual(0);
  expect(box.top).toBeGreaterThanOrEqual(0);
  expect(box.right).toBeLessThanOrEqual(innerWidth);
  expect(box.bottom).toBeLessThanOrEqual(innerHeight);
}

describe.each(SIZES)('on a %s', (_name, width, height) => {
  beforeEach(() => page.viewport(width, height));

  test('the menu of blocks works by the keyboard alone', async () => {
    await openText();
    await keyboard.type('/');
    await expectInWindow(menu);
    const active = menu.getByRole('option', { selected: true });
    await expectTexts(active, ['Heading 2']);
    await expectElement(text).toHaveAttribute('aria-controls', 'block-menu');
    await keyboard.press('ArrowDown');
    await expectTexts(active, ['Heading 3']);
    await expectElement(text).toHaveAttribute('aria-activedescendant', active.element().id);
    await keyboard.press('ArrowUp');
    await keyboard.press('ArrowUp');
    await expectTexts(active, ['Video']);
    await expectElement(active).toBeInViewport({ ratio: 1 });
    await keyboard.type('ta');
    await expectTexts(menu.getByRole('option'), ['Table']);
    await keyboard.press('Enter');
    await expectGone(menu);
    await expectElement(text).not.toHaveAttribute('aria-controls');
    // One letter: a pause between two would make a second step of undo.
    await keyboard.type('N');
    await expectElement(text.getByCss('th').filter({ hasText: 'N' })).toBeVisible();
    await expectHtml(/^<table>[^/]*<th scope="col">N<\/th>/);
    await keyboard.press('Control+z');
    await keyboard.press('Control+z');
    await expectHtml('<p>/ta</p>');
    await expectGone(menu);
  });

  test('a click chooses a block, and the text keeps the focus', async () => {
    await openText('<p>one</p>');
    await keyboard.press('Enter');
    await keyboard.type('/');
    await menu.getByRole('option', { name: 'Bullet list' }).click();
    await expectElement(text).toHaveFocus();
    await keyboard.type('two');
    await expectHtml(/<li>two<\/li>/);
    await keyboard.type(' /');
    await expectElement(menu).toBeVisible();
    title.element().focus();
    await expectGone(menu);
  });

  test('the menu of blocks is in the window at the end of a long text', async () => {
    await openText('<p>one</p>\n'.repeat(40));
    await keyboard.press('Enter');
    await keyboard.type('/');
    await expectInWindow(menu);
  });

  test('the bubble makes text bold and plain again', async () => {
    await openText('<p>one two</p>');
    await expectGone(bubble);
    await selectWord('two');
    const bold = bubble.getByRole('button', { name: 'Bold' });
    await expectElement(bold).toHaveAttribute('aria-pressed', 'false');
    await expectInWindow(bubble);
    await bold.click();
    await expectElement(bold).toHaveAttribute('aria-pressed', 'true');
    await expectHtml('<p>one <strong>two</strong></p>');
    await bold.click();
    await expectElement(bold).toHaveAttribute('aria-pressed', 'false');
    await expectHtml('<p>one two</p>');
    await keyboard.press('Escape');
    await expectGone(bubble);
    await keyboard.press('Shift+ArrowLeft');
    await expectElement(bubble).toBeVisible();
    await keyboard.type('x');
    await expectGone(bubble);
    await expectHtml('<p>onex</p>');
  });

  test('a link gets its scheme, can be changed, and is removed', async () => {
    await openText('<p>one two</p>');
    await selectWord('two');
    await keyboard.press('Control+k');
    await expectElement(linkField).toHaveFocus();
    await expectInWindow(page.getByRole('dialog', { name: 'Link' }));
    await keyboard.type('javascript:alert(1)');
    await keyboard.press('Enter');
    await expectElement(
      page.getByRole('alert').filter({ hasText: 'javascript' }),
    ).toMatchTextContent(/A link cannot lead to a “javascript:” address/);
    await expectElement(linkField).toHaveAttribute('aria-invalid', 'true');
    await expectElement(linkField).toHaveFocus();
    await linkField.fill('example.org/page');
    await keyboard.press('Enter');
    await expectGone(linkField);
    await expectElement(text).toHaveFocus();
    await expectHtml('<p>one <a href="https://example.org/page">two</a></p>');

    await text.getByRole('link', { name: 'two' }).click();
    await expectElement(bar).toMatchTextContent('https://example.org/page');
    await expectElement(bar.getByRole('link', { name: 'Open' })).toHaveAttribute(
      'href',
      'https://example.org/page',
    );
    await expectInWindow(bar);
    await bar.getByRole('button', { name: 'Edit' }).click();
    await expectElement(linkField).toHaveValue('https://example.org/page');
    await linkField.fill('/about');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expectHtml('<p>one <a href="/about">two</a></p>');

    await text.getByRole('link', { name: 'two' }).click();
    await bar.getByRole('button', { name: 'Remove' }).click();
    await expectGone(bar);
    await expectHtml('<p>one two</p>');
    await expectElement(text).toHaveFocus();
  });

  test('a video is embedded by the address of its page', async () => {
    await openText();
    await keyboard.type('/vid');
    await keyboard.press('Tab');
    const field = page.getByLabelText('Video address');
    await expectElement(field).toHaveFocus();
    await keyboard.type('https://example.org/video');
    await keyboard.press('Enter');
    await expectElement(page.getByRole('alert').filter({ hasText: 'video' })).toMatchTextContent(
      'youtube.com, youtu.be or vimeo.com',
    );
    await expectInWindow(page.getByRole('dialog', { name: 'Video' }));
    await field.fill('https://youtu.be/dQw4w9WgXcQ?t=30');
    await keyboard.press('Enter');
    await expectHtml(/src="https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ\?start=30"/);
    await expectElement(text).toHaveFocus();
    await keyboard.press('Control+z');
    await expectHtml('<p>/vid</p>');
  });
});

test('Escape closes the menu of blocks and leaves the text', async () => {
  await openText('<p>one</p>');
  await keyboard.type(' /h2');
  await expectElement(menu).toBeVisible();
  await keyboard.press('Escape');
  await expectGone(menu);
  await keyboard.type(' two');
  await expectHtml('<p>one /h2 two</p>');
  await keyboard.type(' / three /nothing');
  await expectGone(menu);
  await expectElement(text).toHaveFocus();
});

test('the bubble waits for the end of a selection by pointer', async () => {
  await openText('<p>one two three</p>');
  const target = text.getByText('one two three');
  const y = boxOf(target).height / 2;
  await userEvent.pointer([
    { target, coords: { x: 2, y }, keys: '[MouseLeft>]' },
    ...[15, 30, 45, 60].map((x) => ({ target, coords: { x, y } })),
  ]);
  await painted();
  await expectGone(bubble);
  await userEvent.pointer('[/MouseLeft]');
  await expectElement(bubble).toBeVisible();
  title.element().focus();
  await expectGone(bubble);
});

test('Escape leaves the field of a link, and the selection stays', async () => {
  await openText('<p>one two</p>');
  await selectWord('two');
  await bubble.getByRole('button', { name: 'Link' }).click();
  await linkField.fill('example.org');
  await keyboard.press('Escape');
  await expectGone(linkField);
  await expectHtml('<p>one two</p>');
  await keyboard.type('x');
  await expectHtml('<p>one x</p>');
});

test('the toolbar’s Link opens the field, and the address becomes the text', async () => {
  await openText();
  await tool('Link').click();
  await linkField.fill('example.org');
  await keyboard.press('Enter');
  await expectHtml('<p><a href="https://example.org">example.org</a></p>');
  await keyboard.type(' and more');
  await expectHtml(/<\/a> and more<\/p>$/);
});

test('Ctrl and a click open a link in a new tab', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  await openText('<p>one <a href="/about">two</a> three</p>');
  await text.getByRole('link', { name: 'two' }).click({ modifiers: ['Control'] });
  await expect.poll(() => open.mock.calls.map(([address]) => address)).toEqual(['/about']);
});

test('the toolbar’s shortcuts work in the text', async () => {
  await openText('<p>two</p>');
  for (const [keys, html] of [
    ['Control+b', '<p><strong>two</strong></p>'],
    ['Control+i', '<p><em>two</em></p>'],
    ['Control+Shift+x', '<p><s>two</s></p>'],
    ['Control+Alt+Digit2', '<h2>two</h2>'],
    ['Control+Alt+Digit3', '<h3>two</h3>'],
    ['Control+Shift+Digit8', '<ul>\n  <li>two</li>\n</ul>'],
    ['Control+Shift+Digit7', '<ol>\n  <li>two</li>\n</ol>'],
  ] as const) {
    await selectWord('two');
    await keyboard.press(keys);
    await expectHtml(html);
    await keyboard.press('Control+z');
    await expectHtml('<p>two</p>');
  }
  await expectElement(tool('Bold')).toHaveAttribute('aria-pressed', 'false');
  await keyboard.press('Control+b');
  await expectElement(tool('Bold')).toHaveAttribute('aria-pressed', 'true');
});
