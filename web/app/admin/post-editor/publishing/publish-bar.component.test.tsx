import type { Post } from '@longhand/contract/posts/posts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { content, excerpt, openEditor, title } from '../../../../component-tests/editor-page.tsx';
import { expectConsoleError } from '../../../../component-tests/expected-errors.ts';
import { createFakeApi } from '../../../../component-tests/fake-api.ts';
import { keyboard } from '../../../../component-tests/keyboard.ts';
import { expectCount, expectElement, expectText } from '../../../../component-tests/locators.ts';
import { unmount } from '../../../../component-tests/mount.tsx';
import { toForm } from '../../post-form/post-form.ts';
import { rememberDashboard } from '../../ui/dashboard-address.ts';

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

const state = page.getByCss('[data-local-draft]');

/** The second line of a button: its description, which is on the screen, and no part of its name. */
function describe(name: string): string {
  const id = button(name).element().getAttribute('aria-describedby') ?? '';
  const line = button(name).element().querySelector(`[id="${id}"]`);
  expect(line?.checkVisibility({ visibilityProperty: true, opacityProperty: true })).toBe(true);
  return line?.textContent ?? '';
}

const expectLine = (name: string, line: string) => expect.poll(() => describe(name)).toBe(line);

const looks = (name: string) => getComputedStyle(button(name).element()).backgroundColor;

test('each button says what it will do, as the form is', async () => {
  await open();
  await expectLine('Save as Draft', 'updates the live post');
  await expectLine('Publish', 'updates the live post');
  await expectLine('Unpublish', 'leaves the site');
  await expectElement(button('Publish')).toHaveAccessibleDescription('updates the live post');
  expect(looks('Save as Draft')).toBe(looks('Publish'));
  await box.click();
  await expectLine('Save as Draft', 'leaves the site');
});

test('a button that changes nothing for readers looks different', async () => {
  await open({ published: false, published_at: null });
  await expectLine('Save as Draft', 'stays a draft');
  await expectLine('Publish', 'goes online now');
  expect(looks('Save as Draft')).not.toBe(looks('Publish'));
});

