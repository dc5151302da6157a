import { findSetting } from '../database/settings.repository.ts';
import type { Database } from '../database/tables.ts';
import { ProblemError } from '../http/problem.ts';
import type { LoginConcurrencyLimit, LoginLimit } from './login-limit.ts';
import { verifyPassword } from './passwords.ts';
import { PASSWORD_HASH } from './sessions.repository.ts';

type Options = {
  readonly db: Database;
  readonly limit: LoginLimit;
  readonly limitConcurrency: LoginConcurrencyLimit;
};

type Confirmation = { readonly password: string; readonly address: string };

/** For calls that a stolen session must not be enough for. A wrong password counts like a failed login. */
export function createPasswordConfirmation({ db, limit, limitConcurrency }: Options) {
  return (administrator: string, { password, address }: Confirmation): Promise<void> =>
    limitConcurrency(address, async () => {
      await limit.assertAllowed(address, administrator);
      const stored = await findSetting(db, PASSWORD_HASH);
      if (stored !== undefined && (await verifyPassword(stored, password))) return;
      await limit.recordFailure(address, administrator);
      throw new ProblemError('wrong-password', 'The password is wrong.');
    });
}
