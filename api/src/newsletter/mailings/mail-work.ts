import { randomUUID } from 'node:crypto';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../database/tables.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { SendOutcome } from '../../mail/mail.ts';
import { findMailWait, noteMail } from '../../mail/mail-rate.ts';
import { endByTokens } from '../subscribers/subscribers.repository.ts';
import {
  type Effect,
  isUnknownAddress,
  REFUSED_MAILINGS,
  resultOf,
} from './mail-server-backoff.ts';
import { setMailingState } from './mailings.repository.ts';
import {
  type Claimed,
  claimRecipient,
  finishMailings,
  hasWork,
  isRefusedAgain,
  renewClaims,
  setProblem,
  storeResult,
} from './recipients.repository.ts';

/** After a crash, nobody knows whether a mail was sent once its claim has ended. */
const CLAIM_MS = 15_000;

type Work =
  | { readonly kind: 'mail'; readonly claimed: Claimed }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'more' | 'nothing' };

type WorkOptions = Pick<Context, 'db' | 'clock'> & {
  readonly perMinute: number | undefined;
};

/** An address that does not exist, or that was refused again and again, gets no more mails. */
async function endRefusedAddress(
  trx: Transaction,
  { subscriber_id, token }: Claimed,
  outcome: SendOutcome,
  now: string,
): Promise<void> {
  if (outcome.kind !== 'permanent' || outcome.step !== 'recipient') return;
  if (isUnknownAddress(outcome) || (await isRefusedAgain(trx, subscriber_id, REFUSED_MAILINGS)))
    await endByTokens(trx, [token], now);
}

function stopped(reason: string): string {
  return `The mail server has refused many emails in a row. Its last answer: ${reason}`;
}

export function createMailWork({ db, clock, perMinute }: WorkOptions) {
  const claimedBy = randomUUID();
  const claimNow = () => ({ claimedBy, now: clock(), forMs: CLAIM_MS });

  return {
    isDue: () => hasWork(db, clock()),

    claim: (): Promise<Work> =>
      inTransaction(db, async (trx) => {
        const claim = claimNow();
        const ms = await findMailWait(trx, perMinute, claim.now);
        if (ms > 0) {
          await finishMailings(trx, claim.now);
          return { kind: 'wait', ms };
        }
        const claimed = await claimRecipient(trx, claim);
        if (claimed === undefined) return { kind: 'nothing' };
        if (claimed === 'more') return { kind: 'more' };
        await noteMail(trx, perMinute, claim.now);
        return { kind: 'mail', claimed };
      }),

    renew: (inHand: Iterable<Claimed>): Promise<void> =>
      inTransaction(db, (trx) => renewClaims(trx, inHand, claimNow())),

    store: (claimed: Claimed, outcome: SendOutcome, effect: Effect): Promise<void> =>
      inTransaction(db, async (trx) => {
        const { mailing_id, attempts } = claimed;
        const now = clock();
        const at = now.toISOString();
        await storeResult(trx, claimed, claimedBy, resultOf(outcome, attempts, now), at);
        if (outcome.kind === 'sent') return;
        await endRefusedAddress(trx, claimed, outcome, at);
        const { reason } = outcome;
        if (effect === 'wait') await setProblem(trx, mailing_id, reason);
        if (effect === 'stop')
          await setMailingState(trx, mailing_id, 'paused', { problem: stopped(reason) });
      }),
  };
}

export type MailWork = ReturnType<typeof createMailWork>;
