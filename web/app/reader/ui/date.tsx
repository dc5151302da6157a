import { longDate } from '@longhand/contract/dates';
import { useServerText } from '../../lib/use-server-text.ts';
import { useSite } from '../site/site.ts';
import { useWords } from '../site/words.tsx';

/** Dates are in the time zone and the language of the site. */
export function LongDate({ date }: { date: string }) {
  const { timeZone, language } = useSite();
  const text = useServerText(`${date} ${timeZone} ${language}`, () =>
    longDate(date, timeZone, language),
  );
  return (
    // The server and the browser may know different versions of a language: the server's stays.
    <time dateTime={date} lang={useWords().pageLang} suppressHydrationWarning>
      {text}
    </time>
  );
}
