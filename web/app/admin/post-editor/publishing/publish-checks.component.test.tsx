import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { content, openEditor } from '../../../../component-tests/editor-page.tsx';
import { expectConsoleError } from '../../../../component-tests/expected-errors.ts';
import { createFakeApi } from '../../../../component-tests/fake-api.ts';
import { keyboard } from '../../../../component-tests/keyboard.ts';
import { expectElement, expectText } from '../../../../component-tests/locators.ts';
import { openVisual, text } from '../../../../component-tests/visual-text.ts';

const bar = page.getByRole('region', { name: 'Publishing' });
const summary = bar.getByCss('summary').filter({ hasText: 'Before you publish' });
const entry = (name: RegExp) => bar.getByRole('button', { name });

const LINK = '<p><a href="/blog/no-such-post">x</a></p>';

test('an entry leads to its place in the visual view', async () => {
  await openVisual('<p>One</p>\n<h2>Two</h2>\n<h4>Three</h4>');
  await summary.click();
  await entry(/^Line 3 An H4/).click();
  await expectElement(text).toHaveFocus();
  await keyboard.type('Here ');
  await expectText(text.getByCss('h4'), 'Here');
});

test('the rendering is shared, and links are looked up once', async () => {
  const api = createFakeApi();
  const { id } = api.addPost({ content: LINK });
  const previews = () => api.requests().filter((call) => call === 'POST /admin/preview').length;
  await openEditor({ id, api });
  await expectText(summary, ': 2');
  await expect.poll(previews).toBe(1);
  await content.fill('<p><a href="/blog/no-such-post">y</a> <img src="/a.webp"></p>');
  await expectText(summary, ': 3');
  await summary.click();
  await expectElement(entry(/no-such-post/)).toBeVisible();
  await expect.poll(previews).toBe(2);
  expect(api.requests().filter((call) => call.includes('link-targets'))).toHaveLength(1);
});

test('without an answer about links the other entries are there', async () => {
  expectConsoleError(/answered 500/);
  const api = createFakeApi();
  api.on('GET /admin/link-targets', { status: 500, json: {} });
  await openEditor({ id: api.addPost({ content: LINK }).id, api });
  await summary.click();
  await expectElement(entry(/^Featured Image/)).toBeVisible();
  await expectText(bar.getByRole('alert'), 'Not everything could be checked.');
});
