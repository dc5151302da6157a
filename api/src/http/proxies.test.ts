import { expect, test } from 'vitest';
import { createPerAddressFilter } from './proxies.ts';

test.each([
  ['203.0.113.7', false, true],
  ['::ffff:203.0.113.7', false, true],
  ['2001:db8::1', false, true],
  ['127.0.0.1', false, false],
  ['::1', false, false],
  ['::ffff:127.0.0.1', false, false],
  ['10.1.2.3', false, false],
  ['172.18.0.1', false, false],
  ['192.168.0.7', false, false],
  ['fd00::1', false, false],
  [undefined, false, false],
  ['203.0.113.7', ['203.0.113.0/24'], false],
  ['198.51.100.1', ['203.0.113.0/24'], true],
  ['203.0.113.7', true, false],
] as const)(
  'connections of %s, with TRUST_PROXY %j, are limited: %j',
  (address, trust, limited) => {
    expect(createPerAddressFilter(trust)(address)).toBe(limited);
  },
);
