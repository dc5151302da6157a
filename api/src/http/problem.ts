import { PROBLEMS, type Problem, type ProblemCode, problemType } from '@longhand/contract/problems';

/** Members that only some problems have. */
type Extensions = Pick<Problem, 'errors' | 'post_id'>;

type ProblemOptions = Extensions & {
  headers?: Readonly<Record<string, string>>;
  /** In seconds, for requests that were refused on purpose. */
  retryAfter?: number;
  cause?: unknown;
};

/** Thrown anywhere in a request; the error handler sends it as problem+json. */
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

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';
