import type { Post } from '@longhand/contract/posts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { content, openEditor, title } from '../../../../component-tests/editor-page.tsx';
import { expectConsoleError } from '../../../../component-tests/expected-errors.ts';
import { createFakeApi } from '../../../../component-tests/fake-api.ts';
import { keyboard } from '../../../../component-tests/keyboard.ts';
import { expectCount, expectElement, expectText } from '../../../../component-tests/locators.ts';

const bar = page.getByRole('region', { name: 'Publishing' });
const button = (name: string) => bar.getByRole('button', { name, exact: true });
const box = page.getByLabelText('Publish immediately');
const dashboard = page.getByRole('heading', { name: 'Dashboard' });

async function open(fields: Partial<Post> = {}) {
  const api = createFakeApi();
  const { id } = api.addPost(fields);
  await openEditor({ id, api });
  return { api, id };
}

/** What describes a button, which is also on the screen. */
function describe(name: string): string {
  const id = button(name).element().getAttribute('aria-describedby') ?? '';
  const line = document.getElementById(id);
  expect(line?.checkVisibility({ visibilityProperty: true, opacityProperty: true })).toBe(true);
  return (line?.textContent ?? '').trim();
}

const expectDescription = (name: string, sentence: string) =>
  expect.poll(() => describe(name)).toBe(sentence);

const TICKED = "because the post is public and 'Publish immediately' is ticked.";

test('what each button of a live post will do follows the form', async () => {
  await open();
  await expectDescription('Save as Draft', 'Save as Draft changes nothing.');
  await expectDescription('Unpublish', 'Unpublish takes the post offline.');
  await content.fill('<p>Changed</p>');
  await expectDescription('Save as Draft', `Save as Draft puts these changes online, ${TICKED}`);
  await expectDescription('Publish', 'Publish puts these changes online.');
  await expectDescription(
    'Keep private',
    'Keep private closes the editor; these changes stay private.',
  );
  await box.click();
  await expectDescription(
    'Save as Draft',
    "Save as Draft takes the post offline and saves these changes, because 'Publish immediately' is not ticked.",
  );
});

test('Keep private waits until the server has the changes, and changes no post', async () => {
  const { api, id } = await open();
  const release = api.hold('PUT /admin/working-copies/*');
  await content.fill('<p>Changed</p>');
  await button('Keep private').click();
  await expectElement(button('Closing...')).toBeDisabled();
  await expectCount(dashboard, 0);
  await release();
  await expectElement(dashboard).toBeVisible();
  expect(api.requests()).not.toContain(`PUT /admin/posts/${id}`);
});

test('Keep private stays and says why if the changes cannot be written', async () => {
  expectConsoleError(/answered 507/);
  const { api } = await open();
  const detail = 'The server’s disk is full.';
  api.on('PUT /admin/working-copies/*', { status: 507, json: { detail } });
  await content.fill('<p>Changed</p>');
  await button('Keep private').click();
  await expectText(
    bar.getByRole('status'),
    'The editor stays open: the server does not have these private changes yet. The server’s disk is full.',
  );
  await expectElement(button('Keep private')).toHaveFocus();
  await expectElement(content).toHaveValue('<p>Changed</p>');
});

test('Keep private of an empty new post just closes the editor', async () => {
  const api = await openEditor();
  await expectElement(title).toHaveFocus();
  await button('Keep private').click();
  await expectElement(dashboard).toBeVisible();
  expect(api.requests().filter((call) => call.startsWith('PUT'))).toEqual([]);
});

test('Unpublish sends the post as it is saved, and the changes stay in the editor', async () => {
  const { api, id } = await open({ content: '<p>Saved</p>' });
  await content.fill('<p>Private</p>');
  await keyboard.press('Control+s');
  await expectText(bar.getByRole('status'), /^Private changes kept at .*stays as it is\.$/);
  await button('Unpublish').click();
  await expectText(bar.getByRole('status'), /^Unpublished at .* Your private changes are kept\.$/);
  const sent = api.calls.find(
    ({ method, path }) => `${method} ${path}` === `PUT /admin/posts/${id}`,
  );
  expect(sent?.body).toMatchObject({ content: '<p>Saved</p>', published: false });
  expect(sent?.headers.get('working-copy')).toBeNull();
  await expectCount(button('Unpublish'), 0);
  await expectElement(button('Save as Draft')).toHaveFocus();
  await expectElement(box).not.toBeChecked();
  await expectElement(content).toHaveValue('<p>Private</p>');
  await expectDescription(
    'Save as Draft',
    'Save as Draft saves these changes; the post stays a draft.',
  );
});

test('an Unpublish that fails says so, and the post stays as it was', async () => {
  expectConsoleError(/answered 500/);
  const alert = vi.spyOn(window, 'alert').mockImplementation(() => {});
  const { api } = await open();
  api.on('PUT /admin/posts/*', { status: 500, json: {} });
  await button('Unpublish').click();
  await expect
    .poll(() => alert.mock.calls)
    .toEqual([['Failed to unpublish post. Please try again.']]);
  await expectElement(box).toBeChecked();
  await expectElement(button('Unpublish')).toHaveFocus();
});

test('a date that comes while the editor is open schedules no more', async () => {
  const soon = new Date(Date.now() + 1500).toISOString();
  await open({ published: false, published_at: null, publish_at: soon });
  await expect.poll(() => describe('Publish')).toMatch(/^Publish leaves it scheduled for /);
  await expect.poll(() => describe('Publish')).toBe('Publish changes nothing.');
});
