import { expect, onTestFinished, test } from 'vitest';
import { cdp, type Locator, page } from 'vitest/browser';
import { box, select, selected, typeAtOnce } from '../../../component-tests/content-box.ts';
import { content, excerpt, openEditor } from '../../../component-tests/editor-page.tsx';
import { keyboard } from '../../../component-tests/keyboard.ts';
import { boxOf, expectElement, showView, tool } from '../../../component-tests/locators.ts';

const TEXT = 'one two three';

async function expectText(expected: string): Promise<void> {
  await expectElement(content).toHaveValue(expected);
}

const linkField = page.getByLabelText('Link address');

const LIST = (tag: string, items: string) => `<${tag}>\n  <li>${items}</li>\n</${tag}>`;

const WRAPPING = [
  ['H2', 'Control+Alt+Digit2', '<h2>two</h2>', '<h2></h2>'],
  ['H3', 'Control+Alt+Digit3', '<h3>two</h3>', '<h3></h3>'],
  ['Bold', 'Control+b', '<strong>two</strong>', '<strong></strong>'],
  ['Italic', 'Control+i', '<em>two</em>', '<em></em>'],
  ['Bullet List', 'Control+Shift+Digit8', LIST('ul', 'two'), LIST('ul', '')],
  ['Numbered List', 'Control+Shift+Digit7', LIST('ol', 'two'), LIST('ol', '')],
] as const;

test('headings, marks and lists wrap the selection, by button and by key, and can be undone', async () => {
  await openEditor();
  await content.click();
  await keyboard.type(TEXT);
  for (const [button, keys, expected] of WRAPPING) {
    for (const use of [() => tool(button).click(), () => keyboard.press(keys)]) {
      select(4, 7);
      await use();
      await expectText(`one ${expected} three`);
      await expectElement(content).toHaveFocus();
      expect(selected().trim()).toMatch(/^(two|<li>two<\/li>)$/);
      await keyboard.press('Control+z');
      await expectText(TEXT);
    }
  }
});

test('headings, marks and lists without a selection put the caret inside', async () => {
  await openEditor();
  for (const [button, , , without] of WRAPPING) {
    await content.fill(TEXT);
    select(4, 4);
    await tool(button).click();
    await keyboard.insertText('new');
    const at = without.indexOf('</');
    await expectText(`one ${without.slice(0, at)}new${without.slice(at)}two three`);
  }
});

const NOTE =
  '<section class="footnotes"><ol>\n<li id="fn1"><p>new <a href="#fnref1" aria-label="Back to the text">↩</a></p></li>\n</ol></section>';
const CELLS = '<tr><td></td><td></td><td></td></tr>';
const HEAD = '<th scope="col">new</th><th scope="col"></th><th scope="col"></th>';

const INSERTING = [
  ['Quote', 'Control+Shift+Digit9', '<blockquote>one two new three</blockquote>'],
  ['Code', 'Control+e', 'one two <code>new</code> three'],
  [
    'Table',
    null,
    `one two  three\n<table>\n<thead><tr>${HEAD}</tr></thead>\n<tbody>\n${CELLS}\n${CELLS}\n</tbody>\n</table>`,
  ],
  ['Rule', null, 'one two  three\n<hr>new'],
  [
    'Footnote',
    null,
    `one two <sup class="footnote-ref"><a href="#fn1" id="fnref1">1</a></sup> three\n${NOTE}`,
  ],
] as const;

test('what is inserted has the caret where writing goes on, twice restores the text, and each is one undo step', async () => {
  const text = 'one two  three';
  await openEditor();
  for (const [button, keys, expected] of INSERTING) {
    await content.fill(text);
    select(8, 8);
    await tool(button).click();
    const once = box().value;
    expect(once).not.toBe(text);
    if (keys) await keyboard.press(keys);
    else await tool(button).click();
    await expectText(text);
    await keyboard.press('Control+z');
    await expectText(once);
    await keyboard.press('Control+z');
    await expectText(text);
    select(8, 8);
    await tool(button).click();
    await keyboard.insertText('new');
    await expectText(expected);
    await expectElement(content).toHaveFocus();
  }
});

