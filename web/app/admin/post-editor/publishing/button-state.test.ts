import type { Post } from '@longhand/contract/posts';
import { postDefaults } from '@longhand/contract/posts';
import { expect, test } from 'vitest';
import { baselineOf } from '../../document-editor/editor-state.ts';
import { EMPTY_FORM } from '../../post-form/post-form.ts';
import { POSTS } from '../post-kind.ts';
import { buttonState } from './button-state.ts';

const NOW = Date.parse('2026-11-16T08:00:00.000Z');
const PAST = '2026-11-01T08:00:00.000Z';
const FUTURE = '2026-11-20T07:00:00.000Z';

const POST = {
  ...postDefaults(PAST),
  id: '1',
  version: 3,
  slug: 's',
  title: 'T',
  excerpt: 'E',
  content: '<p>C</p>',
  published: true,
  published_at: PAST,
} as Post;

function stateOf(post: Post | null, fields: object = {}, now = NOW) {
  const baseline = baselineOf(POSTS, post);
  const form = { ...baseline.form, ...fields };
  return buttonState({ baseline, form, conflict: null }, 'Europe/Berlin', { now });
}

test('the box and a date ahead are no changes of the text', () => {
  expect(stateOf(POST)).toMatchObject({ state: 'live', isTicked: true, hasPrivateChanges: false });
  const set = { hasPrivateChanges: true, hasChanges: false };
  expect(stateOf(POST, { published: false })).toMatchObject({ ...set, isTicked: false });
  expect(stateOf(POST, { publish_at: FUTURE })).toMatchObject(set);
  expect(stateOf(POST, { title: 'Other' })).toMatchObject({ hasChanges: true });
  expect(stateOf(POST, { published_at: FUTURE })).toMatchObject({ hasChanges: true, date: '' });
});

test('a date ahead is shown in the site’s time zone until it has come', () => {
  const scheduled = { ...POST, published: false, publish_at: FUTURE };
  const ahead = stateOf(scheduled);
  expect(ahead).toMatchObject({ state: 'scheduled', isScheduledThen: true, isTicked: true });
  expect(ahead.date).toMatch(/^Nov 20, 2026, 8:00\sAM GMT\+1$/);
  expect(stateOf(scheduled, { publish_at: '2026-11-21T07:00:00.000Z' })).toMatchObject({
    state: 'scheduled',
    isScheduledThen: false,
  });
  const later = stateOf(scheduled, {}, Date.parse(FUTURE));
  expect(later).toMatchObject({ state: 'live', date: '', isScheduledThen: false });
});

test('a new post has the state of an empty form', () => {
  expect(stateOf(null)).toMatchObject({ state: 'new', hasPrivateChanges: false, isTicked: false });
  expect(stateOf({ ...POST, published: false })).toMatchObject({ state: 'draft' });
});

test('what was saved elsewhere is known from the post or from a conflict', () => {
  const baseline = { ...baselineOf(POSTS, POST), version: 2 };
  const edited = { baseline, form: EMPTY_FORM, conflict: null };
  expect(buttonState(edited, 'UTC', { now: NOW }).isOutdated).toBe(true);
  const theirs = baselineOf(POSTS, { ...POST, version: 4 });
  const conflict = {
    theirs: { form: theirs.form, at: PAST, baseline: theirs, copy: null },
    ...{ kind: null, base: null, choices: {}, isOpen: false },
  };
  const known = { baseline: baselineOf(POSTS, POST), form: EMPTY_FORM };
  expect(buttonState({ ...known, conflict }, 'UTC', { now: NOW }).isOutdated).toBe(true);
  expect(buttonState({ ...known, conflict: null }, 'UTC', { now: NOW }).isOutdated).toBe(false);
});
