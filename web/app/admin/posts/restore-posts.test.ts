import type { Post } from '@longhand/contract/posts/posts';
import { expect, test } from 'vitest';
import { countSamples } from '../first-steps/first-steps-text.ts';
import type { ListedPost } from '../post-list/post-list.ts';
import { nameSome } from './bulk/bulk-words.ts';
import { undoneText } from './restore-posts.ts';

const post = (id: string, publish_at: string | null = null) =>
  ({ id, title: id, publish_at }) as ListedPost;
const back = (...posts: ListedPost[]) => ({
  changes: new Map(posts.map((entry) => [entry.id, { ...entry } as unknown as Post])),
  left: [],
  reason: '',
});

test('what was undone is said, for one post and for several', () => {
  const [a, b] = [post('A'), post('B')];
  expect(undoneText([a], back(a))).toBe('Restored “A”.');
  expect(undoneText([a, b], back(a, b))).toBe('Restored 2 posts.');
  expect(undoneText([a], back(a), countSamples)).toBe('Restored 1 sample post.');
});

test('a post whose time has passed comes back as a draft', () => {
  const scheduled = post('A', '2020-01-01T00:00:00.000Z');
  expect(undoneText([scheduled], back(post('A')))).toContain('Restored “A” as a draft');
});

test('it says which are not back, and why', () => {
  const [a, b] = [post('A'), post('B')];
  const changes = new Map([...back(a).changes, ['B', undefined]]);
  expect(undoneText([a, b], { changes, left: [b], reason: 'Try again.' })).toBe(
    'Restored 1 of 2 posts. The rest is in the trash. Try again.',
  );
});

test.each([
  [['A'], 1, '“A”'],
  [['A', 'B', 'C'], 3, '“A”, “B” and “C”'],
  [['A', 'B', 'C', 'D'], 4, '“A”, “B” and 2 more'],
  [['C'], 3, '“C” and 2 more'],
])('of %j, as %i posts, it names %s', (titles, total, named) => {
  expect(nameSome(titles, total)).toBe(named);
});
