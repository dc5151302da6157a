import { AdminApiError } from '../api/request.ts';
import { logFailure } from '../ui/alerts.ts';
import { failureReason } from '../ui/failure-reason.ts';

/** The sentence of the server, if it has one. */
export function reasonOf(error: unknown): string {
  logFailure(error);
  if (!(error instanceof AdminApiError)) return failureReason(error);
  const [[reason] = []] = Object.values(error.problem.errors ?? {});
  return reason ? `This ${reason}.` : (error.problem.detail ?? failureReason(error));
}
