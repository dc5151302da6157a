/**
 * The dates in the page as the server has written them, read before React hydrates it. A browser takes
 * long to load its tables of languages and time zones, and need not do so to show the same again.
 */
const sent = new Map<string, string>();
if (typeof document !== 'undefined')
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-long]'))
    sent.set(time.dateTime, time.textContent);

export function sentDate(date: string): string | undefined {
  return sent.get(date);
}
