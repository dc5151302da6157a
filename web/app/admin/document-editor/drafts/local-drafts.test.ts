import { expect, test } from 'vitest';
import { creationKeyOf } from './local-drafts.ts';

test('a local draft that was stored without a creation key gets a new one', () => {
  expect(creationKeyOf({ creationKey: 'its-own' })).toBe('its-own');
  expect(creationKeyOf({})).not.toBe('');
  expect(creationKeyOf({})).not.toBe(creationKeyOf({}));
});
