import { expect, test } from 'vitest';
import { isPublicPath } from './admin-path.ts';

test.each([
  ['/', true],
  ['/blog', true],
  ['/administration', true],
  ['/login', false],
  ['/admin', false],
  ['/admin/posts/new', false],
])('%s is for readers: %s', (path, expected) => {
  expect(isPublicPath(path)).toBe(expected);
});
