import type { Subscriber } from '@longhand/contract/newsletter';
import { formatOf } from '../post-form/date-and-time.ts';

/** In the order of their buttons. */
export const STATES: Readonly<Record<Subscriber['state'], string>> = {
  confirmed: 'Confirmed',
  waiting: 'Waiting',
  unsubscribed: 'Unsubscribed',
  bounced: 'Bounced',
};

const HOW: Readonly<Record<Subscriber['source'], string>> = {
  form: 'by the form',
  owner: 'added by you',
  csv: 'from a CSV file',
};

/** Since when it is so, and for those who get mail, how they came here. */
export function detailOf(subscriber: Subscriber, timeZone: string): string {
  const { state, source, created_at, confirmed_at, ended_at } = subscriber;
  const day = (at: string | null) =>
    at === null
      ? ''
      : formatOf('en-US', { timeZone, year: 'numeric', month: 'short', day: 'numeric' }).format(
          Date.parse(at),
        );
  if (state === 'waiting') return `for their confirmation, since ${day(created_at)}`;
  if (state !== 'confirmed') return day(ended_at);
  return [day(confirmed_at), HOW[source]].filter((text) => text !== '').join(', ');
}
