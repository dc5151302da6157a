import type { Mailing } from '@longhand/contract/newsletter';
import { countSubscribers, number } from './numbers.ts';

export const MAILING_NAMES: Readonly<Record<Mailing['state'], string>> = {
  sending: 'Sending',
  paused: 'Paused',
  done: 'Sent',
  cancelled: 'Cancelled',
};

/** In the order of the screen; those that matter only sometimes are left out while they are zero. */
export function countsOf(mailing: Mailing, isActive: boolean): [name: string, count: number][] {
  const { recipients, sent, pending, failed, skipped, in_flight } = mailing;
  const always: [string, number][] = [
    ['Recipients', recipients],
    ['Sent', sent],
  ];
  const others: [string, number][] = [
    ['Not sent yet', pending],
    ['Failed', failed],
    ['Left meanwhile', skipped],
    ['In flight', in_flight.length],
  ];
  return [...always, ...others.filter(([, count]) => isActive || count > 0)];
}

/** Between 0 and 1: what needs no more work. */
export function progressOf({ recipients, pending, in_flight, state }: Mailing): number {
  if (recipients === 0) return 1;
  const open = pending + (state === 'sending' ? in_flight.length : 0);
  return (recipients - open) / recipients;
}

export const isActive = ({ state }: Mailing) => state === 'sending' || state === 'paused';

/** What is said aloud: changes of the state, and not each mail. */
export function milestone(before: Mailing | undefined, now: Mailing): string | undefined {
  if (!before) return undefined;
  const name = `‘${now.title}’`;
  if (before.state !== now.state) {
    switch (now.state) {
      case 'sending':
        return `${name} is being sent.`;
      case 'paused':
        return `${name} is paused: ${number(now.pending)} not sent yet.`;
      case 'cancelled':
        return `${name} is cancelled: ${number(now.sent)} sent.`;
      case 'done':
        return `${name} is sent: ${number(now.sent)} of ${countSubscribers(now.recipients)}, ${number(now.failed)} failed.`;
    }
  }
  if (before.problem === null && now.problem !== null)
    return `${name} waits: nothing can be sent at the moment.`;
  if (before.problem !== null && now.problem === null) return `${name} goes on.`;
  return undefined;
}

export function cancelQuestion({ title, pending, recipients }: Mailing): string {
  return `Cancel sending ‘${title}’? ${number(pending)} of ${countSubscribers(recipients)} will not get it, and it cannot be sent again.`;
}
