import { pauseAfter } from '../../growing-pause.ts';
import type { SendOutcome } from '../../mail/mail.ts';
import type { Result } from './recipients.repository.ts';

const SECOND_MS = 1_000;
const RETRY = { firstMs: 20 * SECOND_MS, longestMs: 3_600 * SECOND_MS, factor: 3 };
/** About half a day. */
const MAX_ATTEMPTS = 15;
/** In so many mailings one after another; then the address is ended. */
export const REFUSED_MAILINGS = 3;

type Temporary = Extract<SendOutcome, { kind: 'temporary' }>;

/** Whether the answer is about this mail; otherwise the server takes none at the moment. */
export function isAboutMail({ step }: Temporary): boolean {
  return step === 'recipient' || step === 'message';
}

function retry(outcome: Temporary, before: number, now: Date): Result {
  const { reason } = outcome;
  if (!isAboutMail(outcome)) return { state: 'pending', reason, attempts: before, nextTryAt: now };
  const attempts = before + 1;
  if (attempts >= MAX_ATTEMPTS) return { state: 'failed', reason, isRefused: false };
  const nextTryAt = new Date(now.getTime() + pauseAfter(attempts, RETRY));
  return { state: 'pending', reason, attempts, nextTryAt };
}

/** What becomes of a recipient after `attempts` refusals for now. */
export function resultOf(outcome: SendOutcome, attempts: number, now: Date): Result {
  switch (outcome.kind) {
    case 'sent':
      return { state: 'sent' };
    case 'unknown':
      return { state: 'sending', reason: outcome.reason };
    case 'permanent':
      return { state: 'failed', reason: outcome.reason, isRefused: outcome.step === 'recipient' };
    case 'temporary':
      return retry(outcome, attempts, now);
  }
}

/** There is no such mailbox or host; 5.1.7 and 5.1.8 are about the sender. */
export function isUnknownAddress(outcome: SendOutcome): boolean {
  if (outcome.kind !== 'permanent' || outcome.step !== 'recipient') return false;
  return /^5\.1\.(?![78]$)\d+$/.test(outcome.status ?? '');
}
