import type { Post } from '@longhand/contract/posts';
import { expect, test, vi } from 'vitest';
import { adminApi } from '../api/admin-api.ts';
import { applyChange } from './post-changes.ts';

const LATER = '2199-03-04T17:05:00.000Z';
const SCHEDULED = { id: '1', title: 'T', tags: ['A'], published: false, publish_at: LATER };

/** What is sent for a scheduled post. */
async function sent(change: Parameters<typeof applyChange>[0]) {
  const post = { ...SCHEDULED, slug: 't', version: 3 } as unknown as Post;
  vi.spyOn(adminApi, 'findPost').mockResolvedValue(post);
  const update = vi.spyOn(adminApi, 'updatePost').mockResolvedValue(post);
  await applyChange(change, '1');
  return update.mock.lastCall?.[1];
}

test('publishing a scheduled post takes its time away, so that it is public at once', async () => {
  expect(await sent({ kind: 'publish' })).toMatchObject({ published: true, publish_at: null });
});

test('unpublishing a scheduled post unschedules it', async () => {
  expect(await sent({ kind: 'unpublish' })).toMatchObject({ published: false, publish_at: null });
});

test('a topic is added without changing the schedule', async () => {
  const input = await sent({ kind: 'topic', topic: 'B' });
  expect(input).toMatchObject({ tags: ['A', 'B'], publish_at: LATER });
});
