import {
  type FieldErrors,
  PROBLEMS,
  type Problem,
  type ProblemCode,
  problemType,
} from '@longhand/contract/problems';

type ProblemOptions = {
  errors?: FieldErrors;
  headers?: Readonly<Record<string, string>>;
  /** In how many seconds to come again, for what was sent away on purpose. */
  retryAfter?: number;
  cause?: unknown;
};

/** A failure with an answer of its own; whoever throws it has nothing more to do. */
export class ProblemError extends Error {
  readonly code: ProblemCode;
  readonly errors: FieldErrors | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(detail, { cause: options.cause });
    this.code = code;
    this.errors = options.errors;
    this.headers = {
      ...options.headers,
      ...(options.retryAfter !== undefined && { 'retry-after': String(options.retryAfter) }),
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
      ...(this.errors && { errors: this.errors }),
    };
  }
}

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';
