import type { Page } from '@playwright/test';
import { expect, nextDialog, test } from './admin-fixtures.ts';
import { content, typeAtOnce } from './editor-form.ts';
import { ON_A_PHONE } from './tags.ts';

const TEXT = 'one two three';

async function selected(page: Page): Promise<string> {
  return content(page).evaluate((field: HTMLTextAreaElement) =>
    field.value.slice(field.selectionStart, field.selectionEnd),
  );
}

async function select(page: Page, from: number, to: number) {
  await content(page).evaluate(
    (field: HTMLTextAreaElement, [start, end]) => {
      field.focus();
      field.setSelectionRange(start ?? 0, end ?? 0);
    },
    [from, to],
  );
}

const LIST = (tag: string, items: string) => `<${tag}>\n  <li>${items}</li>\n</${tag}>`;

for (const [button, keys, withSelection, without] of [
  ['H2', 'Control+Alt+Digit2', '<h2>two</h2>', '<h2></h2>'],
  ['H3', 'Control+Alt+Digit3', '<h3>two</h3>', '<h3></h3>'],
  ['Bold', 'Control+b', '<strong>two</strong>', '<strong></strong>'],
  ['Italic', 'Control+i', '<em>two</em>', '<em></em>'],
  ['Bullet List', 'Control+Shift+Digit8', LIST('ul', 'two'), LIST('ul', '')],
  ['Numbered List', 'Control+Shift+Digit7', LIST('ol', 'two'), LIST('ol', '')],
] as const) {
  test(`${button} wraps the selection, by button and by key, and can be undone`, async ({
    page,
  }) => {
    await page.goto('/admin/posts/new');
    for (const use of [
      () => page.getByRole('button', { name: button }).click(),
      () => page.keyboard.press(keys),
    ]) {
      await content(page).fill('');
      await content(page).pressSequentially(TEXT);
      await select(page, 4, 7);
      await use();
      await expect(content(page)).toHaveValue(`one ${withSelection} three`);
      await expect(content(page)).toBeFocused();
      expect((await selected(page)).trim()).toMatch(/^(two|<li>two<\/li>)$/);
      await page.keyboard.press('Control+z');
      await expect(content(page)).toHaveValue(TEXT);
    }
  });

  test(`${button} without a selection puts the caret inside`, async ({ page }) => {
    await page.goto('/admin/posts/new');
    await content(page).fill(TEXT);
    await select(page, 4, 4);
    await page.getByRole('button', { name: button }).click();
    await page.keyboard.type('new');
    const [opening, closing] = [
      without.slice(0, without.indexOf('</')),
      without.slice(without.indexOf('</')),
    ];
    await expect(content(page)).toHaveValue(`one ${opening}new${closing}two three`);
  });
}

const NOTE =
  '<section class="footnotes"><ol>\n<li id="fn1"><p>new <a href="#fnref1" aria-label="Back to the text">↩</a></p></li>\n</ol></section>';
const CELLS = '<tr><td></td><td></td><td></td></tr>';

for (const [button, keys, expected] of [
  ['Quote', 'Control+Shift+Digit9', `<blockquote>one two new three</blockquote>`],
  ['Code', 'Control+e', 'one two <code>new</code> three'],
  [
    'Table',
    null,
    `one two  three\n<table>\n<thead><tr><th scope="col">new</th><th scope="col"></th><th scope="col"></th></tr></thead>\n<tbody>\n${CELLS}\n${CELLS}\n</tbody>\n</table>`,
  ],
  ['Rule', null, 'one two  three\n<hr>new'],
  [
    'Footnote',
    null,
    `one two <sup class="footnote-ref"><a href="#fn1" id="fnref1">1</a></sup> three\n${NOTE}`,
  ],
] as const) {
  test(`${button} puts the caret where writing goes on, twice restores the text, and each is one undo step`, async ({
    page,
  }) => {
    const text = 'one two  three';
    await page.goto('/admin/posts/new');
    await content(page).fill(text);
    await select(page, 8, 8);
    const use = page.getByRole('button', { name: button, exact: true });
    await use.click();
    const once = await content(page).inputValue();
    expect(once).not.toBe(text);
    if (keys) await page.keyboard.press(keys);
    else await use.click();
    await expect(content(page)).toHaveValue(text);
    await page.keyboard.press('Control+z');
    await expect(content(page)).toHaveValue(once);
    await page.keyboard.press('Control+z');
    await expect(content(page)).toHaveValue(text);
    await select(page, 8, 8);
    await use.click();
    await page.keyboard.type('new');
    await expect(content(page)).toHaveValue(expected);
    await expect(content(page)).toBeFocused();
  });
}

