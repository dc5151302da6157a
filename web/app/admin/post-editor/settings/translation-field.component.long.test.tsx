import type { PostInput } from '@longhand/contract/posts/posts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openEditor } from '../../../../component-tests/editor-page.tsx';
import { expectConsoleError } from '../../../../component-tests/expected-errors.ts';
import { createFakeApi, type FakeApi } from '../../../../component-tests/fake-api.ts';
import { keyboard } from '../../../../component-tests/keyboard.ts';
import {
  expectCount,
  expectElement,
  expectText,
  expectTexts,
} from '../../../../component-tests/locators.ts';

const language = page.getByLabelText('Language', { exact: true });
const field = page.getByRole('combobox', { name: 'Translation of' });
const options = page.getByRole('option').filter({ hasText: /tea/i });
const publish = page.getByRole('button', { name: /^(Publish|Update)/ });

async function openWithPosts(fields: { translation_of?: string; language?: string } = {}) {
  const api = createFakeApi();
  const tea = api.addPost({ title: 'Green tea', slug: 'green-tea' });
  const draft = api.addPost({ title: 'Tea at noon', published: false, published_at: null });
  const own = api.addPost({ title: 'Tea of mine', ...fields });
  await openEditor({ id: own.id, api });
  return { api, tea, draft, own };
}

function sent(api: FakeApi): PostInput {
  const call = api.calls.findLast(({ method, path }) =>
    `${method} ${path}`.startsWith('PUT /admin/posts'),
  );
  return call?.body as PostInput;
}

test('a language is chosen, or typed as a code, and can be the site’s again', async () => {
  const { api } = await openWithPosts({ language: 'fr' });
  await expectElement(language).toHaveValue('fr');
  await language.selectOptions('Another language…');
  const code = page.getByLabelText('Language code');
  await code.fill('de_li');
  await publish.click();
  await expect.poll(() => sent(api)).toMatchObject({ language: 'de-LI' });
});

test('the site’s language is the first choice', async () => {
  const { api } = await openWithPosts({ language: 'fr' });
  const [first] = (language.element() as HTMLSelectElement).options;
  expect(first?.text).toBe('The site’s language');
  await language.selectOptions('The site’s language');
  await publish.click();
  await expect.poll(() => sent(api)).toMatchObject({ language: null });
  expect(sent(api)).not.toHaveProperty('translation_of');
});

test('another post is found by words of its title, and chosen with the keys', async () => {
  const { api, draft } = await openWithPosts();
  await field.click();
  await keyboard.type('tea');
  await expectTexts(options, ['Tea at noon · Draft', 'Green tea']);
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expectElement(field).toHaveValue('Tea at noon');
  await expectElement(field).toHaveAttribute('aria-expanded', 'false');
  await keyboard.type('x');
  await keyboard.press('Tab');
  await expectElement(field).toHaveValue('Tea at noon');
  await publish.click();
  await expect.poll(() => sent(api)).toMatchObject({ translation_of: draft.id });
});

test('the named post is shown by its title, and an empty field names none', async () => {
  const { api } = await openWithPosts({ translation_of: '018f3c5e-0000-7000-8000-000000000001' });
  await expectElement(field).toHaveValue('Green tea');
  await field.fill('nothing like it');
  await expectElement(page.getByText('No other post found.').last()).toBeVisible();
  await field.fill('');
  await publish.click();
  await expect.poll(() => sent(api)).toMatchObject({ translation_of: null });
});

test('a refused value has its sentence at the field', async () => {
  expectConsoleError(/answered 400/);
  vi.spyOn(window, 'alert').mockImplementation(() => {});
  const { api, tea } = await openWithPosts();
  const errors = { translation_of: ['is a post in the same language: “Green tea”'] };
  api.on('PUT /admin/posts/*', { status: 400, json: { detail: 'Not valid.', errors } });
  await field.fill('green');
  await options.first().click();
  await publish.click();
  const sentence = 'This is a post in the same language: “Green tea”.';
  await expectText(page.getByText(sentence), sentence);
  await expectElement(field).toHaveFocus();
  await expectElement(field).toHaveAttribute('aria-invalid', 'true');
  expect(sent(api).translation_of).toBe(tea.id);
  await expectCount(options, 0);
});
