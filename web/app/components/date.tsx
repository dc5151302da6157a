import { longDate } from '@longhand/contract/dates';
import { sentDate } from '../lib/sent-dates.ts';
import { useSite } from '../lib/site.ts';
import { useLatestSite } from '../lib/site-store.ts';

/** In the time zone and the language of the site. */
export function LongDate({ date }: { date: string }) {
  const { timeZone, language } = useSite();
  // The owner may have changed the language since.
  const sent = useLatestSite() ? undefined : sentDate(date);
  return (
    // The server and the browser may know different versions of a language: the server's stays.
    <time dateTime={date} data-long="" suppressHydrationWarning>
      {sent ?? longDate(date, timeZone, language)}
    </time>
  );
}
