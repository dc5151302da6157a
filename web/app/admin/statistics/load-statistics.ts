import type { Statistics } from '@longhand/contract/statistics/statistics';
import { adminApi } from '../api/admin-api.ts';
import { type DayRange, FIRST_DAY, rangeBefore, today, type Unit, unitFor } from './days.ts';
import { readView, type StatisticsView } from './statistics-view.ts';

export type LoadedStatistics = {
  readonly isOn: boolean;
  readonly view: StatisticsView;
  readonly today: string;
  readonly range: DayRange;
  readonly unit: Unit;
  readonly now: Statistics;
  /** Null if the range is all days. */
  readonly before: Statistics | null;
  /** Undefined for all posts; null for one that nobody knows. */
  readonly post: { readonly title: string; readonly slug: string } | null | undefined;
};

export async function loadStatistics(search: URLSearchParams): Promise<LoadedStatistics> {
  const { statistics: isOn, time_zone } = await adminApi.readSettings();
  const to = today(time_zone);
  const view = readView(search, to);
  const { post } = view;
  const read = (range: DayRange) => adminApi.readStatistics({ ...range, ...(post && { post }) });
  const [now, before, found] = await Promise.all([
    read(view.range ?? { from: FIRST_DAY, to }),
    view.range && read(rangeBefore(view.range)),
    post === null ? undefined : adminApi.findPostSummary(post),
  ]);
  const range = view.range ?? { from: now.days[0]?.day ?? to, to };
  return {
    ...{ isOn, view, range, now, before, today: to, unit: view.unit ?? unitFor(range) },
    post: post === null ? undefined : (now.posts[0] ?? found ?? null),
  };
}