test('Keep private is there only while a live or scheduled post has private changes', async () => {
  const publish_at = new Date(Date.now() + 1e9).toISOString();
  for (const fields of [{}, { published: false, published_at: null, publish_at }]) {
    await open(fields);
    await expectCount(button('Keep private'), 0);
    await content.fill('<p>Changed</p>');
    await expectElement(button('Keep private')).toBeVisible();
    unmount();
  }
  await open({ published: false, published_at: null });
  await content.fill('<p>Changed</p>');
  await expectText(state, /^Draft · /);
  await expectCount(button('Keep private'), 0);
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

test.each([
  ['?tag=Sea', ''],
  ['?show=published', '?show=published'],
])('Keep private leads from the list %s to the list %s, where the post is', async (search, to) => {
  rememberDashboard(search);
  onTestFinished(() => rememberDashboard(''));
  await open();
  await content.fill('<p>Changed</p>');
  await button('Keep private').click();
  await expectElement(dashboard).toHaveAttribute('data-search', to);
});

test('Keep private stays and says why if the changes cannot be written', async () => {
  expectConsoleError(/answered 507/);
  const { api } = await open();
  const detail = 'The server’s disk is full.';
  api.on('PUT /admin/working-copies/*', { status: 507, json: { detail } });
  await content.fill('<p>Changed</p>');
  await button('Keep private').click();
  await expectText(
    page.getByRole('alert'),
    'The editor stays open: the server does not have your changes yet. The server’s disk is full. Your text is safe in this browser.',
  );
  await expectText(state, 'Published · Not saved');
  await expectElement(button('Keep private')).toHaveFocus();
  await expectElement(content).toHaveValue('<p>Changed</p>');
});

test('Unpublish sends the post as it is saved, and the changes stay in the editor', async () => {
  const { api, id } = await open({ content: '<p>Saved</p>' });
  await content.fill('<p>Private</p>');
  await keyboard.press('Control+s');
  await expectText(state, 'Published · private changes');
  await button('Unpublish').click();
  await expectText(state, /^Draft · Autosaved/);
  const sent = api.calls.find(
    ({ method, path }) => `${method} ${path}` === `PUT /admin/posts/${id}`,
  );
  expect(sent?.body).toMatchObject({ content: '<p>Saved</p>', published: false });
  expect(sent?.headers.get('working-copy')).toBeNull();
  await expectCount(button('Unpublish'), 0);
  await expectElement(button('Save as Draft')).toHaveFocus();
  await expectElement(box).not.toBeChecked();
  await expectElement(content).toHaveValue('<p>Private</p>');
  await expectLine('Save as Draft', 'stays a draft');
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

test('a post whose date comes while the editor is open is live, and its box ticked', async () => {
  const soon = new Date(Date.now() + 1500).toISOString();
  await open({ published: false, published_at: null, publish_at: soon });
  await expectLine('Save as Draft', 'stays scheduled');
  await expectElement(box).not.toBeChecked();
  await expectLine('Save as Draft', 'updates the live post');
  await expectElement(box).toBeChecked();
  await expectText(state, 'Published');
  await box.click();
  await expectLine('Save as Draft', 'leaves the site');
});

test('an offline Publish says it once, with what happens next', async () => {
  expectConsoleError(/Failed to fetch/);
  const alert = vi.spyOn(window, 'alert').mockImplementation(() => {});
  const { api } = await open({ published: false, published_at: null });
  api.on('PUT /admin/posts/*', () => Promise.reject(new TypeError('Failed to fetch')));
  await button('Publish').click();
  await expect.poll(() => alert.mock.calls).toEqual([['Failed to save post. Please try again.']]);
  await expectText(
    page.getByRole('alert'),
    'You’re offline. Please try again once you’re connected.',
  );
  await expectText(state, 'Draft · Offline');
  // Nothing is left to be written.
  window.dispatchEvent(new Event('online'));
  await expectCount(page.getByRole('alert'), 0);
  await expectText(state, 'Draft');
});

const DRAFT = { published: false, published_at: null };

for (const [name, fields, autosaved] of [
  ['a new post', null, /^Draft · Autosaved/],
  ['a draft', DRAFT, /^Draft · Autosaved/],
  ['a live post', {}, 'Published · private changes'],
] as const)
  test(`after an offline Publish of ${name}, autosave goes on, and says so`, async () => {
    expectConsoleError(/Failed to fetch/);
    const alert = vi.spyOn(window, 'alert').mockImplementation(() => {});
    const api = createFakeApi();
    await openEditor({ api, ...(fields && { id: api.addPost(fields).id }) });
    for (const call of ['POST /admin/posts', 'PUT /admin/posts/*'])
      api.on(call, () => Promise.reject(new TypeError('Failed to fetch')));
    await title.fill('Written on a train');
    await excerpt.fill('An excerpt');
    await content.fill('<p>Text</p>');
    await button('Publish').click();
    await expect.poll(() => alert.mock.calls.length).toBe(1);
    await expectText(state, /Offline$/);
    await content.fill('<p>Text and more</p>');
    await expectText(state, autosaved);
    await expectCount(page.getByRole('alert'), 0);
  });

test('a working copy that an earlier version stored ticked opens unticked', async () => {
  const api = createFakeApi();
  const publish_at = new Date(Date.now() + 1e9).toISOString();
  const post = api.addPost({ published: false, published_at: null, publish_at });
  const form = { ...toForm(post), title: 'Other', published: true, publish_at: '' };
  const at = '2026-01-02T00:00:00.000Z';
  const copy = { id: post.id, post_id: post.id, base_version: post.version, version: 1, form };
  api.on('GET /admin/working-copies', { json: [{ ...copy, created_at: at, updated_at: at }] });
  await openEditor({ id: post.id, api });
  await expectElement(title).toHaveValue('Other');
  await expectElement(box).not.toBeChecked();
  await expectLine('Save as Draft', 'ends the schedule');
});

const discard = button('Discard changes');

test('nothing is left to discard when Unschedule has done what was cleared in the form', async () => {
  const publish_at = new Date(Date.now() + 1e9).toISOString();
  const { api } = await open({ published: false, published_at: null, publish_at });
  await page.getByRole('button', { name: 'Clear' }).click();
  await expectElement(discard).toBeVisible();
  await keyboard.press('Control+s');
  await expectText(state, 'private changes');
  api.hold('DELETE /admin/working-copies/*');
  await page.getByRole('button', { name: 'Unschedule' }).click();
  await expectText(state, /^Draft$/);
  await expectCount(discard, 0);
});
