import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { content, openEditor, title } from '../../../../component-tests/editor-page.tsx';
import { expectConsoleError } from '../../../../component-tests/expected-errors.ts';
import { createFakeApi } from '../../../../component-tests/fake-api.ts';
import {
  dispatchFiles,
  expectShape,
  field,
  picture,
  placeCaret,
} from '../../../../component-tests/file-events.ts';
import { keyboard } from '../../../../component-tests/keyboard.ts';
import {
  boxOf,
  expectCount,
  expectElement,
  showView,
} from '../../../../component-tests/locators.ts';

const UPLOAD = 'POST /admin/upload-image';
const UPLOADED = expect.stringMatching(/^\/uploads\/[\w-]+-300x200-\d{3}\.webp$/);

const featured = page.getByRole('group', { name: 'Featured Image' });
const input = featured.getByCss('input[type=file]');
const shown = featured.getByRole('img');
const imageUrl = featured.getByLabelText('Image URL');
const add = featured.getByRole('button', { name: 'Add', exact: true });

async function expectShown(src: unknown): Promise<void> {
  await expect.poll(() => shown.query()?.getAttribute('src')).toEqual(src);
}

test('an image URL is added and shown', async () => {
  const api = createFakeApi();
  api.on('POST /admin/save-image-url', { json: { url: '/uploads/leaf.webp' } });
  const release = api.hold('POST /admin/save-image-url');
  await openEditor({ api });
  await featured.getByRole('button', { name: 'Use URL' }).click();
  await expectElement(add).toBeDisabled();
  await imageUrl.fill('   ');
  await expectElement(add).toBeDisabled();
  await imageUrl.fill(' https://EXAMPLE.com/leaf.webp ');
  await add.click();
  await expectElement(featured.getByRole('button', { name: 'Adding...' })).toBeDisabled();
  await release();
  await expectShown('/uploads/leaf.webp');
  expect(api.calls.at(-1)?.body).toEqual({ image_url: 'https://EXAMPLE.com/leaf.webp' });
  await page.getByRole('button', { name: 'Remove Image' }).click();
  await expectCount(shown, 0);
});

test('an unusable image URL shows an alert, and nothing else changes', async () => {
  expectConsoleError(/answered 400/);
  const alert = vi.spyOn(window, 'alert').mockReturnValue();
  const api = createFakeApi();
  api.on('POST /admin/save-image-url', { status: 400 });
  await openEditor({ api });
  await content.fill('<p>Text</p>');
  await featured.getByRole('button', { name: 'Use URL' }).click();
  await imageUrl.fill('ftp://example.com/leaf.webp');
  await add.click();
  await expect
    .poll(() => alert.mock.calls)
    .toEqual([['Failed to save image URL. Please check the URL and try again.']]);
  await expectElement(imageUrl).toHaveValue('ftp://example.com/leaf.webp');
  await expectElement(content).toHaveValue('<p>Text</p>');
});

test('the button for a file is designed, and shows the focus of its input', async () => {
  await openEditor();
  const label = featured.getByText('Choose an image file');
  await expectElement(input).toHaveAccessibleName('Choose an image file');
  await expectElement(input).toHaveAccessibleDescription(/^Or drop or paste it here/);
  expect(boxOf(input).width).toBeLessThanOrEqual(1);
  expect(boxOf(label).height).toBeGreaterThanOrEqual(24);
  featured.getByRole('button', { name: 'Choose from library' }).element().focus();
  await keyboard.press('Tab');
  await expectElement(input).toHaveFocus();
  expect(getComputedStyle(label.element()).outlineStyle).toBe('solid');
});

test('a failed upload shows an alert, and nothing else changes', async () => {
  expectConsoleError(/answered 415/);
  const alert = vi.spyOn(window, 'alert').mockReturnValue();
  const api = createFakeApi();
  api.on(UPLOAD, { status: 415 });
  await openEditor({ api });
  await content.fill('<p>Text</p>');
  await input.upload(new File(['this is no image'], 'fake.png', { type: 'image/png' }));
  await expect
    .poll(() => alert.mock.calls)
    .toEqual([['Failed to upload image. Please try again.']]);
  await expectElement(content).toHaveValue('<p>Text</p>');
  await expectCount(shown, 0);
});

