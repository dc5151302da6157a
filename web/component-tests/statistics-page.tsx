import type { Statistics } from '@longhand/contract/statistics/statistics';
import { READ_PERCENTS, SECONDS_STEPS } from '@longhand/contract/statistics/statistics-names';
import { page } from 'vitest/browser';
import { addDays, countDays } from '../app/admin/statistics/days.ts';
import StatisticsRoute, {
  clientLoader,
  shouldRevalidate,
} from '../app/routes/admin/statistics.tsx';
import { createFakeApi, type FakeApi, SETTINGS } from './fake-api.ts';
import { expectElement } from './locators.ts';
import { mountRoutes } from './mount.tsx';

const ROUTES = [
  {
    path: 'admin/statistics',
    Component: StatisticsRoute,
    loader: clientLoader,
    shouldRevalidate,
  },
  { path: '*', Component: () => <h1>Elsewhere</h1> },
] as unknown as Parameters<typeof mountRoutes>[0];

export const NO_NUMBERS: Statistics = {
  first_day: null,
  days: [],
  posts: [],
  referrers: [],
  devices: [],
  languages: [],
  reading: {
    parts: READ_PERCENTS.map((percent) => ({ percent, views: 0 })),
    seconds: SECONDS_STEPS.map((from) => ({ from, views: 0 })),
  },
  feeds: { days: [], readers: [] },
};

export const POST_ID = '018f3c5e-0000-7000-8000-000000000001';

const TITLES = ['The baker’s hours', 'Tides', 'A map of nothing in particular'];

const postsWith = (views: number) =>
  TITLES.map((title, index) => ({
    ...{ id: POST_ID.slice(0, -1) + (index + 1), title, slug: `post-${index}` },
    ...{ views: views * (3 - index), visitors: views, finished: views * (index + 1) },
  }));

/** Numbers that differ from day to day, and are the same each time. */
export function numbersOf(from: string, to: string, first = '2000-01-01'): Statistics {
  const start = from < first ? first : from;
  const days = Array.from({ length: Math.max(0, countDays({ from: start, to })) }, (_, index) => {
    const day = addDays(start, index);
    const views = Number(day.replaceAll('-', '')) % 97;
    return { day, views, visitors: Math.ceil(views / 2) };
  });
  return {
    ...{ first_day: first, days, posts: postsWith(days.length) },
    referrers: [
      { referrer: 'news.example.com/item', views: 40 },
      { referrer: 'search.example/', views: 25 },
      { referrer: 'other', views: 3 },
    ],
    devices: [
      { device: 'desktop', views: 60 },
      { device: 'phone', views: 38 },
      { device: 'tablet', views: 2 },
    ],
    languages: [
      { language: 'en', views: 80 },
      { language: 'de', views: 12 },
      { language: 'other', views: 1 },
    ],
    reading: {
      parts: READ_PERCENTS.map((percent, index) => ({ percent, views: 10 + index * 10 })),
      seconds: SECONDS_STEPS.map((step, index) => ({ from: step, views: 30 - index * 5 })),
    },
    feeds: {
      days: [{ day: to, subscribers: 214, fetchers: 31 }],
      readers: [{ reader: 'Feedly', subscribers: 180 }],
    },
  };
}

export function statisticsApi(answer = numbersOf, isOn = true): FakeApi {
  const api = createFakeApi();
  api.on('GET /admin/settings', { json: { ...SETTINGS, statistics: isOn } });
  api.on('GET /admin/statistics', ({ path }) => {
    const search = new URLSearchParams(path.split('?')[1]);
    return { json: answer(search.get('from') ?? '', search.get('to') ?? '') };
  });
  return api;
}

/** The queries of the calls, without those of settings and posts. */
export const queriesOf = (api: FakeApi) =>
  api.calls.flatMap(({ path }) => path.split('/admin/statistics?')[1] ?? []);

export async function openStatistics(api = statisticsApi(), search = ''): Promise<FakeApi> {
  mountRoutes(ROUTES, { pathname: '/admin/statistics', search }, api);
  await expectElement(page.getByRole('heading', { name: 'Statistics', level: 1 })).toBeVisible();
  return api;
}
