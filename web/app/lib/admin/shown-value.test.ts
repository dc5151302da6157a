import { expect, test } from 'vitest';
import { EMPTY_FORM } from './post-form.ts';
import { shownValue } from './shown-value.ts';

test('values are shown as text, dates in the time zone of the site', () => {
  const form = { ...EMPTY_FORM, title: 'T', published_at: '2026-11-16T07:00:00.000Z' };
  const shown = (name: keyof typeof form) => shownValue(name, form, 'Europe/Berlin');
  expect(shown('title')).toBe('T');
  expect(shown('published')).toBe('No');
  expect(shown('published_at')).toBe('16 Nov 2026, 08:00');
  expect(shown('publish_at')).toBe('');
});