test('Enter continues a list, ends it on an empty item, and is one undo step', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await content(page).focus();
  await page.getByRole('button', { name: 'Bullet List' }).click();
  await page.keyboard.type('first');
  await page.keyboard.press('Enter');
  await page.keyboard.type('second');
  const two = '<ul>\n  <li>first</li>\n  <li>second</li>\n</ul>';
  await expect(content(page)).toHaveValue(two);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await typeAtOnce(content(page), 'after');
  await expect(content(page)).toHaveValue(`${two}\nafter`);
  for (const earlier of [`${two}\n`, two.replace('</ul>', '  <li></li>\n</ul>'), two]) {
    await page.keyboard.press('Control+z');
    await expect(content(page)).toHaveValue(earlier);
  }
  await page.keyboard.press('Shift+Enter');
  await expect(content(page)).toHaveValue(two.replace('second', 'second\n'));
});

test('Enter during a composition is left to the input method', async ({ page }) => {
  await page.goto('/admin/posts/new');
  const list = '<ul>\n  <li>a</li>\n</ul>';
  await content(page).fill(list);
  await select(page, list.indexOf('</li>'), list.indexOf('</li>'));
  await content(page).evaluate((field) => {
    const options = { key: 'Enter', bubbles: true, cancelable: true };
    field.dispatchEvent(new KeyboardEvent('keydown', { ...options, isComposing: true }));
  });
  await expect(content(page)).toHaveValue(list);
  await page.keyboard.press('Enter');
  await expect(content(page)).not.toHaveValue(list);
});

test('all tools are in one row', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/admin/posts/new');
  const buttons = page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button');
  await expect(buttons).toHaveCount(13);
  const boxes = await buttons.evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
  const end = await content(page).evaluate((field) => field.getBoundingClientRect().right);
  expect(boxes.at(-1)?.right).toBeLessThanOrEqual(end);
});

test(
  'on a phone the tools are one row that scrolls, with targets of 44 pixels',
  ON_A_PHONE,
  async ({ page }) => {
    await page.goto('/admin/posts/new');
    const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
    const buttons = toolbar.getByRole('button');
    await expect(buttons).toHaveCount(13);
    const boxes = await buttons.evaluateAll((all) =>
      all.map((each) => each.getBoundingClientRect()),
    );
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
    expect(
      Math.min(...boxes.flatMap(({ width, height }) => [width, height])),
    ).toBeGreaterThanOrEqual(44);
    const edge = (await toolbar.boundingBox())?.width ?? 0;
    const cut = boxes.some(({ left, right }) => left < edge && edge < right);
    expect(cut, 'a button is cut at the edge').toBe(true);
    await content(page).fill('one');
    await content(page).selectText();
    await page.getByRole('button', { name: 'Quote' }).tap();
    await expect(content(page)).toHaveValue('<blockquote>one</blockquote>');
    expect(await toolbar.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  },
);

test('a list has one item for each selected line', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await content(page).fill('first\nsecond\n\nthird');
  await select(page, 0, 20);
  await page.getByRole('button', { name: 'Numbered List' }).click();
  await expect(content(page)).toHaveValue(
    '<ol>\n  <li>first</li>\n  <li>second</li>\n  <li>third</li>\n</ol>',
  );
});

test('a link prompts for its address', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await content(page).fill(TEXT);
  await select(page, 4, 7);
  const question = nextDialog(page, 'accept', 'https://example.com/?a=1&b="2"');
  await page.getByRole('button', { name: 'Link' }).click();
  expect(await question).toBe('Link address');
  await expect(content(page)).toHaveValue(
    'one <a href="https://example.com/?a=1&amp;b=&quot;2&quot;">two</a> three',
  );
  expect(await selected(page)).toBe('two');
  await page.keyboard.press('Control+z');
  await expect(content(page)).toHaveValue(TEXT);
});

test('a link without a selection has its address as its text', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await content(page).fill('');
  const question = nextDialog(page, 'accept', 'https://example.com/');
  await page.keyboard.press('Control+k');
  await question;
  await expect(content(page)).toHaveValue(
    '<a href="https://example.com/">https://example.com/</a>',
  );
  expect(await selected(page)).toBe('https://example.com/');
});

test('a link without an address changes nothing', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await content(page).fill(TEXT);
  await select(page, 4, 7);
  const question = nextDialog(page, 'dismiss');
  await page.getByRole('button', { name: 'Link' }).click();
  await question;
  await expect(content(page)).toHaveValue(TEXT);
  expect(await selected(page)).toBe('two');
});

