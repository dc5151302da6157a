import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createFakeApi } from '../../../component-tests/fake-api.ts';
import { expectElement, expectTexts } from '../../../component-tests/locators.ts';
import { openPage } from '../../../component-tests/reader-pages.tsx';

const search = page.getByRole('searchbox');
const topic = page.getByRole('combobox');
const titles = page.getByRole('article').getByRole('heading');

async function openBlog(): Promise<void> {
  const api = createFakeApi();
  const posts = [
    api.addPost({ slug: 'one', title: 'Tide one', tags: ['Sea'] }),
    api.addPost({ slug: 'two', title: 'Tide two', tags: ['Land'] }),
    api.addPost({ slug: 'three', title: 'Wave', tags: ['Sea'] }),
  ];
  api.on('GET /posts', { json: posts });
  api.on('GET /tags', { json: { tags: ['Land', 'Sea'] } });
  openPage('/blog', api);
  await expectTexts(titles, ['Tide one', 'Tide two', 'Wave']);
}

function choose(tag: string): void {
  const select = topic.element() as HTMLSelectElement;
  select.value = tag;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

function type(words: string): void {
  (search.element() as HTMLInputElement).focus();
  document.execCommand('insertText', false, words);
}

// Both happen before the page shows the URL of the first.
test.each([
  ['a topic chosen immediately before typing', () => [choose('Sea'), type('tide')]],
  ['what was typed immediately before a topic is chosen', () => [type('tide'), choose('Sea')]],
])('%s is kept', async (_what, act) => {
  await openBlog();
  act();
  await expectTexts(titles, ['Tide one']);
  await expectElement(topic).toHaveValue('Sea');
  expect((search.element() as HTMLInputElement).value).toBe('tide');
});
