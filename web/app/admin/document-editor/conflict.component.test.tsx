import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { content, openEditor } from '../../../component-tests/editor-page.tsx';
import { expectConsoleError } from '../../../component-tests/expected-errors.ts';
import { createFakeApi } from '../../../component-tests/fake-api.ts';
import { expectElement, expectText, expectTexts } from '../../../component-tests/locators.ts';

const conflict = page.getByRole('region', { name: 'This post was changed elsewhere' });
const text = conflict.getByRole('region', { name: 'Content' });

test('a conflict shows the differences of the text, and the source when it is asked for', async () => {
  expectConsoleError(/409/);
  const api = createFakeApi();
  const post = api.addPost({ content: '<p>One <i>fish</i> here</p>' });
  await openEditor({ id: post.id, api });
  await content.fill('<p>My <i>fish</i> here</p>');
  api.addPost({ ...post, content: '<p>Their <i>fish</i> here</p>', version: 2 });
  api.on(`GET /admin/posts/${post.id}/revisions/1`, { json: post });
  api.on('PUT /admin/posts/*', { status: 409, json: { status: 409, type: 'conflict' } });
  await page.getByRole('button', { name: 'Save as Draft' }).click();
  await expectElement(conflict).toBeVisible();
  await expectTexts(text.getByCss('ins'), ['My']);
  await expectTexts(text.getByCss('del'), ['Their']);
  expect(text.element().textContent).not.toContain('<p>');
  const merge = conflict.getByRole('button', { name: 'Save merged version', exact: true });
  await expectElement(merge).toHaveAccessibleDescription('updates the live post');
  await conflict.getByRole('radio', { name: 'The saved version' }).click();
  await expectTexts(text.getByCss('ins'), ['Their']);
  await conflict.getByRole('button', { name: 'Source', exact: true }).click();
  await expectText(text, '<i>fish</i>');
});

test('the buttons of a conflict come with the comparison, so that they do not move under a finger', async () => {
  expectConsoleError(/409/);
  const api = createFakeApi();
  const post = api.addPost({ content: '<p>One</p>' });
  await openEditor({ id: post.id, api });
  await content.fill('<p>Mine</p>');
  api.addPost({ ...post, content: '<p>Theirs</p>', version: 2 });
  api.on(`GET /admin/posts/${post.id}/revisions/1`, { json: post });
  api.on('PUT /admin/posts/*', { status: 409, json: { status: 409, type: 'conflict' } });
  const before: string[] = [];
  const watch = new MutationObserver(() => {
    const merge = document.querySelector('button[value="merged"]');
    const box = merge?.closest('section');
    if (box && !box.querySelector('ins')) before.push(box.textContent ?? '');
  });
  watch.observe(document.body, { childList: true, subtree: true });
  await page.getByRole('button', { name: 'Save as Draft' }).click();
  await expectTexts(text.getByCss('ins'), ['Mine']);
  watch.disconnect();
  await expectElement(conflict.getByRole('button', { name: 'Save merged version' })).toBeEnabled();
  expect(before).toEqual([]);
});
