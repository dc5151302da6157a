import { expect, test } from 'vitest';
import { publishedMessage, readEditorMessage, withoutChanges } from './published-message.ts';

const POST = { id: '1', title: 'Tides', slug: 'tides', published: true, publish_at: null };
const EDIT = '/admin/posts/edit/1';
const LATER = '2026-11-20T23:30:00.000Z';

const read = (saved: object) => readEditorMessage({ saved }, 'Asia/Tokyo');

test('a published post is public, a scheduled one will be, in the site’s time zone', () => {
  expect(publishedMessage(POST, 'UTC')).toEqual({
    text: '“Tides” is public',
    view: 'tides',
    isPublic: true,
  });
  const { text, isPublic } = publishedMessage({ ...POST, publish_at: LATER }, 'Asia/Tokyo');
  expect(text).toMatch(/^“Tides” will be public on Nov 21, 2026, 8:30\sAM GMT\+9$/);
  expect(isPublic).toBeUndefined();
});

test('publishing what was saved says that private changes are not part of it', () => {
  expect(withoutChanges(publishedMessage(POST, 'UTC')).text).toBe(
    '“Tides” is public, without its private changes',
  );
});

test('after a save the dashboard says what was saved, with a way back', () => {
  expect(read(POST)).toEqual({
    text: 'Saved. “Tides” is public',
    view: 'tides',
    isPublic: true,
    edit: EDIT,
  });
  expect(read({ ...POST, published: false })).toEqual({
    text: 'Saved. “Tides” is a draft',
    edit: EDIT,
  });
  const scheduled = read({ ...POST, published: false, publish_at: LATER });
  expect(scheduled).toMatchObject({ view: 'tides', edit: EDIT });
  expect(scheduled?.text).toMatch(/^Saved\. “Tides” will be public on Nov 21/);
});

test('after Keep private it says what was kept', () => {
  const kept = { text: 'Private changes to “Tides” are kept.', edit: EDIT };
  expect(readEditorMessage({ kept }, 'UTC')).toEqual(kept);
});

test('the state of any other navigation is no message', () => {
  for (const state of [null, 'text', {}, { saved: true }, { saved: { id: 1 } }, { kept: {} }])
    expect(readEditorMessage(state, 'UTC')).toBeUndefined();
});
