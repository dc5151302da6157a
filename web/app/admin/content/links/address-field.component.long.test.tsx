import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { select } from '../../../../component-tests/content-box.ts';
import { content, openEditor } from '../../../../component-tests/editor-page.tsx';
import { expectConsoleError } from '../../../../component-tests/expected-errors.ts';
import { createFakeApi } from '../../../../component-tests/fake-api.ts';
import { keyboard } from '../../../../component-tests/keyboard.ts';
import {
  boxOf,
  expectCount,
  expectElement,
  expectTexts,
  SIZES,
} from '../../../../component-tests/locators.ts';
import {
  expectHtml,
  openText,
  selectBack,
  text,
  toEnd,
} from '../../../../component-tests/visual-text.ts';

const field = page.getByRole('combobox', { name: 'Link address' });
const list = page.getByRole('listbox', { name: 'Posts and pages' });
const options = list.getByRole('option');

function apiWithPosts() {
  const api = createFakeApi();
  api.addPost({ title: 'Tea at noon', slug: 'tea-at-noon' });
  api.addPost({ title: 'More tea', slug: 'more-tea', published: false, published_at: null });
  api.on('GET /pages', { json: [{ slug: 'tea-room', title: 'The tea room' }] });
  return api;
}

afterEach(() => page.viewport(1280, 900));

describe.each(SIZES)('on a %s', (_name, width, height) => {
  beforeEach(() => page.viewport(width, height));

  test('in Visual, the field lists posts and pages while one types, and the keys choose one', async () => {
    const api = apiWithPosts();
    await openText('<p>one two</p>', api);
    await toEnd();
    await selectBack(3);
    await keyboard.press('Control+k');
    await expectElement(field).toHaveAttribute('aria-expanded', 'false');
    await keyboard.type('tea');
    await expectTexts(options, ['Tea at noon', 'The tea room Page', 'More tea Draft']);
    expect(api.requests().filter((call) => call.includes('q='))).toHaveLength(1);
    await expectElement(field).toHaveAttribute('aria-expanded', 'true');
    const dialog = boxOf(page.getByRole('dialog', { name: 'Link' }));
    expect(dialog.left).toBeGreaterThanOrEqual(0);
    expect(dialog.right).toBeLessThanOrEqual(innerWidth);
    await keyboard.press('ArrowUp');
    const active = list.getByRole('option', { selected: true });
    await expectTexts(active, ['More tea Draft']);
    await expectElement(field).toHaveAttribute('aria-activedescendant', active.element().id);
    await keyboard.press('ArrowUp');
    await keyboard.press('Enter');
    await expectHtml('<p>one <a href="/tea-room">two</a></p>');
    await expectElement(text).toHaveFocus();
    await expectCount(field, 0);
  });
});

test('without a selection, the title becomes the text of the link', async () => {
  await openText('', apiWithPosts());
  await keyboard.press('Control+k');
  await keyboard.type('noon');
  await options.first().click();
  await expectHtml('<p><a href="/blog/tea-at-noon">Tea at noon</a></p>');
  await keyboard.type(' and more');
  await expectHtml(/<\/a> and more<\/p>$/);
});

test('Escape closes the list, then the field; an address is not searched for', async () => {
  const api = apiWithPosts();
  await openText('<p>one two</p>', api);
  await selectBack(3);
  await keyboard.press('Control+k');
  await keyboard.type('tea');
  await expectCount(options, 3);
  await keyboard.press('Escape');
  await expectCount(options, 0);
  await expectElement(field).toHaveFocus();
  await field.fill('nothing like it');
  await expectElement(page.getByText('No post or page found.')).toBeVisible();
  const asked = api.calls.length;
  await field.fill('example.org');
  await keyboard.press('Enter');
  await expectHtml('<p>one <a href="https://example.org">two</a></p>');
  expect(api.calls.slice(asked).some(({ path }) => path.includes('q='))).toBe(false);
});

test('in the HTML box, too; and after a failure an address still works', async () => {
  const api = apiWithPosts();
  await openEditor({ api });
  await content.fill('one two three');
  select(4, 7);
  await keyboard.press('Control+k');
  await keyboard.type('more');
  await expectTexts(options, ['More tea Draft']);
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expectElement(content).toHaveValue('one <a href="/blog/more-tea">two</a> three');
  await expectElement(content).toHaveFocus();
  api.on('GET /admin/posts', { status: 500 });
  expectConsoleError(/GET .admin.posts.* answered 500/);
  await keyboard.press('Control+k');
  await field.fill('noon');
  await expectElement(page.getByText(/Search failed/)).toBeVisible();
  await field.fill('/about');
  await keyboard.press('Enter');
  await expectElement(content).toHaveValue('one <a href="/about">two</a> three');
});
