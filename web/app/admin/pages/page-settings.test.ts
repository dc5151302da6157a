import { expect, test } from 'vitest';
import { addressProblem } from './page-settings.tsx';

const PAGES = [
  { id: 'a', slug: 'about', title: 'About' },
  { id: 'i', slug: 'imprint', title: 'Imprint' },
];

test('addresses of the site, of other pages, and that are too long are refused with a sentence', () => {
  expect(addressProblem('blog', PAGES, null)).toBe(
    '“blog” is reserved for the site itself. Choose another.',
  );
  expect(addressProblem(' Admin ', PAGES, null)).toContain('“admin”');
  expect(addressProblem('imprint', PAGES, null)).toBe(
    'The page “Imprint” already has the address “imprint”. Choose another.',
  );
  expect(addressProblem('x'.repeat(81), PAGES, null)).toBe(
    'It has 81 characters, and the limit is 80.',
  );
});

test('a page keeps an address that was reserved later, and no other page can take it', () => {
  const pages = [{ id: 'o', slug: 'archive', title: 'Old texts' }];
  expect(addressProblem('archive', pages, 'o')).toBeNull();
  expect(addressProblem('archive', PAGES, 'i')).toContain('“archive”');
});

test('the own address, a free one and one that is still being typed are accepted', () => {
  for (const typed of ['imprint', 'blogs', '', 'my-', 'My page'])
    expect(addressProblem(typed, PAGES, 'i')).toBeNull();
});
