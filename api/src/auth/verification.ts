import { createHash, timingSafeEqual } from 'node:crypto';
import type { Confirmation, PasskeyAnswer } from '@longhand/contract/second-factor';
import type { Clock } from '../clock.ts';
import { findSetting } from '../database/settings.repository.ts';
import type { Database, Transaction } from '../database/tables.ts';
import * as repository from './factors.repository.ts';
import { type Factors, isOn, readFactors } from './factors.repository.ts';
import type { LoginLimit } from './login-limit.ts';
import { spendChallenge } from './passkey-challenges.repository.ts';
import { answeredChallenge, type RelyingParty, verifyAnswer } from './passkeys.ts';
import { DUMMY_HASH, verifyPassword } from './passwords.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { PASSWORD_HASH } from './sessions.repository.ts';
import { findTotpStep } from './totp.ts';

type LoginMethod = 'password' | 'authenticator app' | 'recovery code' | 'passkey';

/**
 * What was right when it was verified. `use` comes first in the transaction that acts on it, and is false if it is
 * not right any more: a code that another request has used, a password or factor that was changed.
 */
export type Verified = {
  readonly passwordHash: string;
  readonly method: LoginMethod;
  readonly use: (trx: Transaction) => Promise<boolean>;
};

type FactorUse = Pick<Verified, 'method' | 'use'>;

export type PasskeyProof = { readonly answer: PasskeyAnswer; readonly relyingParty: RelyingParty };

type Proof = Omit<Confirmation, 'passkey'> & {
  readonly username: string;
  readonly passkey?: PasskeyProof;
};

function sha256(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}

function verifyCode({ totp, recoveryCodeHashes }: Factors, code: string, now: Date) {
  const step = totp && findTotpStep(totp.secret, code, now);
  const isNew = totp !== undefined && step !== undefined && step > totp.last_step;
  const hash = hashRecoveryCode(code);
  const found: FactorUse | undefined = isNew
    ? {
        method: 'authenticator app',
        use: (trx) => repository.useTotp(trx, { secret: totp.secret, last_step: step }),
      }
    : recoveryCodeHashes.includes(hash)
      ? { method: 'recovery code', use: (trx) => repository.useRecoveryCode(trx, hash) }
      : undefined;
  return found;
}

export function createVerification(db: Database, clock: Clock, limit: LoginLimit) {
  /** A wrong answer uses up its challenge, too. */
  async function verifyPasskey(
    { passkeys }: Factors,
    { answer, relyingParty }: PasskeyProof,
  ): Promise<FactorUse | undefined> {
    const now = clock().toISOString();
    const challenge = answeredChallenge(answer.response.clientDataJSON) ?? '';
    const passkey = passkeys.find(({ credential_id }) => credential_id === answer.id);
    if (!(await spendChallenge(db, { challenge, purpose: 'use' }, now))) return undefined;
    const counter = passkey && (await verifyAnswer(answer, passkey, { challenge, relyingParty }));
    if (passkey === undefined || counter === undefined) return undefined;
    return {
      method: 'passkey',
      use: (trx) => repository.usePasskey(trx, passkey, { counter, last_used_at: now }),
    };
  }

  async function verifyFactor(
    factors: Factors,
    { code, passkey }: Proof,
    mayTryCode: boolean,
  ): Promise<FactorUse | undefined> {
    if (!isOn(factors))
      return { method: 'password', use: async (trx) => !isOn(await readFactors(trx)) };
    if (passkey) return verifyPasskey(factors, passkey);
    if (code === undefined) return undefined;
    return verifyCode(mayTryCode ? factors : { ...factors, totp: undefined }, code, clock());
  }

  /** The proof is valid only as long as nobody has changed the password. */
  function withPassword(passwordHash: string, { method, use }: FactorUse): Verified {
    const isStillSet = async (trx: Transaction) =>
      (await findSetting(trx, PASSWORD_HASH)) === passwordHash;
    return {
      ...{ passwordHash, method },
      use: async (trx) => (await isStillSet(trx)) && (await use(trx)),
    };
  }

  return {
    /**
     * Undefined if anything is wrong or missing. All of it is looked at in any case, so that the response time does
     * not say what was right.
     */
    async verify(administrator: string, proof: Proof): Promise<Verified | undefined> {
      const isNameRight = timingSafeEqual(sha256(proof.username), sha256(administrator));
      const stored = (await findSetting(db, PASSWORD_HASH)) ?? DUMMY_HASH;
      const factors = await readFactors(db);
      const hash = isNameRight ? stored : DUMMY_HASH;
      const isPasswordRight = await verifyPassword(hash, proof.password);
      const mayTryCode = await limit.mayTryCode();
      const factor = await verifyFactor(factors, proof, mayTryCode);
      const isRight = isNameRight && isPasswordRight;
      if (isRight && factor) return withPassword(hash, factor);
      // A code that was not tried is not wrong: the owner would prolong the limit.
      if (proof.code !== undefined && isOn(factors))
        await limit.recordWrongCode(isRight && mayTryCode);
      return undefined;
    },

    /** A passkey is enough alone. A password is verified all the same, for the response time. */
    async verifyPasskeyAlone(proof: PasskeyProof): Promise<Verified | undefined> {
      const stored = await findSetting(db, PASSWORD_HASH);
      const factors = await readFactors(db);
      await verifyPassword(DUMMY_HASH, '');
      const factor = await verifyPasskey(factors, proof);
      return stored !== undefined && factor ? withPassword(stored, factor) : undefined;
    },
  };
}

export type Verification = ReturnType<typeof createVerification>;
