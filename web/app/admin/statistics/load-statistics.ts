import type { AdminPostSummary } from '@longhand/contract/posts/posts';
import type { Statistics } from '@longhand/contract/statistics/statistics';
import { adminApi } from '../api/admin-api.ts';
import { type DayRange, FIRST_DAY, rangeBefore, today, type Unit, unitFor } from './days.ts';
import { readView, type StatisticsView } from './statistics-view.ts';

/** Only the numbers of a deleted post are left, and its title if it was read in these days. */
export type ShownPost = {
  readonly title: string;
  readonly present: Pick<AdminPostSummary, 'id' | 'slug' | 'published'> | undefined;
};

export type LoadedStatistics = {
  readonly isOn: boolean;
  readonly view: StatisticsView;
  readonly today: string;
  readonly range: DayRange;
  readonly unit: Unit;
  readonly now: Statistics;
  /** Null if the range is all days, or so long that no blog was there before. */
  readonly before: Statistics | null;
  /** Undefined for all posts. */
  readonly post: ShownPost | undefined;
};

type Titled = { readonly title: string } | undefined;

const titleOf = (known: readonly Titled[]) =>
  known.find((post) => post !== undefined)?.title ?? 'Deleted post';

export async function loadStatistics(search: URLSearchParams): Promise<LoadedStatistics> {
  const { statistics: isOn, time_zone } = await adminApi.readSettings();
  const to = today(time_zone);
  const view = readView(search, to);
  const { post } = view;
  const read = (range: DayRange) => adminApi.readStatistics({ ...range, ...(post && { post }) });
  const earlier = view.range && rangeBefore(view.range);
  const [now, before, present] = await Promise.all([
    read(view.range ?? { from: FIRST_DAY, to }),
    earlier && earlier.from >= FIRST_DAY ? read(earlier) : null,
    post === null ? undefined : adminApi.findPostSummary(post),
  ]);
  const range = view.range ?? { from: now.days[0]?.day ?? to, to };
  return {
    ...{ isOn, view, range, now, before, today: to, unit: view.unit ?? unitFor(range) },
    post:
      post === null
        ? undefined
        : { title: titleOf([present, now.posts[0], before?.posts[0]]), present },
  };
}
