import type { Confirmation } from '@longhand/contract/second-factor';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { recordEvent } from '../events/record-event.ts';
import { ProblemError } from '../http/problem.ts';
import type { Caller } from './caller.ts';
import { isOn, readFactors } from './factors.repository.ts';
import type { LoginConcurrencyLimit, LoginLimit } from './login-limit.ts';
import type { Verification, Verified } from './verification.ts';

export type ConfirmationOptions = {
  readonly db: Database;
  readonly clock: Clock;
  readonly limit: LoginLimit;
  readonly limitConcurrency: LoginConcurrencyLimit;
  readonly verification: Verification;
};

export function notConfirmed(detail: string): ProblemError {
  return new ProblemError('wrong-credentials', detail);
}

export async function recordRecoveryCodeUse(
  trx: Transaction,
  clock: Clock,
  { method }: Verified,
): Promise<void> {
  if (method !== 'recovery code') return;
  await recordEvent(trx, clock, { kind: 'recovery_code.used', actor: 'owner' });
}

export function createConfirmation(options: ConfirmationOptions) {
  const { db, clock, limit, limitConcurrency, verification } = options;

  /** Guesses run one at a time for each address, and within the limit of logins. */
  function guessing<Result>(
    { administrator, address }: Caller,
    guess: () => Promise<Result>,
  ): Promise<Result> {
    return limitConcurrency(address, async () => {
      await limit.assertAllowed(address, administrator);
      return guess();
    });
  }

  /** A wrong guess counts like a failed login: a stolen token must not help to guess. */
  async function refuse({ administrator, address }: Caller, detail: string): Promise<never> {
    await limit.recordFailure(address, administrator);
    throw notConfirmed(detail);
  }

  return {
    guessing,
    refuse,

    /** Asks again, and does the work in the transaction that uses up the code. */
    confirmed<Result>(
      caller: Caller,
      { passkey, ...proof }: Confirmation,
      work: (trx: Transaction) => Promise<Result>,
    ): Promise<Result> {
      return guessing(caller, async () => {
        const { administrator, relyingParty } = caller;
        const verified = await verification.verify(administrator, {
          ...proof,
          username: administrator,
          ...(passkey && { passkey: { answer: passkey, relyingParty } }),
        });
        const wrong = isOn(await readFactors(db))
          ? 'The password or the code is wrong.'
          : 'The password is wrong.';
        if (!verified) return refuse(caller, wrong);
        const done = await inTransaction(db, async (trx) => {
          if (!(await verified.use(trx))) return undefined;
          await recordRecoveryCodeUse(trx, clock, verified);
          return { result: await work(trx) };
        });
        return done ? done.result : refuse(caller, wrong);
      });
    },
  };
}

export type ConfirmationService = ReturnType<typeof createConfirmation>;
