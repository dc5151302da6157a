import { isDocumentId } from '../document-editor/addresses.ts';
import { type Day, type DayRange, isChoosable, lastDays, UNITS, type Unit } from './days.ts';

/** What the address of the page says. */
export type StatisticsView = {
  /** Null for all days there are. */
  readonly range: DayRange | null;
  /** Null for the one that suits the range. */
  readonly unit: Unit | null;
  readonly post: string | null;
};

const ALL = 'all';
const DEFAULT_DAYS = 30;

export function readView(search: URLSearchParams, today: Day): StatisticsView {
  const id = search.get('post');
  const post = id !== null && isDocumentId(id) ? id : null;
  const by = search.get('by');
  const unit = UNITS.find((name) => name === by) ?? null;
  const [from, to] = [search.get('from'), search.get('to')];
  if (from === ALL || (post !== null && !from && !to)) return { range: null, unit, post };
  const last = isChoosable(to) ? to : today;
  const first = isChoosable(from) ? from : lastDays(DEFAULT_DAYS, last).from;
  // The dates may have been chosen in either order.
  const range = first <= last ? { from: first, to: last } : { from: last, to: first };
  return { range, unit, post };
}

export function statisticsAddress({ range, unit, post }: Partial<StatisticsView>): string {
  const search = new URLSearchParams({
    ...(range === null ? { from: ALL } : range),
    ...(unit && { by: unit }),
    ...(post && { post }),
  });
  return search.size === 0 ? '/admin/statistics' : `/admin/statistics?${search}`;
}

/** Without a range, the page shows all views since the post was published. */
export const postStatisticsAddress = (post: string) => statisticsAddress({ post });