test('Enter continues a list, ends it on an empty item, and is one undo step', async () => {
  await openEditor();
  await content.click();
  await tool('Bullet List').click();
  await keyboard.type('first\nsecond');
  const two = '<ul>\n  <li>first</li>\n  <li>second</li>\n</ul>';
  await expectText(two);
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  typeAtOnce('after');
  await expectText(`${two}\nafter`);
  for (const earlier of [`${two}\n`, two.replace('</ul>', '  <li></li>\n</ul>'), two]) {
    await keyboard.press('Control+z');
    await expectText(earlier);
  }
  await keyboard.press('Shift+Enter');
  await expectText(two.replace('second', 'second\n'));
});

test('Enter during a composition is left to the input method', async () => {
  await openEditor();
  const list = '<ul>\n  <li>a</li>\n</ul>';
  await content.fill(list);
  select(list.indexOf('</li>'), list.indexOf('</li>'));
  const options = { key: 'Enter', bubbles: true, cancelable: true, isComposing: true };
  content.element().dispatchEvent(new KeyboardEvent('keydown', options));
  await expectText(list);
  await keyboard.press('Enter');
  await expectElement(content).not.toHaveValue(list);
});

const more = page.getByRole('button', { name: 'More tools' });
const menu = page.getByRole('menu', { name: 'More tools' });
const ALL = [
  ...['H2', 'H3', 'Bold', 'Italic', 'Link', 'Bullet List', 'Numbered List', 'Image', 'Quote'],
  ...['Code', 'Table', 'Rule', 'Footnote'],
];
const namesOf = (locator: Locator) =>
  locator.elements().map((element) => element.getAttribute('aria-label') ?? '');

test('all tools are in one line with the views', async () => {
  await openEditor();
  const buttons = page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button');
  const boxes = buttons.elements().map((each) => each.getBoundingClientRect());
  expect(namesOf(buttons)).toEqual(ALL);
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
  const views = boxOf(page.getByRole('toolbar', { name: 'View of the content' }));
  expect(boxes.at(-1)?.right).toBeLessThanOrEqual(views.left);
  expect(Math.abs((boxes[0]?.top ?? 0) + (boxes[0]?.bottom ?? 0) - views.top - views.bottom)).toBe(
    0,
  );
  expect(views.bottom).toBeLessThanOrEqual(boxOf(content).top);
});

for (const width of [375, 320]) {
  test(`what does not fit at ${width} is in a menu that keys lead through`, async () => {
    onTestFinished(() => page.viewport(1280, 900));
    await page.viewport(width, 700);
    await openEditor();
    await content.fill('one');
    select(0, 3);
    const items = menu.getByRole('menuitem');
    await more.click();
    await expectElement(items.first()).toBeVisible();
    const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
    const shown = namesOf(toolbar.getByCss(':scope > button[aria-label]'));
    expect([...shown, ...namesOf(items)]).toEqual(ALL);
    expect(shown.length).toBeGreaterThan(3);
    expect(boxOf(more).right).toBeLessThanOrEqual(width);
    await items.filter({ hasText: 'Rule' }).click();
    await expect.poll(() => box().value).toMatch(/<hr>/);
    await expectElement(content).toHaveFocus();
    await expectElement(menu).not.toBeInTheDocument();
    await keyboard.press('Alt+F10');
    await keyboard.press('End');
    await expectElement(more).toHaveFocus();
    await keyboard.press('Enter');
    await expectElement(items.first()).toHaveFocus();
    await keyboard.press('End');
    await expectElement(items.last()).toHaveFocus();
    await keyboard.press('Escape');
    await expectElement(more).toHaveFocus();
    await keyboard.press('Escape');
    await expectElement(content).toHaveFocus();
  });
}

test('a list has one item for each selected line', async () => {
  await openEditor();
  await content.fill('first\nsecond\n\nthird');
  select(0, 20);
  await tool('Numbered List').click();
  await expectText('<ol>\n  <li>first</li>\n  <li>second</li>\n  <li>third</li>\n</ol>');
});

test('a link without a selection has its address as its text', async () => {
  await openEditor();
  await content.click();
  await keyboard.press('Control+k');
  await expectElement(linkField).toHaveFocus();
  await keyboard.type('https://example.com/');
  await keyboard.press('Enter');
  await expectText('<a href="https://example.com/">https://example.com/</a>');
  await expectElement(content).toHaveFocus();
  expect(selected()).toBe('https://example.com/');
});

