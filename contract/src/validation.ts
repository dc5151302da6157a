import type { FieldErrors } from './problems.ts';

type ValidationIssue = {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly expected?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly origin?: unknown;
  readonly keys?: readonly string[];
};

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  number: 'a number',
  int: 'a whole number',
};

function messageOf(issue: ValidationIssue): string {
  const isNumber = issue.origin === 'number' || issue.origin === 'int';
  switch (issue.code) {
    case 'invalid_type':
      if (issue.message.endsWith('received undefined')) return 'is required';
      return `must be ${KINDS[String(issue.expected)] ?? String(issue.expected)}`;
    case 'too_small':
      return isNumber ? `must be at least ${issue.minimum}` : 'must not be empty';
    case 'too_big':
      if (isNumber) return `must be at most ${issue.maximum}`;
      return `must have at most ${issue.maximum} ${issue.origin === 'array' ? 'entries' : 'characters'}`;
    default:
      return issue.message;
  }
}

/** Limits the response to a body of a thousand unknown fields. */
const MAX_FIELDS = 20;

/** The keys are fields; 'body' is for the whole body. */
export function fieldErrors(issues: readonly ValidationIssue[]): FieldErrors {
  // Has no prototype, because the client chooses the field names.
  const errors: FieldErrors = Object.create(null);
  const add = (field: string, message: string) => {
    if (!(field in errors) && Object.keys(errors).length >= MAX_FIELDS) return;
    errors[field] = [...(errors[field] ?? []), message];
  };
  for (const issue of issues) {
    const field = issue.path.map(String).join('.') || 'body';
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys?.slice(0, MAX_FIELDS) ?? []) add(key, 'is not a known field');
    } else {
      add(field, messageOf(issue));
    }
  }
  return errors;
}
