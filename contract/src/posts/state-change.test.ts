import { expect, test } from 'vitest';
import { type Post, postDefaults } from './posts.ts';
import { type StateChange, stateChange } from './state-change.ts';

const [EARLY, LATE] = ['2026-12-24T08:00:00.000Z', '2026-12-25T08:00:00.000Z'] as const;
const DRAFT = {
  ...postDefaults('2026-11-16T08:00:00.000Z'),
  ...{ slug: 'a-post', title: 'A post', excerpt: 'An excerpt', content: '<p>Text</p>' },
} as Post;
const LIVE = { ...DRAFT, published: true, published_at: EARLY };
const SCHEDULED = { ...DRAFT, publish_at: EARLY, published_at: EARLY };

test.each<[string, Post, Post, StateChange | null]>([
  ['a draft is published', DRAFT, LIVE, 'published'],
  ['its time comes', SCHEDULED, LIVE, 'published'],
  ['it is unpublished', LIVE, { ...LIVE, published: false }, 'unpublished'],
  ['it is scheduled', DRAFT, SCHEDULED, 'scheduled'],
  ['its time is moved', SCHEDULED, { ...SCHEDULED, publish_at: LATE }, 'rescheduled'],
  ['it is unscheduled', SCHEDULED, DRAFT, 'unscheduled'],
  ['its date is moved', LIVE, { ...LIVE, published_at: LATE }, 'date'],
  ['its address is changed', LIVE, { ...LIVE, slug: 'elsewhere' }, 'address'],
  ['its text is changed, too', DRAFT, { ...LIVE, content: '<p>Other</p>' }, null],
  ['its tags are changed, too', DRAFT, { ...LIVE, tags: ['Sea'] }, null],
  ['nothing is changed', LIVE, { ...LIVE, version: 2, updated_at: LATE }, null],
])('when %s', (_what, before, after, change) => {
  expect(stateChange(before, after)).toBe(change);
});
