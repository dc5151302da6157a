import { expect, test } from 'vitest';
import { requestPath } from './request-address.ts';

test.each([
  ['/blog?q=a', '/blog?q=a'],
  ['/a/../api/tags', '/a/../api/tags'],
  ['http://x/a/../api/tags', '/a/../api/tags'],
  ['HTTPS://blog.example:443/api/posts?limit=1', '/api/posts?limit=1'],
  ['http://x', '/'],
  ['http://x?q=a', '/?q=a'],
  ['*', '/'],
  ['x', '/'],
])('the path of %s is %s', (url, path) => {
  expect(requestPath({ url })).toBe(path);
});
