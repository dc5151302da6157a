import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { content, excerpt, openEditor, title } from '../../../../component-tests/editor-page.tsx';
import { expectConsoleError } from '../../../../component-tests/expected-errors.ts';
import { createFakeApi } from '../../../../component-tests/fake-api.ts';
import { keyboard } from '../../../../component-tests/keyboard.ts';
import {
  boxOf,
  expectElement,
  expectText,
  painted,
  showView,
} from '../../../../component-tests/locators.ts';
import { unmount } from '../../../../component-tests/mount.tsx';

const button = page.getByRole('button', { name: 'Post settings', exact: true });
const publish = page.getByRole('button', { name: 'Publish', exact: true });
const tags = page.getByLabelText('Tags', { exact: true });
const slug = page.getByLabelText('Address');

async function close(): Promise<void> {
  await button.click();
  await expectElement(tags).not.toBeVisible();
}

test('the panel is open at first; the browser remembers that it was closed', async () => {
  const api = createFakeApi();
  await openEditor({ api });
  const fields = [
    page.getByRole('button', { name: 'Upload File' }),
    tags,
    page.getByRole('heading', { name: 'SEO Settings' }),
    page.getByLabelText('Meta Title'),
    page.getByLabelText('Meta Description'),
    page.getByLabelText('Date', { exact: true }),
  ];
  for (const field of fields) await expectElement(field).toBeVisible();
  await expectElement(button).toHaveAttribute('aria-expanded', 'true');
  await expectElement(button).toHaveAttribute('title', 'Hide settings');
  const look = () => getComputedStyle(button.element()).backgroundColor;
  const pressed = look();
  await close();
  expect(look()).not.toBe(pressed);
  await expectElement(button).toHaveAttribute('title', 'Show settings');
  await expectElement(button).toHaveFocus();
  await expectElement(button).toHaveAttribute('aria-expanded', 'false');
  unmount();
  await openEditor({ api });
  for (const field of fields) expect(field.query()?.checkVisibility() ?? false).toBe(false);
  await button.click();
  for (const field of fields) await expectElement(field).toBeVisible();
});

test('beside two panes there is no space: the panel opens below them, and is scrolled to', async () => {
  const api = createFakeApi();
  await openEditor({ id: api.addPost({ content: '<p>x</p>\n'.repeat(200) }).id, api });
  await showView('Side by side');
  await close();
  await button.click();
  await expect.poll(() => boxOf(tags).top).toBeLessThan(window.innerHeight);
  expect(boxOf(tags).top).toBeGreaterThan(0);
});

const publishing = page.getByRole('region', { name: 'Publishing' });

for (const [width, where] of [
  [1280, 'beside'],
  [1100, 'beside'],
  [800, 'below'],
  [375, 'below'],
  [320, 'below'],
] as const) {
  test(`the panel is ${where} the text at ${width}, and Publishing is always in sight`, async () => {
    onTestFinished(() => page.viewport(1280, 900));
    await page.viewport(width, 800);
    await openEditor();
    const text = boxOf(content);
    const panel = boxOf(tags);
    const expectInSight = async () => {
      for (const top of [0, document.documentElement.scrollHeight]) {
        scrollTo(0, top);
        await painted();
        for (const control of [page.getByLabelText('Publish immediately'), publish]) {
          expect(boxOf(control).top).toBeGreaterThanOrEqual(0);
          expect(boxOf(control).bottom).toBeLessThanOrEqual(800);
        }
      }
      scrollTo(0, 0);
    };
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await expectInSight();
    if (where === 'below') {
      expect(panel.top).toBeGreaterThan(text.bottom);
      await expectElement(button).not.toBeInTheDocument();
      return;
    }
    expect(panel.left).toBeGreaterThan(text.right);
    expect(panel.top).toBeLessThan(text.bottom);
    // The focus ring is not cut off.
    const { right } = boxOf(page.getByCss('#document-settings'));
    expect(right - panel.right).toBeGreaterThanOrEqual(5);
    expect(boxOf(publishing).bottom).toBeLessThan(panel.top);
    await close();
    expect(boxOf(content).left).toBeGreaterThanOrEqual(text.left);
    expect(boxOf(publishing).left).toBe(0);
    expect(boxOf(publish).width).toBeGreaterThan(140);
    await expectInSight();
  });
}

test('what is not of the specification can be closed, and a check opens it', async () => {
  const api = createFakeApi();
  const { id } = api.addPost();
  await openEditor({ id, api });
  const summary = page.getByCss('summary').filter({ hasText: 'Address and language' });
  await expectElement(slug).toBeVisible();
  await summary.click();
  await expectElement(slug).not.toBeVisible();
  unmount();
  await openEditor({ id, api });
  await expectElement(summary).toBeVisible();
  expect(slug.query()?.checkVisibility() ?? false).toBe(false);
  await expectElement(page.getByLabelText('Meta Title')).toBeVisible();
  slug.element().dispatchEvent(new Event('invalid', { cancelable: true }));
  await expectElement(slug).toBeVisible();
});

test('a save that the server refuses for a field in the closed panel opens it', async () => {
  expectConsoleError(/answered 400/);
  vi.spyOn(window, 'alert').mockImplementation(() => {});
  const api = createFakeApi();
  const errors = { meta_title: ['is too long'] };
  api.on('POST /admin/posts', { status: 400, json: { detail: 'Not valid.', errors } });
  await openEditor({ api });
  await title.fill('A title');
  await excerpt.fill('An excerpt');
  await content.fill('<p>Text</p>');
  await close();
  await publish.click();
  await expectElement(page.getByLabelText('Meta Title')).toHaveFocus();
  await expectText(page.getByText('This is too long.'), 'This is too long.');
  // Not the owner's choice.
  expect(localStorage.getItem('post-settings')).toBe('closed');
});

test('so does one that the browser refuses', async () => {
  const api = createFakeApi();
  await openEditor({ id: api.addPost().id, api });
  await page.getByRole('button', { name: 'Use URL' }).click();
  const url = page.getByLabelText('Image URL');
  await url.fill('https://example.com/a.jpg');
  await close();
  await publish.click();
  await expectElement(url).toHaveFocus();
  expect(api.requests().filter((call) => call.startsWith('PUT /admin/posts'))).toEqual([]);
});

test('an entry of the checks opens the panel at its field', async () => {
  const api = createFakeApi();
  await openEditor({ id: api.addPost().id, api });
  await close();
  await page.getByCss('summary').filter({ hasText: 'to check before publishing' }).click();
  await page.getByRole('button', { name: /^Featured Image/ }).click();
  await expectElement(page.getByRole('button', { name: 'Upload File' })).toHaveFocus();
});

test('the keyboard goes from the text to Publishing, and from there into the panel', async () => {
  await openEditor();
  page.getByRole('button', { name: 'Focus', exact: true }).element().focus();
  await keyboard.press('Tab');
  await expectElement(page.getByRole('button', { name: 'Insert from library' })).toHaveFocus();
  await keyboard.press('Tab');
  await expectElement(page.getByLabelText('Publish immediately')).toHaveFocus();
  page.getByCss('summary').filter({ hasText: 'to check before publishing' }).element().focus();
  await keyboard.press('Tab');
  await expectElement(page.getByRole('button', { name: 'Upload File' })).toHaveFocus();
});