test('a file that is too large or no image is refused before the upload', async () => {
  const api = await openEditor();
  const large = new File([new Uint8Array(15 * 1024 * 1024 + 1)], 'large.png', {
    type: 'image/png',
  });
  dispatchFiles(input, 'drop', [large]);
  const alert = featured.getByRole('alert');
  await expectElement(alert).toMatchTextContent('“large.png” is too large: 15.0 MB');
  await input.upload(new File(['x'], 'text.pdf', { type: 'application/pdf' }));
  await expectElement(alert).toMatchTextContent('is not a supported image');
  expect(api.requests()).not.toContain('POST /admin/upload-image');
});

test('the progress of an upload is shown, and saving waits for it', async () => {
  const api = createFakeApi();
  const release = api.hold(UPLOAD);
  await openEditor({ api });
  await expectElement(input).toHaveAttribute('accept', 'image/*');
  await input.upload(picture());
  await expectElement(page.getByRole('progressbar')).toBeVisible();
  await expectElement(page.getByRole('button', { name: 'Save as Draft' })).toBeDisabled();
  await expectElement(page.getByText('Uploading…')).toBeVisible();
  await release();
  await expectShown(UPLOADED);
  await expectCount(page.getByRole('progressbar'), 0);
});

for (const way of ['drop', 'paste'] as const) {
  test(`${way} on the field sets the featured image`, async () => {
    await openEditor();
    dispatchFiles(input, way, [picture()]);
    await expectShown(UPLOADED);
  });

  test(`${way} on the text inserts the image there`, async () => {
    await openEditor();
    await content.fill('before after');
    placeCaret(7);
    dispatchFiles(content, way, [picture()]);
    await expectShape('before \nIMG\nafter');
  });
}

test('an uploaded image is inserted at its position, wherever the caret is then', async () => {
  const api = createFakeApi();
  const next = api.hold(UPLOAD);
  await openEditor({ api });
  await content.fill('before after');
  placeCaret(7);
  dispatchFiles(content, 'drop', [picture()]);
  await expect
    .poll(() => field().value)
    .toMatch(/^before \n<!-- Uploading leaf\.webp … \w+ -->\nafter$/);
  await showView('Preview');
  await title.fill('A title');
  await next();
  await expectShape('before \nIMG\nafter');
  await expectElement(title).toHaveValue('A title');

  await showView('HTML');
  field().focus();
  dispatchFiles(content, 'paste', [picture()]);
  await keyboard.press('Control+End');
  await keyboard.type(', and ');
  await next();
  await expectShape('before \nIMG\nIMG\nafter, and ');
  await keyboard.type('more');
  await expectShape('before \nIMG\nIMG\nafter, and more');
});

test('another image clears the description', async () => {
  await openEditor();
  await input.upload(picture());
  const description = featured.getByLabelText('Image description');
  await description.fill('A leaf');
  dispatchFiles(shown, 'drop', [picture()]);
  await expectElement(description).toHaveValue('');
});

test('a failed upload leaves the text as it was', async () => {
  expectConsoleError(/answered 415/);
  const alert = vi.spyOn(window, 'alert').mockReturnValue();
  const api = createFakeApi();
  api.on(UPLOAD, { status: 415 });
  await openEditor({ api });
  await content.fill('before after');
  dispatchFiles(content, 'drop', [picture()]);
  await expect
    .poll(() => alert.mock.calls)
    .toEqual([['Failed to upload image. Please try again.']]);
  await expectElement(content).toHaveValue('before after');
});

test('a file dropped beside the fields does not replace the page', async () => {
  await openEditor();
  await content.fill('text');
  dispatchFiles(page.getByRole('heading', { level: 1 }), 'drop', [picture()]);
  await expect.poll(() => field().value).toContain('<img src="/uploads/');
  await expectElement(content).toBeVisible();
});
