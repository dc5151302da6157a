import type { CountedPost } from '@longhand/contract/statistics/statistics';

export type RankedPost = CountedPost & {
  /** How many views more than in the range before; undefined if there is none. */
  readonly change: number | undefined;
};

export const RANKINGS = {
  views: 'Most read',
  finished: 'Read to the end',
  change: 'Rising',
} as const;

export type Ranking = keyof typeof RANKINGS;

export function rankPosts(
  posts: readonly CountedPost[],
  before: readonly CountedPost[] | undefined,
  by: Ranking,
): RankedPost[] {
  const earlier = new Map(before?.map(({ id, views }) => [id, views]));
  const ranked = posts.map((post) => ({
    ...post,
    change: before ? post.views - (earlier.get(post.id) ?? 0) : undefined,
  }));
  return ranked
    .filter((post) => (post[by] ?? 0) > 0)
    .toSorted((a, b) => (b[by] ?? 0) - (a[by] ?? 0) || b.views - a.views);
}

export function partOf(count: number, all: number): string {
  return all === 0 ? '' : `${Math.round((count / all) * 100)}%`;
}
