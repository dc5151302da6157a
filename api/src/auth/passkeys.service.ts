import { randomUUIDv7 } from 'node:crypto';
import type {
  AddedPasskey,
  Confirmation,
  PasskeyCreationOptions,
  PasskeyInput,
  PasskeyRequestOptions,
} from '@longhand/contract/second-factor';
import type { Clock } from '../clock.ts';
import type { Database, Tables } from '../database/tables.ts';
import { addressKey } from '../http/address-key.ts';
import { notFound, ProblemError, tooManyRequests } from '../http/problem.ts';
import type { Caller } from './caller.ts';
import type { ConfirmationService } from './confirmation.ts';
import type { FactorChanges } from './factor-changes.ts';
import * as repository from './factors.repository.ts';
import * as challenges from './passkey-challenges.repository.ts';
import * as passkeys from './passkeys.ts';

/** Everybody can ask for challenges, so those that can still be answered are limited. */
const CHALLENGES_PER_ADDRESS = 20;
export const MAX_CHALLENGES = 5_000;

type Options = {
  readonly db: Database;
  readonly clock: Clock;
  readonly confirmation: ConfirmationService;
  readonly changes: FactorChanges;
};

function notAccepted(): ProblemError {
  return new ProblemError('invalid-input', 'This passkey was not accepted. Please start again.');
}

export function createPasskeys({ db, clock, confirmation, changes }: Options) {
  const now = () => clock().toISOString();

  async function createChallenge(
    trx: Database,
    purpose: Tables['passkey_challenges']['purpose'],
    address: string,
  ): Promise<string> {
    const challenge = passkeys.generateChallenge();
    const expires_at = new Date(clock().getTime() + passkeys.CHALLENGE_MS).toISOString();
    const row = { challenge, purpose, address: addressKey(address), expires_at };
    await challenges.insertChallenge(trx, row);
    return challenge;
  }

  /** Many addresses together use up the oldest challenges, not the owner's newest one. */
  async function makeRoom(address: string): Promise<void> {
    const ofAddress = { now: now(), address: addressKey(address) };
    if ((await challenges.countChallenges(db, ofAddress)) >= CHALLENGES_PER_ADDRESS)
      throw tooManyRequests('Too many logins with a passkey were begun.', passkeys.CHALLENGE_MS);
    if ((await challenges.countChallenges(db, { now: now() })) >= MAX_CHALLENGES)
      await challenges.deleteOldestChallenge(db, now());
  }

  return {
    /** Nothing is stored while there is no passkey that could answer. */
    async beginPasskeyUse(caller: Caller): Promise<PasskeyRequestOptions> {
      const { relyingParty, address } = caller;
      const factors = await repository.readFactors(db);
      if (factors.passkeys.length === 0)
        return passkeys.requestOptions(passkeys.generateChallenge(), relyingParty);
      return confirmation.guessing(caller, async () => {
        await makeRoom(address);
        return passkeys.requestOptions(await createChallenge(db, 'use', address), relyingParty);
      });
    },

    beginPasskey: (caller: Caller, proof: Confirmation): Promise<PasskeyCreationOptions> =>
      confirmation.confirmed(caller, proof, async (trx) => {
        const challenge = await createChallenge(trx, 'add', caller.address);
        const { passkeys: existing } = await repository.readFactors(trx);
        const account = { username: caller.administrator, passkeys: existing };
        return passkeys.creationOptions(challenge, caller.relyingParty, account);
      }),

    /** Who adds one has just used it, so that it is known to work. */
    async addPasskey(caller: Caller, { name, response }: PasskeyInput): Promise<AddedPasskey> {
      const challenge = passkeys.answeredChallenge(response.response.clientDataJSON) ?? '';
      if (!(await challenges.spendChallenge(db, { challenge, purpose: 'add' }, now())))
        throw notAccepted();
      const { relyingParty } = caller;
      const credential = await passkeys.verifyRegistration(response, { challenge, relyingParty });
      if (!credential) throw notAccepted();
      const passkey = { id: randomUUIDv7(), name, created_at: now(), last_used_at: null };
      const recovery_codes = await changes.change(caller, async (trx) => {
        if (!(await repository.insertPasskey(trx, { ...passkey, ...credential })))
          throw notAccepted();
        return { kind: 'passkey.added', subject: passkey.id };
      });
      return { passkey, recovery_codes };
    },

    removePasskey: (caller: Caller, id: string, proof: Confirmation) =>
      changes.changeConfirmed(caller, proof, async (trx) => {
        if (!(await repository.deletePasskey(trx, id)))
          throw notFound('This passkey does not exist. It may have been removed already.');
        return { kind: 'passkey.removed', subject: id };
      }),
  };
}
