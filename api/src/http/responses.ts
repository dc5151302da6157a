import { type PROBLEMS, problem } from '@longhand/contract/problems';
import { PROBLEM_MEDIA_TYPE } from './problem.ts';

type ProblemStatus = (typeof PROBLEMS)[keyof typeof PROBLEMS]['status'];

const failure = {
  description: 'The request failed.',
  content: { [PROBLEM_MEDIA_TYPE]: { schema: problem } },
};

/** The failures that a route can answer, for the `response` part of its schema. */
export function failures<const Status extends ProblemStatus>(...statuses: readonly Status[]) {
  return Object.fromEntries(statuses.map((status) => [status, failure])) as Record<
    Status,
    typeof failure
  >;
}

/** Of a route that changes something: who asks, how often, and whether it can be written down. */
export function writeFailures<const Status extends ProblemStatus>(...others: readonly Status[]) {
  return { ...failures(...others), ...failures(401, 429, 503, 507) };
}

export const BEARER = [{ bearer: [] }];
