import type { Clock } from '../../clock.ts';
import { pauseAfter } from '../../growing-pause.ts';
import type { SendOutcome } from '../../mail/mail.ts';
import { isAboutMail } from './retry-rules.ts';

const PAUSE = { firstMs: 10_000, longestMs: 5 * 60_000, factor: 2 };
/** So many mails refused one after another are hardly the recipients' fault. */
const MANY_REFUSALS = 100;
/** Short: a mail that was refused for now is tried again within half a minute. */
const REFUSALS_PAUSE_MS = 5_000;

/** What it means for the mailing: to wait for better times, or to stop until the owner has looked. */
export type Effect = 'wait' | 'stop' | 'continue';

/** How this process gets on with the mail server; all its connections share it. */
export function createServerTrouble(clock: Clock) {
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
    // Those that were being sent fail together.
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
