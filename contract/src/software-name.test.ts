import { expect, test } from 'vitest';
import { softwareName } from './software-name.ts';

test('a version is named with the start of its commit, where that is known', () => {
  const commit = '0123456789abcdef0123456789abcdef01234567';
  expect(softwareName({ version: '0.3.0', commit })).toBe('0.3.0 (01234567)');
  expect(softwareName({ version: '0.3.0', commit: null })).toBe('0.3.0');
});
