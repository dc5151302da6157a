import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { content, openEditor, title } from '../../../component-tests/editor-page.tsx';
import { expectConsoleError } from '../../../component-tests/expected-errors.ts';
import { createFakeApi } from '../../../component-tests/fake-api.ts';
import {
  boxOf,
  expectElement,
  showView,
  sideBySide,
  viewButton,
} from '../../../component-tests/locators.ts';
import { unmount } from '../../../component-tests/mount.tsx';
import { text } from '../../../component-tests/visual-text.ts';
import { visualEditorCode } from './editor-view.ts';

const offer = (name: 'Write visually' | 'Write HTML') => page.getByRole('button', { name });

async function openAgain(api: ReturnType<typeof createFakeApi>): Promise<void> {
  unmount();
  await openEditor({ api });
}

test('until a view is chosen, the HTML is shown with an offer of both above, Visual suggested', async () => {
  const api = await openEditor();
  await expectElement(content).toBeVisible();
  await expectElement(viewButton('HTML')).toHaveAttribute('aria-pressed', 'true');
  expect(boxOf(offer('Write visually')).bottom).toBeLessThan(boxOf(title).top);
  const ground = (name: Parameters<typeof offer>[0]) =>
    getComputedStyle(offer(name).element()).backgroundColor;
  expect(ground('Write visually')).not.toBe(ground('Write HTML'));
  await offer('Write visually').click();
  await expectElement(text).toHaveFocus();
  await expectElement(offer('Write HTML')).not.toBeInTheDocument();
  await expect.poll(() => api.account().editor_view).toBe('visual');
  // Another device has nothing of it but the account.
  localStorage.removeItem('editor-view');
  await openAgain(api);
  expect(text.query()).not.toBe(null);
  expect(offer('Write visually').query()).toBe(null);
});

/** Its code arrives when the returned function is called. */
function slowVisualEditor(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const load = visualEditorCode.load;
  vi.spyOn(visualEditorCode, 'loaded').mockReturnValue(null);
  vi.spyOn(visualEditorCode, 'load').mockImplementation(async () => {
    await promise;
    return load();
  });
  return resolve;
}

test('on a slow line, the text takes the focus when it has arrived', async () => {
  const arrive = slowVisualEditor();
  await openEditor();
  await offer('Write visually').click();
  await expectElement(page.getByText('Loading the visual editor...')).toBeVisible();
  arrive();
  await expectElement(text).toHaveFocus();
});

test('on a slow line, a field that was chosen meanwhile keeps the focus', async () => {
  const arrive = slowVisualEditor();
  await openEditor();
  await offer('Write visually').click();
  await title.click();
  arrive();
  await expectElement(text).toBeVisible();
  await expectElement(title).toHaveFocus();
});

test('HTML is chosen with the focus in its box', async () => {
  const api = await openEditor();
  await offer('Write HTML').click();
  await expectElement(content).toHaveFocus();
  await expect.poll(() => api.account().editor_view).toBe('html');
  await openAgain(api);
  await expectElement(content).toBeVisible();
  expect(offer('Write HTML').query()).toBe(null);
});

test('a press on a tab is remembered, except on Preview', async () => {
  const api = await openEditor();
  await showView('Preview');
  expect(api.account().editor_view).toBe(null);
  await expectElement(offer('Write HTML')).toBeVisible();
  await showView('Visual');
  await expect.poll(() => api.account().editor_view).toBe('visual');
  await expectElement(offer('Write HTML')).not.toBeInTheDocument();
  await showView('Side by side');
  await expect.poll(() => api.account().editor_view).toBe('html');
  await openAgain(api);
  await expectElement(sideBySide).toBeChecked();
  // Chosen on another device.
  api.chooseView('visual');
  await openAgain(api);
  await expectElement(viewButton('Visual')).toHaveAttribute('aria-pressed', 'true');
  const puts = api.requests().filter((call) => call === 'PUT /admin/account');
  expect(puts).toHaveLength(2);
});

test('the account is asked together with the post', async () => {
  const api = createFakeApi();
  const { id } = api.addPost();
  const answers = [api.hold('GET /admin/account'), api.hold('GET /admin/posts')];
  const opened = openEditor({ id, api });
  await expect
    .poll(() => api.requests().join())
    .toMatch(/GET \/admin\/account.*GET \/admin\/posts|GET \/admin\/posts.*GET \/admin\/account/);
  expect(title.query()).toBe(null);
  for (const answer of answers) await answer();
  await opened;
});

test('without an answer the editor opens in the last view, and offers nothing', async () => {
  expectConsoleError(/answered 500/);
  const api = createFakeApi();
  api.on('GET /admin/account', { status: 500, json: {} });
  await openEditor({ api });
  await expectElement(content).toBeVisible();
  expect(offer('Write HTML').query()).toBe(null);
});
