import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { content, openEditor } from '../../../component-tests/editor-page.tsx';
import { createFakeApi, type FakeApi } from '../../../component-tests/fake-api.ts';
import { field } from '../../../component-tests/file-events.ts';
import { expectCount, expectElement, showView } from '../../../component-tests/locators.ts';
import { openVisual, text } from '../../../component-tests/visual-text.ts';

const WRITTEN = `<p>One</p>
<p onclick="x()">Two</p>
<iframe src="https://example.com/map"></iframe>`;

const PREVIEW = 'POST /admin/preview';

/** What the server says of it. */
const RENDERED = {
  content: '<p>One</p>\n<p>Two</p>',
  reading_minutes: 1,
  removed: [
    {
      kind: 'attribute',
      name: 'onclick',
      detail: 'p',
      line: 2,
      message: 'The attribute onclick is left out.',
    },
    {
      kind: 'element',
      name: 'iframe',
      detail: 'example.com',
      line: 3,
      message: 'The embed of example.com is left out.',
    },
  ],
  removed_count: 2,
};

const summary = page.getByText('2 items will be removed');

async function openWritten(api: FakeApi, text = WRITTEN): Promise<void> {
  await openEditor({ id: api.addPost({ content: text }).id, api });
}

function previews(api: FakeApi): number {
  return api.requests().filter((request) => request === PREVIEW).length;
}

test('the preview and the notes share a request', async () => {
  const api = createFakeApi();
  api.on(PREVIEW, { json: RENDERED });
  await openWritten(api);
  await expectElement(summary).toBeVisible();
  await showView('Preview');
  await expectElement(page.getByRole('region', { name: 'Preview' })).toMatchTextContent('Two');
  expect(previews(api)).toBe(1);
  await summary.click();
  await page.getByRole('button', { name: /Line 2 The attribute onclick/ }).click();
  await expectElement(content).toHaveFocus();
  const { value, selectionStart, selectionEnd } = field();
  expect(value.slice(selectionStart, selectionEnd)).toBe('<p onclick="x()">Two</p>');
});

test('in the visual view, a note names its block and leads to it', async () => {
  const api = createFakeApi();
  api.on(PREVIEW, { json: RENDERED });
  await openVisual('<p>One</p>\n<p onclick="x()">Two</p>', api);
  await summary.click();
  await page.getByRole('button', { name: /2nd paragraph The attribute onclick/ }).click();
  await expectElement(text.getByCss('[data-marked]')).toMatchTextContent('Two');
});

test('when the notes cannot be had, nothing is said', async () => {
  const api = createFakeApi();
  api.on(PREVIEW, { status: 500 });
  await openWritten(api);
  await expect.poll(() => previews(api)).toBe(1);
  await expectCount(page.getByRole('alert'), 0);
});

test('a session that ended meanwhile does not end the writing', async () => {
  const api = createFakeApi();
  await openWritten(api, '<p>Text</p>');
  await expect.poll(() => previews(api)).toBe(1);
  api.on(PREVIEW, { status: 401 });
  await content.fill('<p>More text</p>');
  await expect.poll(() => previews(api)).toBe(2);
  await expectElement(content).toHaveValue('<p>More text</p>');
  expect(localStorage.getItem('token')).not.toBeNull();
});
