import { DEFAULT_LANGUAGE } from './language.ts';

/** Cached, because creating a format is a hundred times slower than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

type Style = 'long' | 'year' | 'month' | 'day' | 'numeric';

const OPTIONS: Readonly<Record<Style, Intl.DateTimeFormatOptions>> = {
  long: { dateStyle: 'long' },
  year: { year: 'numeric' },
  // Months are those of the Gregorian calendar, like the years, whatever the language.
  month: { month: 'long', calendar: 'gregory' },
  day: { month: 'short', day: 'numeric', calendar: 'gregory' },
  numeric: {},
};

/** Uses UTC if the time zone is unknown, because a browser may be older than its name. */
function createFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(language, options);
  } catch {
    return new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
  }
}

function formatFor(style: Style, timeZone: string, language: string): Intl.DateTimeFormat {
  const key = `${style} ${timeZone} ${language}`;
  const cached = formats.get(key);
  if (cached) return cached;
  const format = createFormat(language, { ...OPTIONS[style], timeZone });
  formats.set(key, format);
  return format;
}

/** Returns, for example, November 5, 2026. */
export function longDate(
  timestamp: string,
  timeZone: string,
  language: string = DEFAULT_LANGUAGE,
): string {
  return formatFor('long', timeZone, language).format(new Date(timestamp));
}

/** The year is in the Gregorian calendar and in Latin digits, whatever the language. */
export function yearOf(date: Date, timeZone: string): string {
  return formatFor('year', timeZone, DEFAULT_LANGUAGE).format(date);
}

/** Returns, for example, 2026-11-05: Swedish dates are those of ISO 8601. */
export function calendarDay(date: Date, timeZone: string): string {
  return formatFor('numeric', timeZone, 'sv-SE').format(date);
}

/** The year is known from the context: returns November, or Nov 5. */
export function dateInYear(
  style: 'month' | 'day',
  timestamp: string,
  timeZone: string,
  language: string,
): string {
  return formatFor(style, timeZone, language).format(new Date(timestamp));
}
