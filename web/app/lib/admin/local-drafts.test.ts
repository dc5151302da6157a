import { expect, test } from 'vitest';
import { creationKeyOf } from './local-drafts.ts';

test('a local draft has a creation key of its own, even where it was stored without one', () => {
  expect(creationKeyOf({ creationKey: 'its-own' })).toBe('its-own');
  expect(creationKeyOf({})).not.toBe('');
  expect(creationKeyOf({})).not.toBe(creationKeyOf({}));
});
