import { expect, test } from 'vitest';
import { PlainPasteKeys } from './paste.ts';

const KEY = { ctrlKey: true, metaKey: false, shiftKey: true, key: 'V', timeStamp: 5000 };

function pressed(...presses: readonly Partial<typeof KEY>[]): PlainPasteKeys {
  const keys = new PlainPasteKeys();
  for (const press of presses) keys.onKeyDown({ ...KEY, ...press });
  return keys;
}

test('the keys count for the paste right after them', () => {
  expect(pressed({}).havePasted({ timeStamp: 5010 })).toBe(true);
  expect(pressed({ ctrlKey: false, metaKey: true }).havePasted({ timeStamp: 5010 })).toBe(true);
});

test('a later paste is not plain', () => {
  expect(pressed({}).havePasted({ timeStamp: 6500 })).toBe(false);
});

test('other keys count for nothing', () => {
  expect(pressed().havePasted({ timeStamp: 10 })).toBe(false);
  expect(pressed({ ctrlKey: false }).havePasted({ timeStamp: 5010 })).toBe(false);
  expect(pressed({}, { shiftKey: false, key: 'v' }).havePasted({ timeStamp: 5010 })).toBe(false);
});
