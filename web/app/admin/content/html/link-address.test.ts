import { LINK_SCHEMES } from '@longhand/contract/limits';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseLinkAddress } from './link-address.ts';

test.each([
  ['https://example.org/page', 'https://example.org/page'],
  ['http://example.org', 'http://example.org'],
  [' example.org/page ', 'https://example.org/page'],
  ['www.example.org', 'https://www.example.org'],
  ['example.org:8080/page', 'https://example.org:8080/page'],
  ['localhost:3000/page', 'https://localhost:3000/page'],
  ['bücher.example/liste?a=b#c', 'https://bücher.example/liste?a=b#c'],
  ['//example.org/page', 'https://example.org/page'],
  ['me@example.org', 'mailto:me@example.org'],
  ['mailto:me@example.org', 'mailto:me@example.org'],
  ['tel:+4930123456', 'tel:+4930123456'],
  ['/path', '/path'],
  ['#part', '#part'],
  ['?query=1', '?query=1'],
  ['../other', '../other'],
])('%s', (typed, href) => {
  expect(parseLinkAddress(typed)).toEqual({ href });
});

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://example.org/x',
])('%s is refused with the reason', (typed) => {
  expect(parseLinkAddress(typed)).toEqual({
    error: expect.stringMatching(/^A link cannot lead to a “[a-z]+:” address\. Use/),
  });
});

test.each(['about', 'two words.example', 'https://', 'http://', 'a@b@c', '.', 'x..'])(
  '%s is not a complete address',
  (typed) => {
    expect(parseLinkAddress(typed)).toEqual({
      error: expect.stringContaining('Write it as'),
    });
  },
);

test('accepted addresses have an allowed scheme', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const checked = parseLinkAddress(typed);
      if (!('href' in checked)) return;
      const { protocol } = new URL(checked.href, 'https://this.site/blog/post');
      expect(LINK_SCHEMES.map((scheme) => `${scheme}:`)).toContain(protocol);
    }),
  );
});
