import type { Post } from '@longhand/contract/posts/posts';
import { expect, test } from 'vitest';
import { POST } from '../../../../../test-support/documents.ts';
import { baselineOf } from '../../document-editor/editor-state.ts';
import type { PostForm } from '../../post-form/post-form.ts';
import { POSTS } from '../post-kind.ts';
import { buttonEffects } from './button-effects.ts';

const NOW = Date.parse('2026-11-16T08:00:00.000Z');
const PAST = '2026-11-01T08:00:00.000Z';
const FUTURE = '2026-11-20T08:00:00.000Z';
const LATER = '2027-01-04T08:00:00.000Z';

const LIVE: Post = { ...POST, published: true, published_at: PAST };
const SCHEDULED: Post = { ...POST, publish_at: FUTURE };

type Row = readonly [
  name: string,
  post: Post | null,
  fields: Partial<PostForm>,
  save: string,
  publish: string,
];

const NO_DATE = { published_at: '', publish_at: '' };
const AHEAD = { publish_at: LATER };
const TICKED = { published: true };
const UNTICKED = { published: false };
const TYPED = { title: 'Other' };

const LATER_ONLINE = 'goes online Monday, Jan 4, 2027, 9:00 AM';
const KEPT_ONLINE = 'goes online Friday, Nov 20, 9:00 AM';

const ROWS: readonly Row[] = [
  ['new', null, {}, 'stays a draft', 'goes online now'],
  ['new, ticked', null, TICKED, 'goes online now', 'goes online now'],
  ['new, date ahead', null, AHEAD, 'stays a draft', LATER_ONLINE],
  ['new, date ahead, ticked', null, { ...AHEAD, ...TICKED }, LATER_ONLINE, LATER_ONLINE],
  ['draft', POST, {}, 'stays a draft', 'goes online now'],
  ['draft, typed', POST, TYPED, 'stays a draft', 'goes online now'],
  ['draft, ticked', POST, TICKED, 'goes online now', 'goes online now'],
  ['draft, past date', POST, { published_at: PAST }, 'stays a draft', 'goes online now'],
  ['draft, date ahead', POST, AHEAD, 'stays a draft', LATER_ONLINE],
  ['draft, date ahead, ticked', POST, { ...AHEAD, ...TICKED }, LATER_ONLINE, LATER_ONLINE],
  ['live', LIVE, {}, 'updates the live post', 'updates the live post'],
  ['live, typed', LIVE, TYPED, 'updates the live post', 'updates the live post'],
  ['live, unticked', LIVE, UNTICKED, 'leaves the site', 'updates the live post'],
  ['live, past date', LIVE, NO_DATE, 'updates the live post', 'updates the live post'],
  // Refused beside the field.
  ['live, date ahead', LIVE, AHEAD, 'updates the live post', 'updates the live post'],
  ['scheduled', SCHEDULED, {}, 'stays scheduled', KEPT_ONLINE],
  ['scheduled, typed', SCHEDULED, TYPED, 'stays scheduled', KEPT_ONLINE],
  ['scheduled, ticked', SCHEDULED, TICKED, 'stays scheduled', KEPT_ONLINE],
  ['scheduled, cleared', SCHEDULED, NO_DATE, 'ends the schedule', 'goes online now'],
  [
    'scheduled, cleared, ticked',
    SCHEDULED,
    { ...NO_DATE, ...TICKED },
    'goes online now',
    'goes online now',
  ],
  ['scheduled, another date', SCHEDULED, AHEAD, LATER_ONLINE, LATER_ONLINE],
  [
    'scheduled, another date, ticked',
    SCHEDULED,
    { ...AHEAD, ...TICKED },
    LATER_ONLINE,
    LATER_ONLINE,
  ],
  [
    'scheduled, past date',
    SCHEDULED,
    { ...NO_DATE, published_at: PAST },
    'ends the schedule',
    'goes online now',
  ],
];

function linesOf(
  post: Post | null,
  fields: Partial<PostForm>,
  { now = NOW, opened = post }: { now?: number; opened?: Post | null } = {},
) {
  const saved = baselineOf(POSTS, opened);
  const form = { ...saved.form, ...fields };
  const baseline = { ...saved, document: post };
  const { save, publish } = buttonEffects({ baseline, form, conflict: null }, 'Europe/Berlin', now);
  const text = (line: string) => line.replaceAll('\u202f', ' ');
  return { save: text(save.text), publish: text(publish.text), isPublic: save.isPublic };
}

test.each(ROWS)('%s', (_name, post, fields, save, publish) => {
  expect(linesOf(post, fields)).toMatchObject({ save, publish });
});

test('a button looks different if it changes what readers see', () => {
  const isPublic = new Map(
    ROWS.map(([, post, fields]) => linesOf(post, fields)).map((line) => [line.save, line.isPublic]),
  );
  expect(Object.fromEntries(isPublic)).toEqual({
    'stays a draft': false,
    'stays scheduled': false,
    'ends the schedule': false,
    'goes online now': true,
    [LATER_ONLINE]: true,
    'updates the live post': true,
    'leaves the site': true,
  });
});

test('once the time of a schedule has come, the post is live and its box ticked', () => {
  const now = Date.parse(FUTURE);
  const live = { save: 'updates the live post', publish: 'updates the live post' };
  expect(linesOf(SCHEDULED, {}, { now })).toMatchObject(live);
  expect(linesOf(SCHEDULED, { ...NO_DATE, published_at: FUTURE }, { now }).save).toBe(
    'leaves the site',
  );
  expect(linesOf(POST, { publish_at: FUTURE }, { now }).save).toBe('stays a draft');
});

test('after a change elsewhere, the lines say what the comparison proposes to save', () => {
  const theirs = { version: POST.version + 1 };
  const typed = (opened: Post, fields: Partial<Post>) =>
    linesOf({ ...opened, ...theirs, ...fields }, TYPED, { opened });
  expect(typed(POST, { published: true, published_at: PAST })).toMatchObject({
    save: 'updates the live post',
    publish: 'updates the live post',
  });
  expect(typed(LIVE, { published: false }).save).toBe('stays a draft');
  expect(typed(SCHEDULED, { publish_at: null }).save).toBe('stays a draft');
  expect(typed(SCHEDULED, { publish_at: null, published: true }).save).toBe(
    'updates the live post',
  );
  expect(typed(POST, { publish_at: FUTURE }).save).toBe('stays scheduled');
});

test('a stored form of a scheduled post opens unticked, also if its version is unknown', () => {
  const scheduled = baselineOf(POSTS, SCHEDULED);
  const ticked = { ...scheduled.form, ...TICKED };
  const reopen = POSTS.reopen ?? ((form: PostForm) => form);
  expect(reopen(ticked, scheduled).published).toBe(false);
  expect(reopen({ ...ticked, ...NO_DATE }, scheduled).published).toBe(false);
  // It was unscheduled elsewhere since.
  expect(reopen(ticked, { ...scheduled, document: POST, base: null }).published).toBe(false);
  const live = baselineOf(POSTS, LIVE);
  expect(reopen({ ...live.form, ...AHEAD }, live).published).toBe(true);
  const draft = baselineOf(POSTS, POST);
  expect(reopen({ ...draft.form, ...TICKED }, draft).published).toBe(true);
});
