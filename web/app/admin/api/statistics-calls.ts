import type {
  PostViews,
  Statistics,
  StatisticsQuery,
} from '@longhand/contract/statistics/statistics';
import type { StatisticsTable } from '@longhand/contract/statistics/statistics-names';
import { downloadCsv } from './csv-calls.ts';
import { request } from './request.ts';

const PATH = '/admin/statistics';

const searchOf = (query: object) => new URLSearchParams(Object.entries(query)).toString();

export const statisticsCalls = {
  readStatistics: (query: StatisticsQuery) =>
    request<Statistics>('GET', `${PATH}?${searchOf(query)}`),
  /** The list and the editor go on if this call fails. */
  countPostViews: (signal: AbortSignal) =>
    request<PostViews>('GET', `${PATH}/posts`, { signal, isBackground: true }),
  exportStatistics: (query: StatisticsQuery, what: StatisticsTable) =>
    downloadCsv(`${PATH}.csv?${searchOf({ ...query, what })}`),
  deleteStatistics: () => request<undefined>('DELETE', PATH),
};