const LINK = '<a href="">two</a>';
const FILLED = '<a href="https://example.com/">two</a>';

test('Link wraps the selection at once, and the address is filled in as the same undo step', async () => {
  await openEditor();
  await content.fill(TEXT);
  for (const use of [() => tool('Link').click(), () => keyboard.press('Control+k')]) {
    select(4, 7);
    await use();
    await expectText(`one ${LINK} three`);
    expect(selected()).toBe('two');
    await expectElement(linkField).toHaveFocus();
    await expectElement(linkField).toHaveValue('');
    await keyboard.press('Enter');
    await expectElement(
      page.getByRole('alert').filter({ hasText: 'Enter an address' }),
    ).toBeVisible();
    await keyboard.type('https://example.com/');
    await keyboard.press('Enter');
    await expectText(`one ${FILLED} three`);
    expect(selected()).toBe('two');
    await expectElement(content).toHaveFocus();
    await keyboard.press('Control+z');
    await expectText(TEXT);
    expect(selected()).toBe('two');
    await keyboard.press('Control+Shift+z');
    await expectText(`one ${FILLED} three`);
    await keyboard.press('Control+z');
  }
});

test('Escape takes a new link back: text, selection and undo history are as before', async () => {
  await openEditor();
  await content.fill('first\nsecond');
  select(0, 5);
  await tool('Bold').click();
  const bold = '<strong>first</strong>\nsecond';
  await keyboard.press('Control+z');
  for (const [from, to, wrapped] of [
    [6, 12, 'first\n<a href="">second</a>'],
    [3, 9, 'fir<a href="">st\nsec</a>ond'],
    [3, 3, 'fir<a href=""></a>st\nsecond'],
  ] as const) {
    select(from, to);
    await tool('Link').click();
    await expectText(wrapped);
    await expectElement(linkField).toHaveFocus();
    await keyboard.type('https://example.com/');
    await keyboard.press('Escape');
    await expectElement(linkField).not.toBeInTheDocument();
    await expectElement(content).toHaveFocus();
    await expectText('first\nsecond');
    expect([box().selectionStart, box().selectionEnd]).toEqual([from, to]);
  }
  await keyboard.press('Control+Shift+z');
  await expectText(bold);
});

test('a press elsewhere leaves the new link, which is one undo step', async () => {
  await openEditor();
  await content.fill(TEXT);
  select(4, 7);
  await tool('Link').click();
  await expectElement(linkField).toHaveFocus();
  await excerpt.click();
  await expectElement(linkField).not.toBeInTheDocument();
  await expectText(`one ${LINK} three`);
  await content.click();
  await keyboard.press('Control+z');
  await expectText(TEXT);
});

test('in a link the field has its address, and Escape leaves it as it is', async () => {
  await openEditor();
  await content.fill(`one ${FILLED} three`);
  select(36, 36);
  await tool('Link').click();
  await expectElement(linkField).toHaveValue('https://example.com/');
  await keyboard.type('/other');
  await keyboard.press('Escape');
  await expectElement(content).toHaveFocus();
  await expectText(`one ${FILLED} three`);
  expect([box().selectionStart, box().selectionEnd]).toEqual([36, 36]);
});

test('an invalid address is refused with the reason, and a link can be changed and removed', async () => {
  await openEditor();
  await content.fill(TEXT);
  select(4, 7);
  await tool('Link').click();
  await keyboard.type('javascript:alert(1)');
  await keyboard.press('Enter');
  await expectElement(page.getByRole('alert').filter({ hasText: 'javascript' })).toBeVisible();
  await expectElement(linkField).toHaveValue('javascript:alert(1)');
  await linkField.fill('example.org/page');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expectText('one <a href="https://example.org/page">two</a> three');
  await keyboard.press('Control+k');
  await expectElement(linkField).toHaveValue('https://example.org/page');
  await page.getByRole('button', { name: 'Remove' }).click();
  await expectText(TEXT);
  expect(selected()).toBe('two');
  await keyboard.press('Control+z');
  await expectText('one <a href="https://example.org/page">two</a> three');
});

