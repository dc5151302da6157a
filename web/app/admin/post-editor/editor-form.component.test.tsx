import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { content, excerpt, openEditor, title } from '../../../component-tests/editor-page.tsx';
import { createFakeApi } from '../../../component-tests/fake-api.ts';
import { keyboard } from '../../../component-tests/keyboard.ts';
import {
  boxOf,
  expectElement,
  painted,
  showView,
  sideBySide,
  viewButton,
} from '../../../component-tests/locators.ts';
import { unmount } from '../../../component-tests/mount.tsx';
import { EMPTY_FORM } from '../post-form/post-form.ts';
import { postDrafts } from './post-kind.ts';

const LAPTOP = [1280, 800] as const;
const PHONE = [375, 667] as const;

const preview = page.getByRole('region', { name: 'Preview' });

afterEach(() => page.viewport(1280, 900));

for (const size of [LAPTOP, PHONE] as const) {
  test(`a new post is written from top to bottom without Tab at ${size[0]}`, async () => {
    await page.viewport(size[0], size[1]);
    await openEditor();
    await expectElement(title).toHaveFocus();
    expect(scrollY).toBe(0);
    await keyboard.type('A title');
    await keyboard.press('Enter');
    await expectElement(excerpt).toHaveFocus();
    await keyboard.type('First line');
    await keyboard.press('Shift+Enter');
    await keyboard.type('second line');
    await keyboard.press('Enter');
    await expectElement(content).toHaveFocus();
    await keyboard.type('One\ntwo');
    await expectElement(title).toHaveValue('A title');
    await expectElement(excerpt).toHaveValue('First line\nsecond line');
    await expectElement(content).toHaveValue('One\ntwo');
  });
}

test('Enter in the title goes to the text if there is an excerpt', async () => {
  await openEditor();
  await excerpt.fill('An excerpt');
  await title.click();
  await keyboard.press('Enter');
  await expectElement(content).toHaveFocus();
  await excerpt.fill('  ');
  await title.click();
  await keyboard.press('Enter');
  await expectElement(excerpt).toHaveFocus();
});

test('Title has the focus in a new post, but not in an existing one', async () => {
  await openEditor();
  await expectElement(title).toHaveFocus();
  unmount();
  const api = createFakeApi();
  await openEditor({ id: api.addPost().id, api });
  await painted();
  await expectElement(title).not.toHaveFocus();
});

test('the offer of a local draft comes before the title', async () => {
  await postDrafts.save({
    key: 'a-draft',
    keptAt: Date.now(),
    documentId: null,
    version: 0,
    form: { ...EMPTY_FORM, title: 'Kept' },
  });
  await openEditor();
  await expectElement(page.getByRole('complementary', { name: 'Unsaved changes' })).toBeVisible();
  await painted();
  await expectElement(title).not.toHaveFocus();
});

test('Enter accepts a composed word and does not lead on', async () => {
  await openEditor();
  for (const field of [title, excerpt]) {
    field.element().focus();
    for (const composing of [{ isComposing: true }, { keyCode: 229 }]) {
      const options = { key: 'Enter', bubbles: true, cancelable: true, ...composing };
      field.element().dispatchEvent(new KeyboardEvent('keydown', options));
    }
    await expectElement(field).toHaveFocus();
  }
});

test('Enter in another field neither leads on nor saves', async () => {
  const api = await openEditor();
  await title.fill('A title');
  await excerpt.fill('An excerpt');
  await content.fill('<p>Text</p>');
  const tags = page.getByLabelText('Tags', { exact: true });
  await tags.fill('One');
  await keyboard.press('Enter');
  await expectElement(tags).toHaveFocus();
  expect(api.requests()).not.toContain('POST /admin/posts');
});

test('Enter in the excerpt shows the text that the preview hides', async () => {
  const api = createFakeApi();
  await openEditor({ id: api.addPost().id, api });
  await showView('Preview');
  await expectElement(content).not.toBeVisible();
  excerpt.element().focus();
  await keyboard.press('Enter');
  await expectElement(content).toHaveFocus();
});

test('the browser remembers two panes, but no preview', async () => {
  const api = createFakeApi();
  const { id } = api.addPost();
  const openAgain = async () => {
    unmount();
    await openEditor({ id, api });
  };
  const article = preview.getByRole('article');
  await page.viewport(...LAPTOP);
  await openEditor({ id, api });
  await expectElement(viewButton('HTML')).toHaveAttribute('aria-pressed', 'true');
  await showView('Side by side');
  await openAgain();
  await expectElement(sideBySide).toBeChecked();
  await expectElement(article).toBeVisible();
  // There is no room for two panes.
  await page.viewport(...PHONE);
  await expectElement(preview).not.toBeInTheDocument();
  await expectElement(content).toBeVisible();
  await page.viewport(...LAPTOP);
  await expectElement(article).toBeVisible();
  await sideBySide.click();
  await expectElement(viewButton('Preview')).toHaveAttribute('aria-pressed', 'true');
  await expectElement(content).not.toBeVisible();
  await openAgain();
  await expectElement(viewButton('HTML')).toHaveAttribute('aria-pressed', 'true');
  await expectElement(content).toBeVisible();
});

test('a missing field is marked and says so until it has a text', async () => {
  const api = await openEditor();
  const publish = page.getByRole('button', { name: 'Publish', exact: true });
  await content.fill(' ');
  await publish.click();
  await expectElement(title).toHaveFocus();
  for (const [field, message] of [
    [title, 'Title is missing'],
    [excerpt, 'Excerpt is missing'],
    [content, 'Content is missing'],
  ] as const) {
    await expectElement(field).toHaveAttribute('aria-invalid', 'true');
    await expectElement(field).toHaveAccessibleDescription(new RegExp(message));
    await field.fill('Text');
    await expectElement(field).not.toHaveAttribute('aria-invalid');
    await expectElement(page.getByText(message)).not.toBeInTheDocument();
  }
  expect(api.requests()).not.toContain('POST /admin/posts');
});

test('a form that was discarded has no missing fields', async () => {
  await openEditor();
  await title.fill('A title');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expectElement(page.getByText('Excerpt is missing')).toBeVisible();
  vi.spyOn(window, 'confirm').mockReturnValue(true);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expectElement(title).toHaveValue('');
  await expectElement(page.getByText('Excerpt is missing')).not.toBeInTheDocument();
});

test('showing a missing field does not choose a view', async () => {
  const api = await openEditor();
  await title.fill('A title');
  await excerpt.fill('An excerpt');
  await showView('Preview');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expectElement(content).toHaveFocus();
  const message = page.getByText('Content is missing');
  await expectElement(message).toBeInViewport();
  expect(boxOf(message).bottom).toBeLessThanOrEqual(boxOf(content).top);
  await expectElement(viewButton('HTML')).toHaveAttribute('aria-pressed', 'true');
  expect(api.account().editor_view).toBe(null);
});
