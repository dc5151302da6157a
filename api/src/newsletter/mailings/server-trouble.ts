import type { Clock } from '../../clock.ts';
import { pauseAfter } from '../../growing-pause.ts';
import type { SendOutcome } from '../../mail/mail.ts';
import { isAboutMail } from './retry-rules.ts';

const PAUSE = { firstMs: 10_000, longestMs: 5 * 60_000, factor: 2 };
/** So many mails refused for now, one after another, are the server's trouble. */
const REFUSALS_FOR_NOW = 10;
/** So many refused for good, one after another, are hardly the recipients' fault. */
const REFUSALS_FOR_GOOD = 100;

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

  function beginPause(): void {
    // Those that were being sent fail together.
    if (isPausing()) return;
    pauses += 1;
    pause = { since: clock().getTime(), ms: pauseAfter(pauses, PAUSE) };
  }

  function failedForNow(isWhole: boolean): boolean {
    forNow += 1;
    const isTrouble = isWhole || forNow >= REFUSALS_FOR_NOW;
    if (isTrouble) beginPause();
    return isTrouble;
  }

  return {
    isPausing,
    note(outcome: SendOutcome): Effect {
      if (outcome.kind === 'temporary')
        return failedForNow(!isAboutMail(outcome)) ? 'wait' : 'continue';
      if (outcome.kind === 'unknown') return failedForNow(true) ? 'wait' : 'continue';
      pauses = 0;
      forNow = 0;
      forGood = outcome.kind === 'sent' ? 0 : forGood + 1;
      if (forGood < REFUSALS_FOR_GOOD) return 'continue';
      forGood = 0;
      return 'stop';
    },
  };
}
