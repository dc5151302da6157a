import { PASSWORD_LENGTH } from '@longhand/contract/limits';
import { AdminApiError, SessionOverError } from '../api/request.ts';
import { PASSWORD_FAILED, PASSWORD_UNREACHABLE } from '../words/account.ts';

export type PasswordForm = {
  readonly old_password: string;
  readonly new_password: string;
  readonly again: string;
};

/** `general` is for what belongs to none of the fields. */
export type PasswordProblems = {
  readonly [Field in keyof PasswordForm | 'general']?: string;
};

const TOO_SHORT = `The new password must have at least ${PASSWORD_LENGTH.min} characters.`;
const TOO_LONG = `The new password must have at most ${PASSWORD_LENGTH.max} characters.`;
const NOT_SAME = 'The new passwords do not match.';

export function checkPasswords({ new_password, again }: PasswordForm): PasswordProblems {
  if (new_password.length < PASSWORD_LENGTH.min) return { new_password: TOO_SHORT };
  if (new_password.length > PASSWORD_LENGTH.max) return { new_password: TOO_LONG };
  return new_password === again ? {} : { again: NOT_SAME };
}

export function explainPasswordFailure(error: unknown): PasswordProblems {
  // The login page already says that the session is over.
  if (error instanceof SessionOverError) return {};
  if (!(error instanceof AdminApiError)) return { general: PASSWORD_UNREACHABLE };
  const { detail = PASSWORD_FAILED, errors } = error.problem;
  if (error.status === 403) return { old_password: detail };
  const invalid = errors?.new_password;
  return invalid
    ? { new_password: `The new password ${invalid.join('; ')}.` }
    : { general: detail };
}
