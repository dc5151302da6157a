import { expect, test } from 'vitest';
import { EMPTY_FORM } from './post-form.ts';
import { shownValue } from './shown-value.ts';

const form = {
  ...EMPTY_FORM,
  title: '2026-11-05T23:30:00.000Z',
  published: true,
  published_at: '2026-11-05T23:30:00.000Z',
  publish_at: 'soon',
};

test('dates are written for people, everything else as it is', () => {
  expect(shownValue('published_at', form, 'UTC')).toMatch(/^Nov 5, 2026, 11:30.PM UTC$/);
  expect(shownValue('publish_at', form, 'UTC')).toBe('soon');
  expect(shownValue('publish_at', EMPTY_FORM, 'UTC')).toBe('');
  expect(shownValue('title', form, 'UTC')).toBe('2026-11-05T23:30:00.000Z');
  expect(shownValue('language', { ...form, language: 'de' }, 'UTC')).toBe('Deutsch');
  expect(shownValue('language', form, 'UTC')).toBe('');
  expect(shownValue('published', form, 'UTC')).toBe('Yes');
  expect(shownValue('published', EMPTY_FORM, 'UTC')).toBe('No');
});