for (const [button, keys, other, converted] of [
  ['Bold', 'Control+b', 'Italic', '<strong><em>two</em></strong>'],
  ['H2', 'Control+Alt+Digit2', 'H3', '<h3>two</h3>'],
  ['Bullet List', 'Control+Shift+Digit8', 'Numbered List', LIST('ol', 'two')],
] as const) {
  test(`${button} twice restores the text, ${other} in between keeps valid HTML, each is one undo step`, async ({
    page,
  }) => {
    await page.goto('/admin/posts/new');
    await content(page).fill(TEXT);
    await select(page, 4, 7);
    await page.keyboard.press(keys);
    const once = await content(page).inputValue();
    await page.getByRole('button', { name: button }).click();
    await expect(content(page)).toHaveValue(TEXT);
    expect(await selected(page)).toBe('two');
    await page.keyboard.press('Control+z');
    await expect(content(page)).toHaveValue(once);
    await page.getByRole('button', { name: other }).click();
    await expect(content(page)).toHaveValue(`one ${converted} three`);
    await page.keyboard.press('Control+z');
    await expect(content(page)).toHaveValue(once);
    await page.keyboard.press('Control+z');
    await expect(content(page)).toHaveValue(TEXT);
    await page.keyboard.press('Control+Shift+z');
    await expect(content(page)).toHaveValue(once);
  });
}

test('an invalid address is prompted for again, with the typed text', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await content(page).fill(TEXT);
  await select(page, 4, 7);
  const defaults: string[] = [];
  const answers = ['javascript:alert(1)', 'example.org/page'];
  page.on('dialog', (dialog) => {
    defaults.push(dialog.defaultValue());
    void dialog.accept(answers.shift());
  });
  await page.getByRole('button', { name: 'Link' }).click();
  await expect(content(page)).toHaveValue('one <a href="https://example.org/page">two</a> three');
  expect(defaults).toEqual(['https://', 'javascript:alert(1)']);
  answers.push('');
  await page.keyboard.press('Control+k');
  await expect(content(page)).toHaveValue(TEXT);
  expect(defaults.at(-1)).toBe('https://example.org/page');
});

test('undo and typing work as in a native field', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await content(page).focus();
  await page.keyboard.type('first');
  await page.keyboard.press('Enter');
  await typeAtOnce(content(page), 'second');
  await page.keyboard.press('Control+z');
  await expect(content(page)).toHaveValue('first\n');
  await typeAtOnce(content(page), 'third');
  await page.keyboard.press('Control+Shift+z');
  await expect(content(page)).toHaveValue('first\nthird');
  for (let n = 0; n < 12; n += 1) await page.keyboard.press('Control+z');
  await expect(content(page)).toHaveValue('');
  for (let n = 0; n < 12; n += 1) await page.keyboard.press('Control+y');
  await expect(content(page)).toHaveValue('first\nthird');
  await page.keyboard.type('!');
  await expect(content(page)).toHaveValue('first\nthird!');
  // As from the browser's menu.
  const browser = await page.context().newCDPSession(page);
  await browser.send('Input.dispatchKeyEvent', { type: 'keyDown', commands: ['undo'] });
  await expect(content(page)).toHaveValue('first\nthird');
  await page.keyboard.press('Control+z');
  await expect(content(page)).toHaveValue('first\n');
});

async function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement;
    return element.labels?.[0]?.textContent ?? element.title ?? element.textContent;
  });
}

test('one Tab leads from the excerpt to the text, and the keyboard reaches all tools', async ({
  page,
}) => {
  await page.goto('/admin/posts/new');
  const press = async (keys: string, reached: string) => {
    await page.keyboard.press(keys);
    expect((await focused(page)) || (await page.locator(':focus').textContent())).toBe(reached);
  };
  await page.getByLabel('Excerpt*').focus();
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
  await press('ArrowRight', 'Write');
  await press('ArrowRight', 'Side by side');
  await press('ArrowRight', 'Preview');
  await press('Shift+Tab', 'Heading 3');
  await page.keyboard.press('Enter');
  await expect(content(page)).toHaveValue('<h3></h3>');
  await expect(content(page)).toBeFocused();
});

test('the text is as wide as the other fields, with both toolbars above it', async ({ page }) => {
  await page.goto('/admin/posts/new');
  const box = async (name: string) => {
    const box = await page.getByRole('toolbar', { name }).boundingBox();
    return box ?? { x: 0, y: 0, width: 0, height: 0 };
  };
  const text = await content(page).boundingBox();
  expect(text?.width).toBe((await page.getByLabel('Excerpt*').boundingBox())?.width);
  const [tools, views] = [await box('Formatting'), await box('View of the content')];
  expect(tools.width).toBe(text?.width);
  expect(tools.y + tools.height).toBeCloseTo(text?.y ?? 0, 0);
  expect(views.y + views.height).toBeLessThanOrEqual(tools.y);
});
