import type { SentWords } from '@longhand/contract/words';
import { EN } from '@longhand/contract/words/en';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { Footer } from './footer.tsx';
import type { Site } from './site.ts';
import { SiteWords } from './words.tsx';

function textOf(name: string): string {
  const site = { name, timeZone: 'UTC', links: [], pages: [] } as unknown as Site;
  const footer = createElement(MemoryRouter, null, createElement(Footer, { site }));
  const sent: SentWords = { language: 'en', direction: 'ltr', words: EN };
  return renderToStaticMarkup(createElement(SiteWords, { sent }, footer)).replace(/<[^>]*>/g, '');
}

test.each([
  ['The Garden', 'The Garden. All'],
  ['What grows?', 'What grows? All'],
  ['Beans!', 'Beans! All'],
])('the sentence after the name “%s” begins with one mark', (name, expected) => {
  expect(textOf(name)).toContain(expected);
});
