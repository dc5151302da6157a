import type { Mailing, Subscriber } from '@longhand/contract/newsletter/newsletter';
import { AdminApiError } from '../api/request.ts';
import { logFailure } from '../ui/alerts.ts';
import { failureReason } from '../ui/failure-reason.ts';
import { countSubscribers, number } from '../words/counts.ts';
import { formatOf } from '../words/date-and-time.ts';

export function reasonOf(error: unknown): string {
  logFailure(error);
  if (!(error instanceof AdminApiError)) return failureReason(error);
  const [[reason] = []] = Object.values(error.problem.errors ?? {});
  return reason ? `This ${reason}.` : (error.problem.detail ?? failureReason(error));
}

export const MAILING_NAMES: Readonly<Record<Mailing['state'], string>> = {
  sending: 'Sending',
  paused: 'Paused',
  done: 'Sent',
  cancelled: 'Cancelled',
};

/** Counts that matter only sometimes are left out while they are zero. */
export function countsOf(mailing: Mailing, isActive: boolean): [name: string, count: number][] {
  const { recipients, sent, pending, failed, skipped, in_flight } = mailing;
  const always: [string, number][] = [
    ['Recipients', recipients],
    ['Sent', sent],
  ];
  const others: [string, number][] = [
    ['Not sent yet', pending],
    ['Failed', failed],
    ['Unsubscribed meanwhile', skipped],
    ['In flight', in_flight.length],
  ];
  return [...always, ...others.filter(([, count]) => isActive || count > 0)];
}

/** Returns the share that needs no more work, between 0 and 1. */
export function progressOf({ recipients, pending, in_flight, state }: Mailing): number {
  if (recipients === 0) return 1;
  const open = pending + (state === 'sending' ? in_flight.length : 0);
  return (recipients - open) / recipients;
}

export const isActive = ({ state }: Mailing) => state === 'sending' || state === 'paused';

/** Screen readers announce changes of the state, not each mail. */
export function milestone(before: Mailing | undefined, now: Mailing): string | undefined {
  if (!before) return undefined;
  const name = `“${now.title}”`;
  if (before.state !== now.state) {
    switch (now.state) {
      case 'sending':
        return `${name} is being sent.`;
      case 'paused':
        return `${name} is paused: ${number(now.pending)} not sent yet.`;
      case 'cancelled':
        return `${name} was cancelled: ${number(now.sent)} sent.`;
      case 'done':
        return `${name} was sent: ${number(now.sent)} of ${countSubscribers(now.recipients)}, ${number(now.failed)} failed.`;
    }
  }
  if (before.problem === null && now.problem !== null)
    return `Sending ${name} has stopped and will be retried.`;
  if (before.problem !== null && now.problem === null) return `Sending ${name} has resumed.`;
  return undefined;
}

/** The filter buttons have this order. */
export const STATES: Readonly<Record<Subscriber['state'], string>> = {
  confirmed: 'Confirmed',
  waiting: 'Waiting',
  unsubscribed: 'Unsubscribed',
  bounced: 'Bounced',
};

const HOW: Readonly<Record<Subscriber['source'], string>> = {
  form: 'via the form',
  owner: 'added by you',
  csv: 'from a CSV file',
};

export function detailOf(subscriber: Subscriber, timeZone: string): string {
  const { state, source, created_at, confirmed_at, ended_at } = subscriber;
  const format = formatOf('en-US', { timeZone, year: 'numeric', month: 'short', day: 'numeric' });
  const day = (at: string | null) => (at === null ? '' : format.format(Date.parse(at)));
  if (state === 'waiting') return `for confirmation since ${day(created_at)}`;
  if (state !== 'confirmed') return day(ended_at);
  return [day(confirmed_at), HOW[source]].filter((text) => text !== '').join(', ');
}
