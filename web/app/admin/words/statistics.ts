import type {
  READ_PERCENTS,
  SECONDS_STEPS,
  StatisticsTable,
} from '@longhand/contract/statistics/statistics-names';

export const SWITCHED_OFF = 'Statistics are switched off, so no views are counted.';
export const NO_VIEWS = 'No views in these days.';
export const NO_VIEWS_YET = 'No views yet. They appear here a few seconds after someone reads.';
export const DELETED = 'All numbers are deleted.';
export const DELETE_QUESTION =
  'Delete all numbers of all days and posts for good? This cannot be undone.';
export const howToRead = (unit: string) => `The arrow keys move from ${unit} to ${unit}.`;

export const STATISTICS_ALERTS = {
  delete: 'Failed to delete the numbers. Please try again.',
  download: 'Failed to download the numbers. Please try again.',
} as const;

export const DEVICE_NAMES = { desktop: 'Desktop', phone: 'Phone', tablet: 'Tablet' } as const;

export const PART_NAMES: Readonly<Record<(typeof READ_PERCENTS)[number], string>> = {
  0: 'Less than 25%',
  25: '25%',
  50: '50%',
  75: '75%',
  100: 'To the end',
};

export const TIME_NAMES: Readonly<Record<(typeof SECONDS_STEPS)[number], string>> = {
  0: 'Under 10 seconds',
  10: '10 to 30 seconds',
  30: '30 to 60 seconds',
  60: '1 to 3 minutes',
  180: '3 to 10 minutes',
  600: 'Over 10 minutes',
};

export const TABLE_NAMES: Readonly<Record<StatisticsTable, string>> = {
  days: 'Days',
  posts: 'Posts',
  referrers: 'Referrers',
  devices: 'Devices',
  languages: 'Languages',
  parts: 'How far they read',
  seconds: 'Time on the page',
  feeds: 'Feeds',
  readers: 'Feed readers',
};
