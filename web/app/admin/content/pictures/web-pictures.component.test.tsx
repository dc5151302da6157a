import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { dispatchPaste } from '../../../../component-tests/clipboard.ts';
import { content } from '../../../../component-tests/editor-page.tsx';
import { createFakeApi } from '../../../../component-tests/fake-api.ts';
import { expectElement, viewButton } from '../../../../component-tests/locators.ts';
import { expectHtml, openText, text } from '../../../../component-tests/visual-text.ts';

const SOURCE = 'https://other.example/leaf.jpg?a=1&amp;b=2';
const PASTED = {
  'text/html': `<p>two</p><p><img src="${SOURCE}" alt="A leaf"></p><p>three</p>`,
  'text/plain': 'two three',
};
const UPLOADED = 'src="/uploads/leaf-1-300x200-123.webp" alt="A leaf" width="300" height="200"';
const copy = page.getByRole('button', { name: 'Copy 1 picture into the library' });

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
  });

  test('also in the HTML box', async () => {
    await openText('<P>one</P>');
    await viewButton('HTML').click();
    content.element().focus();
    dispatchPaste(content, PASTED);
    await copy.click();
    await expectHtml(/src="\/uploads\/leaf-1-300x200-123.webp" alt="A leaf"/);
  });
});

test('what could not be copied is named, with what to do', async () => {
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockRejectedValue(new Error('No CORS'));
  await openText('<p>one</p>');
  dispatchPaste(text, PASTED);
  await copy.click();
  const alert = page.getByRole('alert').filter({ hasText: 'could not be copied' });
  await expectElement(alert).toMatchTextContent('then press Replace at the picture');
  await expectElement(alert).toMatchTextContent('https://other.example/leaf.jpg');
  await expectHtml(new RegExp(SOURCE.replace('?', '\\?')));
});
