import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { content, openEditor, title } from '../../../../component-tests/editor-page.tsx';
import { createFakeApi } from '../../../../component-tests/fake-api.ts';
import { keyboard } from '../../../../component-tests/keyboard.ts';
import {
  boxOf,
  expectCount,
  expectElement,
  expectTexts,
  painted,
  tool,
  viewButton,
} from '../../../../component-tests/locators.ts';
import { unmount } from '../../../../component-tests/mount.tsx';
import {
  caretAfter,
  expectHtml,
  focusText,
  html,
  openText,
  openVisual,
  showVisual,
  text,
} from '../../../../component-tests/visual-text.ts';

const excerpt = page.getByLabelText('Excerpt*');
const offer = page.getByRole('complementary', { name: 'Unsaved changes' });

test('HTML is shown first, and Visual is remembered', async () => {
  const api = createFakeApi();
  const { id } = api.addPost({ content: '<p>one</p>\n'.repeat(30) });
  await openEditor({ id, api });
  await expectElement(content).toBeVisible();
  const views = page.getByRole('toolbar', { name: 'View of the content' }).getByRole('button');
  await expectTexts(views, ['Visual', 'HTML', 'Preview']);
  await expectElement(viewButton('HTML')).toHaveAttribute('aria-pressed', 'true');
  await expectCount(text, 0);
  await showVisual();
  await expectElement(content).not.toBeVisible();
  unmount();
  await openEditor({ id, api });
  await expectElement(text).toMatchTextContent('one');
  await expectElement(content).not.toBeVisible();
  await expectElement(viewButton('Visual')).toHaveAttribute('aria-pressed', 'true');
  unmount();
  await openEditor({ api });
  await expectElement(text).toBeVisible();
  await expectTexts(text, ['']);
});

test('the keyboard alone reaches the text, its tools and what follows', async () => {
  await openVisual();
  excerpt.element().focus();
  await keyboard.press('Tab');
  await expectElement(text).toHaveFocus();
  await keyboard.type('one');
  await keyboard.press('Alt+F10');
  await expectElement(tool('H2')).toHaveFocus();
  await keyboard.press('Escape');
  await expectElement(text).toHaveFocus();
  await keyboard.type(' two');
  await keyboard.press('Alt+F10');
  await keyboard.press('Enter');
  await expectHtml('<h2>one two</h2>');
  await expectElement(text).toHaveFocus();
  await keyboard.press('Enter');
  await keyboard.type('- a\nb');
  await keyboard.press('Tab');
  await expectHtml(/<li>a\s+<ul>\s+<li>b<\/li>\s+<\/ul>\s+<\/li>/);
  await keyboard.press('Shift+Tab');
  await expectHtml(/<li>a<\/li>\n {2}<li>b<\/li>/);
  const written = html();
  await keyboard.press('Escape');
  await keyboard.press('Tab');
  await expectElement(text).not.toHaveFocus();
  await keyboard.press('Shift+Tab');
  await expectElement(text).toHaveFocus();
  await keyboard.press('Escape');
  await keyboard.press('Shift+Tab');
  await expectElement(excerpt).toHaveFocus();
  await expectHtml(written);
});

test('each toggle says whether it applies at the caret, and what only inserts says nothing', async () => {
  await openText('<p>one</p>\n<pre><code>two</code></pre>\n<h2>three</h2>');
  const buttons = page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button');
  const states = () =>
    Object.groupBy(buttons.elements(), (each) => String(each.getAttribute('aria-pressed')));
  const names = (state: string) => states()[state]?.map(({ ariaLabel }) => ariaLabel) ?? [];
  const expectPressed = async (...pressed: string[]) => {
    await expect.poll(() => names('true')).toEqual(pressed);
    expect(names('false')).toHaveLength(11 - pressed.length);
    expect(names('null')).toEqual(['Image', 'Table']);
  };
  await expectPressed('H2');
  await caretAfter('two');
  await expectPressed('Code');
  await caretAfter('one');
  await expectPressed();
  await tool('Rule').click();
  await expectPressed('Rule');
});

