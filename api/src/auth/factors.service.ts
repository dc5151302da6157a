import type { Confirmation, SecondFactorState, TotpSetup } from '@longhand/contract/second-factor';
import { inTransaction } from '../database/transaction.ts';
import { recordEvent } from '../events/record-event.ts';
import { notFound, type ProblemError } from '../http/problem.ts';
import type { Caller } from './caller.ts';
import { type ConfirmationOptions, createConfirmation, notConfirmed } from './confirmation.ts';
import { createFactorChanges } from './factor-changes.ts';
import * as repository from './factors.repository.ts';
import { deleteAllFailedLogins } from './login-attempts.repository.ts';
import { deleteExpiredChallenges } from './passkey-challenges.repository.ts';
import { createPasskeys } from './passkeys.service.ts';
import { endAllSessions } from './sessions.ts';
import { findTotpStep, generateTotpSecret, totpUri } from './totp.ts';

/** What is not finished by then is started again. */
const SETUP_MS = 30 * 60_000;

function setupExpired(): ProblemError {
  return notConfirmed('This setup has expired. Start again.');
}

type Options = ConfirmationOptions & { readonly onChanged: () => void };

export function createFactors({ onChanged, ...options }: Options) {
  const { db, clock } = options;
  const confirmation = createConfirmation(options);
  const shared = { ...options, confirmation, onChanged };
  const changes = createFactorChanges(shared);

  return {
    confirmed: confirmation.confirmed,

    ...createPasskeys({ ...shared, changes }),

    async readState(): Promise<SecondFactorState> {
      const factors = await repository.readFactors(db);
      return { second_factor: repository.isOn(factors), passkeys: factors.passkeys.length > 0 };
    },

    beginTotp: (caller: Caller, proof: Confirmation): Promise<TotpSetup> =>
      confirmation.confirmed(caller, proof, async (trx) => {
        const secret = generateTotpSecret();
        await repository.setPendingTotp(trx, secret, clock().toISOString());
        const { administrator: label, relyingParty } = caller;
        return { secret, uri: totpUri(secret, { issuer: relyingParty.id, label }) };
      }),

    /** Switches it on, or replaces the one before. */
    confirmTotp: (caller: Caller, code: string): Promise<string[] | null> =>
      confirmation.guessing(caller, async () => {
        const pending = await repository.findTotp(db, 'pending');
        const now = clock();
        if (!pending || Date.parse(pending.created_at) < now.getTime() - SETUP_MS)
          throw setupExpired();
        const { secret } = pending;
        const last_step = findTotpStep(secret, code, now);
        if (last_step === undefined) return confirmation.refuse(caller, 'The code is wrong.');
        return changes.change(caller, async (trx) => {
          if (!(await repository.activateTotp(trx, { secret, last_step }))) throw setupExpired();
          return { kind: 'totp.enabled' };
        });
      }),

    removeTotp: (caller: Caller, proof: Confirmation) =>
      changes.changeConfirmed(caller, proof, async (trx) => {
        if (!(await repository.deleteTotp(trx)))
          throw notFound('No authenticator app is set up. It may have been removed already.');
        return { kind: 'totp.removed' };
      }),

    renewRecoveryCodes: changes.renewRecoveryCodes,

    /** Lets in an owner who is locked out, perhaps by too many attempts. It also ends all sessions, and returns what there was. */
    async removeAll() {
      const removed = await inTransaction(db, async (trx) => {
        const before = await repository.readSecondFactor(trx);
        await repository.deleteAllFactors(trx);
        await endAllSessions(trx);
        await deleteAllFailedLogins(trx);
        await recordEvent(trx, clock, { kind: 'factors.unlocked' });
        return before;
      });
      onChanged();
      return removed;
    },

    deleteExpiredChallenges: () => deleteExpiredChallenges(db, clock().toISOString()),
  };
}
