import { expect, test } from 'vitest';
import { restoredText } from './trash.ts';

const TIME = '2026-03-04T17:05:00.000Z';

test.each([
  [null, null, 'Restored “T”.'],
  [TIME, TIME, 'Restored “T”.'],
  [TIME, null, 'Restored “T” as a draft: the time it was scheduled for has passed.'],
])('scheduled for %s before and for %s after it was restored: %s', (before, after, text) => {
  expect(restoredText({ publish_at: before }, { title: 'T', publish_at: after })).toBe(text);
});