for (const [button, keys, other, converted] of [
  ['Bold', 'Control+b', 'Italic', '<strong><em>two</em></strong>'],
  ['H2', 'Control+Alt+Digit2', 'H3', '<h3>two</h3>'],
  ['Bullet List', 'Control+Shift+Digit8', 'Numbered List', LIST('ol', 'two')],
] as const) {
  test(`${button} twice restores the text, ${other} in between keeps valid HTML, each is one undo step`, async () => {
    await openEditor();
    await content.fill(TEXT);
    select(4, 7);
    await keyboard.press(keys);
    const once = box().value;
    await tool(button).click();
    await expectText(TEXT);
    expect(selected()).toBe('two');
    await keyboard.press('Control+z');
    await expectText(once);
    await tool(other).click();
    await expectText(`one ${converted} three`);
    await keyboard.press('Control+z');
    await expectText(once);
    await keyboard.press('Control+z');
    await expectText(TEXT);
    await keyboard.press('Control+Shift+z');
    await expectText(once);
  });
}

test('undo and typing work as in a native field', async () => {
  await openEditor();
  await content.click();
  await keyboard.type('first\n');
  typeAtOnce('second');
  await keyboard.press('Control+z');
  await expectText('first\n');
  typeAtOnce('third');
  await keyboard.press('Control+Shift+z');
  await expectText('first\nthird');
  for (let n = 0; n < 12; n += 1) await keyboard.press('Control+z');
  await expectText('');
  for (let n = 0; n < 12; n += 1) await keyboard.press('Control+y');
  await expectText('first\nthird');
  await keyboard.type('!');
  await expectText('first\nthird!');
  // As from the browser's menu.
  await cdp().send('Input.dispatchKeyEvent', { type: 'keyDown', commands: ['undo'] });
  await expectText('first\nthird');
  await keyboard.press('Control+z');
  await expectText('first\n');
});

test('typing in Visual is one undo step of the box', async () => {
  await openEditor();
  await content.click();
  await keyboard.type('<p>one</p>');
  await showView('Visual');
  const text = page.getByRole('textbox', { name: 'Content', exact: true });
  await expectElement(text).toHaveTextContent('one');
  text.element().focus();
  getSelection()?.selectAllChildren(text.element().querySelector('p') ?? text.element());
  getSelection()?.collapseToEnd();
  for (const key of ' two and three') document.execCommand('insertText', false, key);
  await expect
    .poll(() => document.querySelector('textarea[rows="12"]'))
    .toHaveValue('<p>one two and three</p>');
  await showView('HTML');
  await content.click();
  await keyboard.press('Control+z');
  await expectText('<p>one</p>');
});

/** By its label, its title without the shortcut, or its text. */
function focused(): string {
  const element = document.activeElement as HTMLInputElement;
  return (
    element.labels?.[0]?.textContent ||
    element.title.replace(/ \(.*/, '') ||
    (element.textContent ?? '')
  );
}

test('one Tab leads from the excerpt to the text, and the keyboard reaches all tools', async () => {
  await openEditor();
  const press = async (keys: string, reached: string) => {
    await keyboard.press(keys);
    expect(focused()).toBe(reached);
  };
  excerpt.element().focus();
  await press('Tab', 'Content*');
  await press('Tab', 'Heading 2');
  await press('ArrowRight', 'Heading 3');
  await press('ArrowRight', 'Bold');
  await press('End', 'Footnote');
  await press('ArrowRight', 'Heading 2');
  await press('ArrowLeft', 'Footnote');
  await press('ArrowLeft', 'Rule');
  await press('Home', 'Heading 2');
  await press('ArrowRight', 'Heading 3');
  await press('Shift+Tab', 'Content*');
  // The tab stop is the last focused button.
  await press('Tab', 'Heading 3');
  await press('Escape', 'Content*');
  await press('Alt+F10', 'Heading 3');
  await press('Tab', 'Visual');
  await press('ArrowRight', 'HTML');
  await press('ArrowRight', 'Preview');
  await press('ArrowRight', 'Visual');
  await press('Shift+Tab', 'Heading 3');
  await keyboard.press('Enter');
  await expectText('<h3></h3>');
  await expectElement(content).toHaveFocus();
});
