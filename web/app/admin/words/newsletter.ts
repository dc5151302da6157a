import type { Mailing, Subscriber } from '@longhand/contract/newsletter/newsletter';
import { countSubscribers, number } from './counts.ts';

export const SET_UP_FIRST = 'Set up email first.';
export const testSent = (to: string) => `Sent to ${to}. Check the inbox and the spam folder.`;

export const PROBLEMS = {
  unread: 'Progress could not be loaded; retrying.',
  sending: 'Sending has stopped and will be retried automatically:',
  over: 'Before the pause:',
} as const;

/** Of addresses whose result is not known. */
export const IN_FLIGHT = {
  sending:
    'They are being sent now. If an address stays here, the connection or the server stopped midway, and the email may or may not have arrived. It is not sent again, so no one gets it twice.',
  over: 'The connection or the server stopped midway, so the email may or may not have arrived. It is not sent again, so no one gets it twice.',
} as const;

export const cancelQuestion = ({ title, pending, recipients }: Mailing) =>
  `Cancel sending “${title}”? ${number(pending)} of ${countSubscribers(recipients)} will not get it, and it cannot be sent again.`;
export const sendQuestion = (title: string, recipients: number) =>
  `Send “${title}” to ${countSubscribers(recipients)} now? A post can be sent only once.`;
export const deleteQuestion = ({ email }: Subscriber) =>
  `Delete ${email} for good? This removes the address and its confirmation, and cannot be undone. The person can subscribe again.`;

export const WITHOUT_CHANGES = 'Your private changes are not in this email.';
export const PUBLISH_FIRST = 'Publish the post first.';
export const TICK_FIRST = 'Tick this first: only people who have agreed may be emailed.';
