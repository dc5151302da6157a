import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { content, excerpt, openEditor, title } from '../../../component-tests/editor-page.tsx';
import { createFakeApi } from '../../../component-tests/fake-api.ts';
import { keyboard } from '../../../component-tests/keyboard.ts';
import { expectElement, painted, viewButton } from '../../../component-tests/locators.ts';
import { unmount } from '../../../component-tests/mount.tsx';
import { EMPTY_FORM } from '../post-form/post-form.ts';
import { postDrafts } from './post-drafts.ts';

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
  await expectElement(page.getByRole('complementary', { name: 'On this device' })).toBeVisible();
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
  await viewButton('Preview').click();
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
  await viewButton('Side by side').click();
  await openAgain();
  await expectElement(viewButton('Side by side')).toHaveAttribute('aria-pressed', 'true');
  await expectElement(article).toBeVisible();
  // There is no room for two panes.
  await page.viewport(...PHONE);
  await expectElement(viewButton('HTML')).toHaveAttribute('aria-pressed', 'true');
  await expectElement(preview).not.toBeInTheDocument();
  await page.viewport(...LAPTOP);
  await expectElement(article).toBeVisible();
  await viewButton('Preview').click();
  await openAgain();
  await expectElement(viewButton('Side by side')).toHaveAttribute('aria-pressed', 'true');
  await expectElement(content).toBeVisible();
});

test('showing a missing field does not choose a view', async () => {
  const api = await openEditor();
  await title.fill('A title');
  await excerpt.fill('An excerpt');
  await viewButton('Preview').click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expectElement(content).toHaveFocus();
  await expectElement(viewButton('HTML')).toHaveAttribute('aria-pressed', 'true');
  expect(api.account().editor_view).toBe(null);
});
