import type {
  PostViews,
  Statistics,
  StatisticsQuery,
} from '@longhand/contract/statistics/statistics';
import {
  DEVICES,
  OTHER,
  READ_PERCENTS,
  SECONDS_STEPS,
  type StatisticsTable,
} from '@longhand/contract/statistics/statistics-names';
import type { Context } from '../context.ts';
import { harmlessField, writeCsv } from '../csv.ts';
import { inTransaction } from '../database/transaction.ts';
import { recordEvent } from '../events/record-event.ts';
import * as repository from './statistics.repository.ts';
import type { ViewCounter } from './views.service.ts';

type Source = { readonly name: string; readonly views: number };

/** Many days together can have a great number. */
const MAX_LISTED = 1_000;

const sumOf = (sources: readonly Source[]): number =>
  sources.reduce((sum, { views }) => sum + views, 0);

function foldRest(sources: readonly Source[]): readonly Source[] {
  const listed = sources.filter(({ name }) => name !== OTHER).slice(0, MAX_LISTED);
  const views = sumOf(sources) - sumOf(listed);
  return views === 0 ? listed : [...listed, { name: OTHER, views }];
}

type Csv = {
  readonly columns: readonly string[];
  readonly rows: (statistics: Statistics) => readonly Readonly<Record<string, string | number>>[];
};

const CSV: Readonly<Record<StatisticsTable, Csv>> = {
  days: { columns: ['day', 'views', 'visitors'], rows: ({ days }) => days },
  posts: {
    columns: ['id', 'title', 'slug', 'views', 'visitors', 'finished'],
    rows: ({ posts }) => posts,
  },
  referrers: { columns: ['referrer', 'views'], rows: ({ referrers }) => referrers },
  devices: { columns: ['device', 'views'], rows: ({ devices }) => devices },
  languages: { columns: ['language', 'views'], rows: ({ languages }) => languages },
  parts: { columns: ['percent', 'views'], rows: ({ reading }) => reading.parts },
  seconds: { columns: ['from', 'views'], rows: ({ reading }) => reading.seconds },
  feeds: { columns: ['day', 'subscribers', 'fetchers'], rows: ({ feeds }) => feeds.days },
  readers: { columns: ['reader', 'subscribers'], rows: ({ feeds }) => feeds.readers },
};

export function createStatisticsService(
  { db, clock }: Context,
  counter: Pick<ViewCounter, 'drop'>,
) {
  async function read(query: StatisticsQuery, fold = foldRest): Promise<Statistics> {
    const ofPost = query.post !== undefined;
    // PostgreSQL answers them at the same time.
    const [first_day, days, posts, counts, allReferrers, allLanguages, feeds] = await Promise.all([
      repository.findFirstDay(db),
      repository.listDays(db, query),
      repository.listPosts(db, query),
      repository.sumCounts(db, query),
      repository.listSources(db, 'referrer', query),
      repository.listSources(db, 'language', query),
      ofPost ? { days: [], readers: [] } : repository.listFeeds(db, query),
    ]);
    return {
      ...{ first_day, days, posts, feeds },
      referrers: fold(allReferrers).map(({ name, views }) => ({ referrer: name, views })),
      devices: DEVICES.map((device) => ({ device, views: counts[device] })).filter(
        ({ views }) => views > 0,
      ),
      languages: fold(allLanguages).map(({ name, views }) => ({ language: name, views })),
      reading: {
        parts: READ_PERCENTS.map((percent) => ({ percent, views: counts[`percent_${percent}`] })),
        seconds: SECONDS_STEPS.map((from) => ({ from, views: counts[`seconds_${from}`] })),
      },
    };
  }

  return {
    read: (query: StatisticsQuery) => read(query),

    /** The lists are complete, however long they are. */
    async *exportCsv(what: StatisticsTable, query: StatisticsQuery): AsyncGenerator<string> {
      const { columns, rows } = CSV[what];
      const statistics = await read(query, (sources) => sources);
      yield writeCsv([columns]);
      yield writeCsv(
        rows(statistics).map((row) =>
          columns.map((name) => harmlessField(String(row[name] ?? ''))),
        ),
      );
    },

    listPostViews: async (): Promise<PostViews> => ({ posts: await repository.sumAllViews(db) }),

    deleteAll: () =>
      counter.drop(() =>
        inTransaction(db, async (trx) => {
          await repository.deleteAll(trx);
          await recordEvent(trx, clock, { kind: 'statistics.deleted' });
        }),
      ),
  };
}

export type StatisticsService = ReturnType<typeof createStatisticsService>;
