// Apart from the schemas, so that the browser does not load zod.

export const DEVICES = ['desktop', 'phone', 'tablet'] as const;
export type Device = (typeof DEVICES)[number];

/** The greatest part of an article that was seen is counted in these steps. */
export const READ_PERCENTS = [0, 25, 50, 75, 100] as const;

/** The lower ends of the steps in which the time that a page was visible is counted. */
export const SECONDS_STEPS = [0, 10, 30, 60, 180, 600] as const;

/** What is beyond the limit of a day, in the lists of referrers and languages. */
export const OTHER = 'other';

export const STATISTICS_TABLES = [
  'days',
  'posts',
  'referrers',
  'devices',
  'languages',
  'parts',
  'seconds',
  'feeds',
  'readers',
] as const;

export type StatisticsTable = (typeof STATISTICS_TABLES)[number];
