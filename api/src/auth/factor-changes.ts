import type { EventKind } from '@longhand/contract/event-kinds';
import type { Confirmation } from '@longhand/contract/second-factor';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { recordEvent } from '../events/record-event.ts';
import { ProblemError } from '../http/problem.ts';
import type { Caller } from './caller.ts';
import type { ConfirmationService } from './confirmation.ts';
import * as repository from './factors.repository.ts';
import { generateRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts';
import { endOtherSessions } from './sessions.ts';

type Event = { readonly kind: EventKind; readonly subject?: string };

/** Returns what happened. */
type Change = (trx: Transaction) => Promise<Event>;

type Options = {
  readonly db: Database;
  readonly clock: Clock;
  readonly confirmation: ConfirmationService;
  readonly onChanged: () => void;
};

function noFactors(): ProblemError {
  return new ProblemError(
    'invalid-input',
    'Recovery codes come with a second factor. Set up an authenticator app or add a passkey first.',
  );
}

async function hasFactors(trx: Transaction): Promise<boolean> {
  return repository.isOn(await repository.readFactors(trx));
}

export function createFactorChanges({ db, clock, confirmation, onChanged }: Options) {
  async function makeRecoveryCodes(trx: Transaction): Promise<string[]> {
    const codes = generateRecoveryCodes();
    await repository.replaceRecoveryCodes(trx, codes.map(hashRecoveryCode));
    await recordEvent(trx, clock, { kind: 'recovery_codes.made' });
    return codes;
  }

  /** Recovery codes come with the first factor and go with the last. Null if there are some already. */
  async function apply(trx: Transaction, caller: Caller, change: Change) {
    const before = await hasFactors(trx);
    await recordEvent(trx, clock, await change(trx));
    const after = await hasFactors(trx);
    const codes = after && !before ? await makeRecoveryCodes(trx) : null;
    if (!after) await repository.replaceRecoveryCodes(trx, []);
    await endOtherSessions(trx, caller.token);
    return codes;
  }

  async function thenForgetSessions<Result>(change: Promise<Result>): Promise<Result> {
    const result = await change;
    onChanged();
    return result;
  }

  return {
    /** The change was confirmed when it was begun. */
    change: (caller: Caller, change: Change): Promise<string[] | null> =>
      thenForgetSessions(inTransaction(db, (trx) => apply(trx, caller, change))),

    changeConfirmed: (
      caller: Caller,
      proof: Confirmation,
      change: Change,
    ): Promise<string[] | null> =>
      thenForgetSessions(
        confirmation.confirmed(caller, proof, (trx) => apply(trx, caller, change)),
      ),

    renewRecoveryCodes: (caller: Caller, proof: Confirmation): Promise<string[]> =>
      thenForgetSessions(
        confirmation.confirmed(caller, proof, async (trx) => {
          if (!(await hasFactors(trx))) throw noFactors();
          await endOtherSessions(trx, caller.token);
          return makeRecoveryCodes(trx);
        }),
      ),
  };
}

export type FactorChanges = ReturnType<typeof createFactorChanges>;
