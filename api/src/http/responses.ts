import { type PROBLEMS, problem } from '@longhand/contract/problems';
import { PROBLEM_MEDIA_TYPE } from './problem.ts';

type ProblemStatus = (typeof PROBLEMS)[keyof typeof PROBLEMS]['status'];

const failure = {
  description: 'The request failed.',
  content: { [PROBLEM_MEDIA_TYPE]: { schema: problem } },
};

/** For the `response` part of a route's schema. */
export function failures<const Status extends ProblemStatus>(...statuses: readonly Status[]) {
  return Object.fromEntries(statuses.map((status) => [status, failure])) as Record<
    Status,
    typeof failure
  >;
}

/** For routes that write: session, rate limit, availability and disk space. */
export function writeFailures<const Status extends ProblemStatus>(...others: readonly Status[]) {
  return { ...failures(...others), ...failures(401, 429, 503, 507) };
}

export const BEARER = [{ bearer: [] }];
