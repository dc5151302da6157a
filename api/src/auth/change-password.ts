import type { PasswordInput } from '@longhand/contract/account';
import { compareAndSetSetting, findSetting } from '../database/settings.repository.ts';
import type { Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { ProblemError } from '../http/problem.ts';
import type { LoginConcurrencyLimit } from './login-concurrency.ts';
import type { LoginLimit } from './login-limit.ts';
import { hashPassword, validatePassword, verifyPassword } from './passwords.ts';
import { PASSWORD_HASH } from './sessions.repository.ts';
import { endOtherSessions } from './sessions.ts';

type PasswordChange = PasswordInput & {
  /** Of the session that stays. */
  readonly token: string;
  readonly address: string;
};

type Options = {
  readonly db: Database;
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

export function createPasswordChange({ db, limit, limitConcurrency, onChanged }: Options) {
  /** Counted like a failed login: a stolen token must not help to guess the password. */
  async function verify(administrator: string, change: PasswordChange): Promise<string> {
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
      const stored = await verify(administrator, change);
      const hash = await hashPassword(change.new_password);
      await inTransaction(db, async (trx) => {
        // False after another change: what was the old password is another one now.
        if (!(await compareAndSetSetting(trx, PASSWORD_HASH, stored, hash)))
          throw wrongOldPassword();
        await endOtherSessions(trx, change.token);
      });
      onChanged();
    });
  };
}
