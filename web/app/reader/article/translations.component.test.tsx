import type { PostDetail } from '@longhand/contract/posts/posts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createFakeApi } from '../../../component-tests/fake-api.ts';
import { expectElement } from '../../../component-tests/locators.ts';
import { openPage } from '../../../component-tests/reader-pages.tsx';

const HEADINGS = ['a', 'b', 'c', 'd'].map(
  (id) => `<h2 id="${id}">عربي<a class="anchor" href="#${id}"></a></h2>`,
);
const CONTENT = `<p>عربي</p><pre>code</pre>${HEADINGS.join('')}`;

async function openPost(fields: Partial<PostDetail>): Promise<Element> {
  const api = createFakeApi();
  const { translation_of: _, ...post } = api.addPost({ title: 'A post', content: CONTENT });
  const detail = { ...post, previous_post: null, next_post: null, translations: [], ...fields };
  api.on('GET /posts/*', { json: detail });
  api.on('GET /posts', { json: [{ ...post, language: 'fr', title: 'Un autre' }] });
  openPage('/blog/a-post', api);
  await expectElement(page.getByRole('heading', { level: 1 })).toBeVisible();
  return document.querySelector('article') as Element;
}

function marked(root: Element, attribute: 'lang' | 'hreflang'): string[] {
  const elements = [...root.querySelectorAll(`[${attribute}]`)];
  return elements.map((each) => `${each.localName} ${each.getAttribute(attribute)}`);
}

test('language and direction are those of the post’s own text, and of its translations’ names', async () => {
  const article = await openPost({
    language: 'ar',
    translations: [
      { language: 'de-AT', slug: 'ein-beitrag', title: 'Ein Beitrag' },
      { language: 'en-US', slug: 'one-post', title: 'One post' },
    ],
  });
  const { lang } = document.documentElement;
  expect(marked(article, 'lang')).toEqual([
    ...['h1 ar', 'p ar', 'a de-AT', 'a en-US', 'ol ar', 'div ar'],
    // A button, whose word is the site's.
    `button ${lang}`,
  ]);
  for (const own of article.querySelectorAll('[lang=ar]'))
    expect(own.matches('[dir=rtl]')).toBe(true);
  expect(article.matches('[lang], [dir]')).toBe(false);
  const paragraphs = [...article.querySelectorAll('p')].map(({ textContent }) => textContent);
  expect(paragraphs).toContain('Also in: Deutsch (Österreich), English');
  await expectElement(page.getByRole('link', { name: 'English' })).toHaveAttribute(
    'href',
    '/blog/one-post',
  );
  expect(marked(document.head, 'hreflang')).toEqual(['link ar', 'link de-AT', 'link en-US']);
});

test('a post in the site’s language has none of it, the card of another has its own', async () => {
  const article = await openPost({ language: null });
  expect(marked(article, 'lang').filter((mark) => !mark.startsWith('button'))).toEqual([]);
  expect(article.querySelector('h1')?.getAttribute('dir')).toBe('auto');
  expect(document.head.querySelector('[hreflang]')).toBeNull();
  expect(article.textContent).not.toContain('Also in:');
  await expectElement(page.getByRole('heading', { name: 'Un autre' })).toHaveAttribute(
    'lang',
    'fr',
  );
});
