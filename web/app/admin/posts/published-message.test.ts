import { expect, test } from 'vitest';
import { publishedMessage, readPublishedPost, withoutChanges } from './published-message.ts';

const POST = { title: 'Tides', slug: 'tides', publish_at: null };

test('a published post is public, a scheduled one will be, in the site’s time zone', () => {
  expect(publishedMessage(POST, 'UTC')).toEqual({
    text: '‘Tides’ is public',
    view: 'tides',
    isPublic: true,
  });
  const scheduled = { ...POST, publish_at: '2026-11-20T23:30:00.000Z' };
  const { text, isPublic } = publishedMessage(scheduled, 'Asia/Tokyo');
  expect(text).toMatch(/^‘Tides’ will be public on Nov 21, 2026, 8:30\sAM GMT\+9$/);
  expect(isPublic).toBeUndefined();
});

test('publishing what was saved says that later changes are not part of it', () => {
  expect(withoutChanges(publishedMessage(POST, 'UTC')).text).toBe(
    '‘Tides’ is public, without the changes since it was saved',
  );
});

test('the state of any other navigation is no published post', () => {
  expect(readPublishedPost({ published: POST })).toEqual(POST);
  for (const state of [null, undefined, 'text', {}, { published: true }, { published: { id: 1 } }])
    expect(readPublishedPost(state)).toBeUndefined();
});
