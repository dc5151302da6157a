import { expect, test } from 'vitest';
import { addressAtEnd } from './typing-plugin.ts';

test.each([
  ['see https://example.org/a', 'https://example.org/a', 'https://example.org/a'],
  ['https://example.org/?q=1&b=2#c.', 'https://example.org/?q=1&b=2#c', undefined],
  ['(http://example.org/a_(b))', 'http://example.org/a_(b)', undefined],
  ['“www.example.org”', 'www.example.org', 'https://www.example.org'],
  ['http://localhost:3000/blog', 'http://localhost:3000/blog', undefined],
  ['to anna@example.org,', 'anna@example.org', 'mailto:anna@example.org'],
  ['HTTPS://EXAMPLE.ORG', 'HTTPS://EXAMPLE.ORG', undefined],
])('%s', (text, address, href = address) => {
  const found = addressAtEnd(text);
  expect(found && text.slice(found.from, found.to)).toBe(address);
  expect(found?.href).toBe(href);
});

test.each([
  '',
  'example.org',
  'https://',
  'www.',
  'www.example',
  'https://example.org and',
  'javascript:alert(1)',
  'me@home',
  '@name',
  'a@b@example.org',
  'https://[',
  'ftp://example.org',
])('“%s” has none', (text) => {
  expect(addressAtEnd(text)).toBeNull();
});
