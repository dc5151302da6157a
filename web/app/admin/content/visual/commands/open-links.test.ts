import { expect, test } from 'vitest';
import { addressToOpen } from './address-question.ts';

test.each([
  ['https://example.org/a?b#c', 'https://example.org/a?b#c'],
  ['/about', '/about'],
  ['mailto:a@example.org', 'mailto:a@example.org'],
  ['#fn1', null],
  ['javascript:alert(1)', null],
  ['java\nscript:alert(1)', null],
  ['data:text/html,a', null],
])('%s opens %s', (href, address) => {
  expect(addressToOpen(href)).toBe(address);
});
