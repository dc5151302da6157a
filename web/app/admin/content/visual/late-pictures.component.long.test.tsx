import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { dispatchPaste } from '../../../../component-tests/clipboard.ts';
import { content } from '../../../../component-tests/editor-page.tsx';
import { createFakeApi } from '../../../../component-tests/fake-api.ts';
import { dispatchFiles, picture, shapeOf } from '../../../../component-tests/file-events.ts';
import { chooseFiles, keyboard } from '../../../../component-tests/keyboard.ts';
import { expectElement, showView } from '../../../../component-tests/locators.ts';
import {
  caretAfter,
  expectHtml,
  html,
  openText,
  showVisual,
  text,
} from '../../../../component-tests/visual-text.ts';

const figure = (src: string, size = 'width="600" height="400"') =>
  `<figure><img src="${src}" alt="A" ${size}><figcaption>c</figcaption></figure>`;
const OLD = '/uploads/old-600x400-123.webp';
const NEW = figure('/uploads/leaf-1-300x200-123.webp', 'width="300" height="200"');
const save = page.getByRole('button', { name: 'Publish' });

/** The editor with an API that answers uploads when it is told to. */
async function openHeld(source: string) {
  const api = createFakeApi();
  const next = api.hold('POST /admin/upload-image');
  await openText(source, api);
  return next;
}

async function typeInHtml(words: string): Promise<void> {
  await showView('HTML');
  content.element().focus();
  await keyboard.press('Control+End');
  await keyboard.type(words);
}

async function replaceFirst(): Promise<void> {
  (text.getByCss('figure img').first().element() as HTMLElement).click();
  const chosen = chooseFiles(['b.webp']);
  await page.getByRole('button', { name: 'Replace' }).first().click();
  await chosen;
}

test('a copied picture of another site keeps what was typed in HTML meanwhile', async () => {
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockResolvedValue();
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(3);
  vi.spyOn(HTMLImageElement.prototype, 'naturalHeight', 'get').mockReturnValue(2);
  const next = await openHeld('<p>one</p>');
  const source = 'https://other.example/leaf.jpg';
  dispatchPaste(text, { 'text/html': `<p><img src="${source}" alt="A leaf"></p>` });
  await page.getByRole('button', { name: 'Copy 1 picture into the library' }).click();
  await expectElement(save).toBeDisabled();
  await typeInHtml('<p>typed</p>');
  await next();
  await expectHtml(/src="\/uploads\/leaf-1-300x200-123.webp" alt="A leaf"/);
  expect(html()).toContain('<p>typed</p>');
  await expectElement(save).toBeEnabled();
  await keyboard.type('!');
  await expectHtml(/<p>typed<\/p>!/);
});

test('a late gallery keeps what was typed in HTML meanwhile', async () => {
  const next = await openHeld('<p>one</p>');
  dispatchFiles(text, 'paste', [picture('a.webp'), picture('b.webp')]);
  await page.getByRole('button', { name: 'Gallery' }).click();
  await typeInHtml('<p>typed</p>');
  await next();
  await next();
  await expectHtml(/<figure>\n {2}<figure><img/);
  expect(html()).toContain('<p>typed</p>');
});

test('a late picture that replaces another keeps what was typed in HTML meanwhile', async () => {
  const next = await openHeld(`<P>one</P>\n${figure(OLD)}`);
  await replaceFirst();
  await expectElement(save).toBeDisabled();
  await typeInHtml('<p>typed</p>');
  await next();
  await expectHtml(`<P>one</P>\n${NEW}<p>typed</p>`);
  await expectElement(content).toHaveFocus();
  await expectElement(save).toBeEnabled();
});

test('only the picture at the pressed button is replaced, also after its place has changed', async () => {
  const other = figure('/uploads/other-600x400-123.webp');
  const next = await openHeld(`<p>one</p>\n${figure(OLD)}\n${figure(OLD)}`);
  await replaceFirst();
  await showView('HTML');
  content.element().focus();
  await keyboard.press('Control+Home');
  await keyboard.insertText(`${other}\n`);
  await showVisual();
  await next();
  await expectHtml(`${other}\n<p>one</p>\n${NEW}\n${figure(OLD)}`);
});

test('it is said that the picture to replace is not in the text any more', async () => {
  const next = await openHeld(`<p>one</p>\n${figure(OLD)}`);
  await replaceFirst();
  await page.getByRole('button', { name: 'Remove' }).first().click();
  await expectHtml('<p>one</p>');
  await next();
  await expectElement(
    page.getByRole('alert').filter({ hasText: 'no longer in the text' }),
  ).toBeVisible();
  await expectHtml('<p>one</p>');
});

test('the place of an upload that was deleted in HTML does not bring the old text back', async () => {
  const next = await openHeld('<p>one</p>');
  await caretAfter('one');
  dispatchFiles(text, 'paste', [picture()]);
  await expect.poll(() => shapeOf(html())).toMatch(/^<p>one<\/p>\n\|/);
  await showView('HTML');
  await content.fill('<p>typed</p>');
  await next();
  await expectElement(page.getByRole('progressbar', { name: 'Upload' })).not.toBeInTheDocument();
  expect(html()).toBe('<p>typed</p>');
});
