import type { Clock } from '../../clock.ts';
import { pauseAfter } from '../../growing-pause.ts';
import type { SendOutcome } from '../../mail/mail.ts';
import type { Result } from './recipients.repository.ts';

const RETRY = { firstMs: 20_000, longestMs: 3_600_000, factor: 3 };
/** With the pauses between them, these attempts take about half a day. */
const MAX_ATTEMPTS = 15;
/** An address that is refused in this many mailings in a row is ended. */
export const REFUSED_MAILINGS = 3;

type Temporary = Extract<SendOutcome, { kind: 'temporary' }>;

/** False if the server takes no mail at all at the moment. */
function isAboutMail({ step }: Temporary): boolean {
  return step === 'recipient' || step === 'message';
}

function retry(outcome: Temporary, before: number, now: Date): Result {
  const { reason } = outcome;
  const attempts = isAboutMail(outcome) ? before + 1 : before;
  if (attempts >= MAX_ATTEMPTS) return { state: 'failed', reason, refused: 0 };
  const pauseMs = isAboutMail(outcome) ? pauseAfter(attempts, RETRY) : 0;
  const next_try_at = new Date(now.getTime() + pauseMs).toISOString();
  return { state: 'pending', reason, attempts, next_try_at };
}

/** `attempts` counts the temporary refusals so far. */
export function resultOf(outcome: SendOutcome, attempts: number, now: Date): Result {
  if (outcome.kind === 'sent') return { state: 'sent', reason: null };
  if (outcome.kind === 'temporary') return retry(outcome, attempts, now);
  const { reason } = outcome;
  if (outcome.kind === 'unknown') return { state: 'sending', reason };
  return { state: 'failed', reason, refused: outcome.step === 'recipient' ? 1 : 0 };
}

/** The status means that there is no such mailbox or host; 5.1.7 and 5.1.8 are about the sender. */
export function isUnknownAddress(outcome: SendOutcome): boolean {
  if (outcome.kind !== 'permanent' || outcome.step !== 'recipient') return false;
  return /^5\.1\.(?![78]$)\d+$/.test(outcome.status ?? '');
}

const PAUSE = { firstMs: 10_000, longestMs: 5 * 60_000, factor: 2 };
/** This many refusals in a row are hardly the recipients' fault. */
const MANY_REFUSALS = 100;
/** The pause is short, because a mail with a temporary refusal is tried again within half a minute. */
const REFUSALS_PAUSE_MS = 5_000;

/** The mailing waits and goes on by itself, or stops until the owner continues it. */
export type Effect = 'wait' | 'stop' | 'continue';

/** All connections of a process share it. */
export function createMailServerBackoff(clock: Clock) {
  let pauses = 0;
  let pause = { since: 0, ms: 0 };
  let forNow = 0;
  let forGood = 0;

  // `abs`: the pause also ends if the clock was set back.
  const isPausing = () => Math.abs(clock().getTime() - pause.since) < pause.ms;

  function beginPause(ms: number): void {
    pause = { since: clock().getTime(), ms };
  }

  function noteFailure(): Effect {
    // Mails that were being sent fail together, and count once.
    if (isPausing()) return 'wait';
    pauses += 1;
    beginPause(pauseAfter(pauses, PAUSE));
    return 'wait';
  }

  function noteRefusalForNow(): Effect {
    pauses = 0;
    forNow += 1;
    if (forNow < MANY_REFUSALS) return 'continue';
    if (!isPausing()) beginPause(REFUSALS_PAUSE_MS);
    return 'wait';
  }

  return {
    isPausing,
    note(outcome: SendOutcome): Effect {
      if (outcome.kind === 'unknown') return noteFailure();
      if (outcome.kind === 'temporary')
        return isAboutMail(outcome) ? noteRefusalForNow() : noteFailure();
      pauses = 0;
      forNow = 0;
      forGood = outcome.kind === 'sent' ? 0 : forGood + 1;
      if (forGood < MANY_REFUSALS) return 'continue';
      forGood = 0;
      return 'stop';
    },
  };
}