test('the arrow keys lead through the views', async () => {
  await openVisual();
  viewButton('Visual').element().focus();
  await keyboard.press('ArrowRight');
  await expectElement(viewButton('HTML')).toHaveFocus();
  await keyboard.press('Enter');
  await expectElement(content).toBeVisible();
  await expectElement(viewButton('HTML')).toHaveFocus();
  await keyboard.press('ArrowLeft');
  await keyboard.press('Enter');
  await expectElement(text).toBeVisible();
  await expectElement(viewButton('Visual')).toHaveFocus();
});

test('a post without text is not saved, and the text says why', async () => {
  const api = await openVisual();
  const publish = page.getByRole('button', { name: 'Publish' });
  await title.fill('A title');
  await excerpt.fill('An excerpt');
  window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
  await publish.click();
  await expectElement(text).toHaveFocus();
  const message = page.getByText('Content is missing');
  await expectElement(message).toBeVisible();
  await expectElement(text).toHaveAccessibleDescription(/Content is missing/);
  await expectElement(text).toHaveAttribute('aria-invalid', 'true');
  await expectElement(message).toBeInViewport();
  expect(boxOf(message).bottom).toBeLessThanOrEqual(boxOf(text).top);
  await keyboard.type('one');
  await expectCount(message, 0);
  await expectElement(text).not.toHaveAttribute('aria-invalid');
  await title.fill('');
  await publish.click();
  await expectElement(title).toHaveFocus();
  expect(api.requests().filter((request) => request.startsWith('POST /admin/posts'))).toEqual([]);
});

test('when the editor is opened again, what was typed in Visual is offered and restored there', async () => {
  const api = createFakeApi();
  api.on('PUT /admin/working-copies/*', () => {
    throw new TypeError('No connection');
  });
  await openText('', api);
  await keyboard.type('## Kept\nwords');
  await expectElement(page.getByCss('[data-local-draft="saved"]')).toBeVisible();
  unmount();
  await openEditor({ api });
  await expectElement(text).toBeVisible();
  await expectTexts(text, ['']);
  await offer.getByRole('button', { name: 'Restore' }).click();
  await expectElement(text.getByRole('heading', { name: 'Kept' })).toBeVisible();
  await expectHtml('<h2>Kept</h2>\n<p>words</p>');
});

test('a conflict is settled in Visual, which shows what was chosen', async () => {
  const api = createFakeApi();
  api.chooseView('visual');
  const first = api.addPost({ content: '<p>First</p>' });
  const { id } = first;
  await openEditor({ id, api });
  await focusText();
  await keyboard.type(' mine');
  api.addPost({ id, content: '<h2>Theirs</h2>', version: 2 });
  api.on(`PUT /admin/posts/${id}`, { status: 409 });
  api.on(`GET /admin/posts/${id}/revisions/1`, { json: first });
  await page.getByRole('button', { name: 'Save as Draft' }).click();
  const conflict = page.getByRole('region', { name: 'This post was changed elsewhere' });
  await expectElement(conflict).toBeVisible();
  await expectTexts(text, ['First mine']);
  await conflict.getByRole('button', { name: 'Use the saved version' }).click();
  await expectElement(text.getByRole('heading', { name: 'Theirs' })).toBeVisible();
  await expectTexts(text, ['Theirs']);
  await offer.getByRole('button', { name: 'Restore' }).click();
  await expectTexts(text, ['First mine']);
  await expectHtml('<p>First mine</p>');
});

test('undo after writing over all of the text brings back what was typed right before', async () => {
  await openText('<p>one</p>');
  await keyboard.type(' two');
  await keyboard.press('Control+a');
  await painted();
  await keyboard.type('x');
  await expectHtml('<p>x</p>');
  await keyboard.press('Control+z');
  await expectHtml('<p>one two</p>');
});
