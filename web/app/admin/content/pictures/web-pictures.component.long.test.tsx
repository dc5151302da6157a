import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { dispatchPaste } from '../../../../component-tests/clipboard.ts';
import { content } from '../../../../component-tests/editor-page.tsx';
import { createFakeApi, type FakeApi } from '../../../../component-tests/fake-api.ts';
import { keyboard } from '../../../../component-tests/keyboard.ts';
import { boxOf, expectElement, showView } from '../../../../component-tests/locators.ts';
import { expectHtml, openText, text } from '../../../../component-tests/visual-text.ts';

const SOURCE = 'https://other.example/leaf.jpg?a=1&amp;b=2';
const PASTED = {
  'text/html': `<p>two</p><p><img src="${SOURCE}" alt="A leaf"></p><p>three</p>`,
  'text/plain': 'two three',
};
const UPLOADED = 'src="/uploads/leaf-1-300x200-123.webp" alt="A leaf" width="300" height="200"';
const copy = page.getByRole('button', { name: 'Copy 1 picture into the library' });

function uploads(api: FakeApi): number {
  return api.requests().filter((call) => call === 'POST /admin/upload-image').length;
}

describe('from a site that allows it', () => {
  beforeEach(() => {
    vi.spyOn(HTMLImageElement.prototype, 'decode').mockResolvedValue();
    vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(3);
    vi.spyOn(HTMLImageElement.prototype, 'naturalHeight', 'get').mockReturnValue(2);
  });

  test('a pasted picture stays there until it is copied into the library', async () => {
    const api = createFakeApi();
    await openText('<P>one</P>', api);
    dispatchPaste(text, PASTED);
    await expectElement(copy).toBeVisible();
    await expectHtml(new RegExp(`src="${SOURCE.replace('?', '\\?')}"`));
    expect(api.requests()).not.toContain('POST /admin/upload-image');
    await copy.click();
    await expectHtml(new RegExp(UPLOADED));
    await expectHtml(/one/);
    await expectElement(copy).not.toBeInTheDocument();
    await expectElement(text).toHaveFocus();
  });

  test('what is pasted during a copy is asked for after it, and nothing is copied twice', async () => {
    const api = createFakeApi();
    const next = api.hold('POST /admin/upload-image');
    await openText('<p>one</p>', api);
    dispatchPaste(text, PASTED);
    await copy.click();
    await expectElement(page.getByText('Copying 1 picture…')).toBeVisible();
    await expectElement(copy).toHaveFocus();
    await expectElement(copy).toHaveAttribute('aria-disabled', 'true');
    dispatchPaste(text, {
      'text/html': '<p><img src="https://other.example/tree.jpg" alt="A tree"></p>',
      'text/plain': '',
    });
    await expectHtml(/tree\.jpg/);
    await expectElement(page.getByText('Copying 1 picture…')).toBeVisible();
    (copy.element() as HTMLElement).click();
    await next();
    await expectHtml(new RegExp(UPLOADED));
    await expectElement(page.getByText(/^1 picture in the pasted text is on/)).toBeVisible();
    expect(uploads(api)).toBe(1);
    await copy.click();
    await next();
    await expectHtml(/leaf-2-300x200-123.webp" alt="A tree"/);
    await expectElement(copy).not.toBeInTheDocument();
    expect(uploads(api)).toBe(2);
  });

  test('Leave there ends a copy', async () => {
    const api = createFakeApi();
    const next = api.hold('POST /admin/upload-image');
    await openText('<p>one</p>', api);
    dispatchPaste(text, {
      'text/html': `${PASTED['text/html']}<p><img src="https://other.example/b.jpg" alt="B"></p>`,
      'text/plain': '',
    });
    await page.getByRole('button', { name: 'Copy 2 pictures into the library' }).click();
    await expect.poll(() => uploads(api)).toBe(1);
    await page.getByRole('button', { name: 'Leave there' }).click();
    await next();
    await expectElement(page.getByRole('button', { name: 'Publish' })).toBeEnabled();
    expect(uploads(api)).toBe(1);
    await expectHtml(/leaf\.jpg[\s\S]*b\.jpg/);
    await expectElement(text).toHaveFocus();
  });

  test('also in the HTML box', async () => {
    await openText('<P>one</P>');
    await showView('HTML');
    content.element().focus();
    dispatchPaste(content, PASTED);
    await copy.click();
    await expectHtml(/src="\/uploads\/leaf-1-300x200-123.webp" alt="A leaf"/);
  });
});

test('the notice does not cover the line of the caret', async () => {
  await openText(`${'<p>line</p>'.repeat(40)}<p>end</p>`);
  dispatchPaste(text, PASTED);
  await expectElement(copy).toBeVisible();
  const caret = () => getSelection()?.getRangeAt(0).getBoundingClientRect().bottom ?? 0;
  await expect.poll(() => caret() > 0 && caret() <= boxOf(copy).top).toBe(true);
});

test('what could not be copied is named, with what to do', async () => {
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockRejectedValue(new Error('No CORS'));
  await openText('<p>one</p>');
  dispatchPaste(text, PASTED);
  await copy.click();
  const alert = page.getByRole('alert').filter({ hasText: 'could not be copied' });
  await expectElement(alert).toMatchTextContent('then press Replace on the picture');
  await expectElement(alert).toMatchTextContent('https://other.example/leaf.jpg');
  await expectHtml(new RegExp(SOURCE.replace('?', '\\?')));
  const close = page.getByRole('button', { name: 'Close' });
  await expectElement(close).toHaveFocus();
  await keyboard.press('Enter');
  await expectElement(alert).not.toBeInTheDocument();
  await expectElement(text).toHaveFocus();
});

test('a site that does not answer is not waited for without end', async () => {
  const limit = new AbortController();
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) =>
    milliseconds === 20_000 ? limit.signal : timeout(milliseconds),
  );
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockReturnValue(new Promise(() => {}));
  await openText('<p>one</p>');
  dispatchPaste(text, PASTED);
  await copy.click();
  await expectElement(page.getByText('Copying 1 picture…')).toBeVisible();
  limit.abort();
  await expectElement(
    page.getByRole('alert').filter({ hasText: 'could not be copied' }),
  ).toMatchTextContent('did not respond');
});
