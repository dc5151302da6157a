import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { content, openEditor, title } from '../../../../component-tests/editor-page.tsx';
import { createFakeApi } from '../../../../component-tests/fake-api.ts';
import { keyboard } from '../../../../component-tests/keyboard.ts';
import {
  boxOf,
  expectCount,
  expectElement,
  expectText,
  painted,
  SIZES,
  showView,
} from '../../../../component-tests/locators.ts';
import { expectHtml, openText, text } from '../../../../component-tests/visual-text.ts';

const bar = page.getByRole('search', { name: 'Find in the text' });
const field = bar.getByLabelText('Find', { exact: true });
const replacement = bar.getByLabelText('Replace with');
const count = bar.getByRole('status');
const button = (name: string) => bar.getByRole('button', { name, exact: true });
const findButton = page.getByRole('button', { name: 'Find', exact: true });

const HTML = '<P>One cat, two Cats</P>\n\n<p>A <b>ca</b>t &amp; a dog</p>';

async function openBox(html = HTML): Promise<void> {
  const api = createFakeApi();
  await openEditor({ id: api.addPost({ content: html }).id, api });
  await content.click();
  await keyboard.press('Control+Home');
}

function selected(): string {
  const { value, selectionStart, selectionEnd } = content.element() as HTMLTextAreaElement;
  return value.slice(selectionStart, selectionEnd);
}

test('Tab goes from Find to Replace', async () => {
  await openBox();
  await keyboard.press('Control+f');
  await expectElement(field).toHaveFocus();
  await keyboard.press('Tab');
  await expectElement(replacement).toHaveFocus();
  await keyboard.press('Shift+Tab');
  await expectElement(field).toHaveFocus();
});

test('in HTML: next, previous, case, and Escape with the match selected', async () => {
  await openBox();
  await keyboard.press('Control+f');
  await expectElement(field).toHaveFocus();
  await keyboard.type('cat');
  await expectText(count, /^1 of 2$/);
  await expectCount(page.getByCss('[data-match]'), 1);
  await keyboard.press('Enter');
  await expectText(count, /^2 of 2$/);
  await keyboard.press('Enter');
  await expectText(count, /^1 of 2$/);
  await keyboard.press('Shift+Enter');
  await expectText(count, /^2 of 2$/);
  await bar.getByLabelText('Match case').click();
  await expectText(count, /^1 of 1$/);
  await button('Next').click();
  await field.click();
  await keyboard.press('Escape');
  await expectElement(bar).not.toBeInTheDocument();
  await expectElement(content).toHaveFocus();
  expect(selected()).toBe('cat');
});

test('in HTML: one and all are replaced, each as one step for undo', async () => {
  await openBox('<p>cat cat cat</p>');
  await findButton.click();
  await keyboard.type('cat');
  await replacement.fill('dog & cat');
  await button('Replace').click();
  await expectElement(content).toHaveValue('<p>dog & cat cat cat</p>');
  // The one that was put in is behind.
  await expectText(count, /^2 of 3$/);
  await button('Replace all').click();
  await expectElement(content).toHaveValue('<p>dog & dog & cat dog & cat dog & cat</p>');
  await expectText(count, /^3 replaced$/);
  await keyboard.press('Escape');
  await keyboard.press('Control+z');
  await expectElement(content).toHaveValue('<p>dog & cat cat cat</p>');
  await keyboard.press('Control+z');
  await expectElement(content).toHaveValue('<p>cat cat cat</p>');
});

test('in Visual: matches are marked, and only their bytes are replaced', async () => {
  await openText(HTML);
  await keyboard.press('Control+f');
  await keyboard.type('cat');
  // The caret was at the end.
  await expectText(count, /^1 of 3$/);
  await expectCount(text.getByCss('[class*="match"]'), 4);
  await expectCount(text.getByCss('[class*="currentMatch"]'), 1);
  await button('Next').click();
  await expectText(count, /^2 of 3$/);
  await replacement.fill('bird');
  await keyboard.press('Enter');
  await expectHtml('<P>One cat, two birds</P>\n\n<p>A <b>ca</b>t &amp; a dog</p>');
  await expectText(count, /^2 of 2$/);
  await button('Replace all').click();
  await expectHtml('<P>One bird, two birds</P>\n\n<p>A <b>bird</b> &amp; a dog</p>');
  await expectText(count, /^2 replaced$/);
  await expectElement(button('Replace')).toHaveAttribute('aria-disabled', 'true');
  await keyboard.press('Escape');
  await expectElement(text).toHaveFocus();
  await keyboard.press('Control+z');
  await expectHtml('<P>One cat, two birds</P>\n\n<p>A <b>ca</b>t &amp; a dog</p>');
  await keyboard.press('Control+z');
  await expectHtml(HTML);
});

test('in Visual: Escape selects the match, and a selected word is looked for', async () => {
  await openText('<p>One word, another word</p>');
  await keyboard.press('Control+f');
  await keyboard.type('word');
  await keyboard.press('Enter');
  await keyboard.press('Escape');
  await expectElement(text).toHaveFocus();
  await painted();
  expect(getSelection()?.toString()).toBe('word');
  await expectCount(text.getByCss('[class*="match"]'), 0);
  await keyboard.press('Control+f');
  await expectElement(field).toHaveValue('word');
  await expectText(count, /^2 of 2$/);
});

