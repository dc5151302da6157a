import { expect, test } from 'vitest';
import { creationKeyOf } from './journal.ts';

test('kept work has a creation key of its own, even where it was kept without one', () => {
  expect(creationKeyOf({ creationKey: 'its-own' })).toBe('its-own');
  expect(creationKeyOf({})).not.toBe('');
  expect(creationKeyOf({})).not.toBe(creationKeyOf({}));
});
