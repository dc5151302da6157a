import type { FieldErrors } from '@longhand/contract/problems';
import { AdminApiError } from '../../api/request.ts';
import { logFailure } from '../alerts.ts';
import { failureReason } from '../failure-reason.ts';

export type FormFailure = { readonly errors: FieldErrors; readonly message?: string };

export function toFormFailure(error: unknown): FormFailure {
  logFailure(error);
  const errors = error instanceof AdminApiError ? error.problem.errors : undefined;
  return errors ? { errors } : { errors: {}, message: failureReason(error) };
}