test('nothing found is said; a change of the view searches there', async () => {
  await openBox('<p>A &amp; b</p>');
  await keyboard.press('Control+f');
  await keyboard.type('amp');
  await expectText(count, /^1 of 1$/);
  await showView('Visual');
  await expectText(count, /^No matches$/);
  await showView('Preview');
  await expectElement(bar).not.toBeInTheDocument();
  await findButton.click();
  await expectElement(field).toHaveFocus();
  await expectElement(text).toBeVisible();
});

test('words are found in Visual at once, also where it is opened for the first time', async () => {
  await openBox('<p>A cat</p>');
  await keyboard.press('Control+f');
  await keyboard.type('cat');
  await expectText(count, /^1 of 1$/);
  await showView('Visual');
  await expectCount(text.getByCss('[class*="currentMatch"]'), 1);
  await expectText(count, /^1 of 1$/);
});

test('after a change in HTML, Visual has the matches of the new text', async () => {
  await openText('<p>A cat and a cat</p>');
  await keyboard.press('Control+f');
  await keyboard.type('cat');
  await showView('HTML');
  await content.fill('<p>Now a black cat, two</p>');
  await showView('Visual');
  await expectText(count, /^1 of 1$/);
  await replacement.fill('dog');
  await button('Replace').click();
  await expectHtml('<p>Now a black dog, two</p>');
});

test('a text that has become shorter elsewhere is searched again', async () => {
  await openText(`<p>${'Some words. '.repeat(20)}</p><p>A cat, a cat</p>`);
  await keyboard.press('Control+f');
  await keyboard.type('cat');
  await button('Next').click();
  await expectText(count, /^2 of 2$/);
  await showView('HTML');
  await content.fill('<p>cat</p>');
  await showView('Preview');
  await showView('Visual');
  await expectText(count, /^1 of 1$/);
  await field.click();
  await keyboard.press('Escape');
  await painted();
  expect(getSelection()?.toString()).toBe('cat');
});

test('after Discard changes, the matches are those of the text that is back', async () => {
  await openText('<p>cat</p>');
  await keyboard.type(' and a long sentence with a cat');
  await keyboard.press('Control+f');
  await keyboard.type('cat');
  await expectText(count, /of 2$/);
  vi.spyOn(window, 'confirm').mockReturnValue(true);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expectHtml('<p>cat</p>');
  await expectText(count, /^1 of 1$/);
  await expectCount(text.getByCss('[class*="currentMatch"]'), 1);
  await page.getByRole('button', { name: 'Undo: restore the discarded changes' }).click();
  await expectText(count, /of 2$/);
});

test('Ctrl+F works from the title, too, and leaves the find of the browser elsewhere', async () => {
  await openEditor();
  await title.click();
  await keyboard.press('Control+f');
  await expectElement(field).toHaveFocus();
  // Again: what is looked for can be typed over.
  await keyboard.type('a');
  await keyboard.press('Control+f');
  await keyboard.type('b');
  await expectElement(field).toHaveValue('b');
});

for (const [name, width, height] of [...SIZES, ['small phone', 320, 568]] as const) {
  test(`on a ${name}, the bar fits, and matches are scrolled into view below it`, async () => {
    await page.viewport(width, height);
    await openText(`${'<p>Some words</p>\n'.repeat(80)}<p>A needle</p>`);
    await keyboard.press('Control+Home');
    await keyboard.press('Control+f');
    await keyboard.type('needle');
    await expectText(count, /^1 of 1$/);
    const match = text.getByCss('[class*="currentMatch"]');
    const publishing = page.getByRole('region', { name: 'Publishing' });
    // On a laptop it is in the panel.
    const end = () => (boxOf(publishing).left > width / 2 ? innerHeight : boxOf(publishing).top);
    await expect.poll(() => boxOf(match).bottom <= end()).toBe(true);
    expect(boxOf(match).top).toBeGreaterThanOrEqual(boxOf(bar).bottom);
    for (const control of [...bar.getByRole('button').elements(), field.element()]) {
      const box = control.getBoundingClientRect();
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(width);
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });
}

test('in a long box, the match is scrolled into view', async () => {
  await openBox(`${'<p>Some words</p>\n'.repeat(80)}<p>A needle</p>`);
  await keyboard.press('Control+f');
  await keyboard.type('needle');
  await expectCount(page.getByCss('[data-match]'), 1);
  const mark = boxOf(page.getByCss('[data-match]'));
  expect(mark.top).toBeGreaterThan(boxOf(content).top);
  expect(mark.bottom).toBeLessThan(boxOf(content).bottom);
});

test('in HTML: the mark stays on its match when the box becomes narrower', async () => {
  const mark = page.getByCss('[data-match]');
  await openBox(`<p>${'word '.repeat(12)}needle</p>`);
  await keyboard.press('Control+f');
  await keyboard.type('needle');
  await expectCount(mark, 1);
  await showView('Side by side');
  await expect.poll(() => boxOf(mark).right - boxOf(content).right).toBeLessThan(0);
});

test('in Visual: what is in no text of its own is counted, and found in HTML', async () => {
  await openText(
    '<p>One cat</p>\n<p><img src="/a.jpg" alt="A cat"></p>\n<table><caption>Cats</caption><tr><td>a</td></tr></table>\n<object>cat</object>\n<p>end</p>',
  );
  await keyboard.press('Control+f');
  await keyboard.type('cat');
  await expectText(count, /^1 of 1, 3 more in HTML$/);
  await keyboard.type('s');
  await expectText(count, /^No matches, 1 more in HTML$/);
  await showView('HTML');
  await expectText(count, /^1 of 1$/);
});
