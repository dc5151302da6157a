import { randomInt } from 'node:crypto';
import type { PasswordInput } from '@longhand/contract/account';
import { PASSWORD_LENGTH } from '@longhand/contract/limits';
import { hash, verify } from '@node-rs/argon2';
import type { Clock } from '../clock.ts';
import { compareAndSetSetting, findSetting } from '../database/settings.repository.ts';
import type { Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { recordEvent } from '../events/record-event.ts';
import { ProblemError } from '../http/problem.ts';
import type { LoginConcurrencyLimit, LoginLimit } from './login-limit.ts';
import { PASSWORD_HASH } from './sessions.repository.ts';
import { endOtherSessions } from './sessions.ts';

/** These are OWASP's recommendation for Argon2id, and the library's defaults. */
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Verified for an unknown name, so that the response time does not reveal whether a name exists. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$I2OeUDCC4VcbMYg8fH5TjA$KjY2SvWN7kFZjNaUUlz6StYqNEUYDja+NQWWjUkmnyI';

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), COSTS);
}

export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password.normalize('NFC'));
}

/** Characters that look alike are left out. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Each group has nearly 20 bits. */
export function randomGroups(count: number): string {
  const group = () =>
    Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: count }, group).join('-');
}

/** The password has about 99 bits. */
export function generatePassword(): string {
  return randomGroups(5);
}

/** Returns an error message, or null. */
export function validatePassword(password: string): string | null {
  const { min, max } = PASSWORD_LENGTH;
  if (password.length < min) return `must have at least ${min} characters`;
  if (password.length > max) return `must have at most ${max} characters`;
  return null;
}

type PasswordChange = PasswordInput & {
  readonly token: string;
  readonly address: string;
};

type ChangeOptions = {
  readonly db: Database;
  readonly clock: Clock;
  readonly limit: LoginLimit;
  readonly limitConcurrency: LoginConcurrencyLimit;
  readonly onChanged: () => void;
};

function wrongOldPassword(): ProblemError {
  return new ProblemError('wrong-password', 'The old password is wrong.');
}

function validate(password: string): void {
  const invalid = validatePassword(password);
  if (!invalid) return;
  const errors = { new_password: [invalid] };
  throw new ProblemError('invalid-input', `The new password ${invalid}.`, { errors });
}

export function createPasswordChange(options: ChangeOptions) {
  const { db, clock, limit, limitConcurrency, onChanged } = options;

  /** A wrong password counts like a failed login: a stolen token must not help to guess it. */
  async function verifyOld(administrator: string, change: PasswordChange): Promise<string> {
    await limit.assertAllowed(change.address, administrator);
    const stored = await findSetting(db, PASSWORD_HASH);
    if (stored !== undefined && (await verifyPassword(stored, change.old_password))) return stored;
    await limit.recordFailure(change.address, administrator);
    throw wrongOldPassword();
  }

  /** Ends all other sessions. */
  return async (administrator: string, change: PasswordChange): Promise<void> => {
    validate(change.new_password);
    await limitConcurrency(change.address, async () => {
      const stored = await verifyOld(administrator, change);
      const hash = await hashPassword(change.new_password);
      await inTransaction(db, async (trx) => {
        // False after another change: the old password was replaced in the meantime.
        if (!(await compareAndSetSetting(trx, PASSWORD_HASH, stored, hash)))
          throw wrongOldPassword();
        await endOtherSessions(trx, change.token);
        await limit.forgetWrongCodes(trx);
        await recordEvent(trx, clock, { kind: 'password.changed' });
      });
      onChanged();
    });
  };
}
