import { PROBLEMS, type Problem, type ProblemCode, problemType } from '@longhand/contract/problems';

type Extensions = Pick<Problem, 'errors' | 'post_id'>;

type ProblemOptions = Extensions & {
  headers?: Readonly<Record<string, string>>;
  /** In seconds. Set for requests that were refused on purpose. */
  retryAfter?: number;
  cause?: unknown;
};

/** Can be thrown anywhere in a request. The error handler sends it as problem+json. */
export class ProblemError extends Error {
  readonly code: ProblemCode;
  readonly extensions: Extensions;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ProblemCode,
    detail: string,
    { cause, headers, retryAfter, ...extensions }: ProblemOptions = {},
  ) {
    super(detail, { cause });
    this.code = code;
    this.extensions = extensions;
    this.headers = {
      ...headers,
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    };
  }

  get status(): number {
    return PROBLEMS[this.code].status;
  }

  toJSON(): Problem {
    const { status, title } = PROBLEMS[this.code];
    return {
      type: problemType(this.code),
      title,
      status,
      detail: this.message,
      ...this.extensions,
    };
  }
}

export function notFound(detail: string): ProblemError {
  return new ProblemError('not-found', detail);
}

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

function formatDuration(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/** `what` is a sentence that says what there was too much of. */
export function tooManyRequests(what: string, waitMs: number): ProblemError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  const detail = `${what} Please try again in ${formatDuration(seconds)}.`;
  return new ProblemError('too-many-requests', detail, { retryAfter: seconds });
}
