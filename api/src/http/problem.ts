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
  /** In seconds, for requests that were refused on purpose. */
  retryAfter?: number;
  cause?: unknown;
};

/** Thrown anywhere in a request; the error handler sends it as problem+json. */
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
