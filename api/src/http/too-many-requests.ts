import { ProblemError } from './problem.ts';

function formatDuration(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/** `what` there was too much of, as a sentence. */
export function tooManyRequests(what: string, waitMs: number): ProblemError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  const detail = `${what} Please try again in ${formatDuration(seconds)}.`;
  return new ProblemError('too-many-requests', detail, { retryAfter: seconds });
}
