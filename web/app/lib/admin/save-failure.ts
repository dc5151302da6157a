import { POST_FIELDS } from '@longhand/contract/post-fields';
import type { FieldErrors } from '@longhand/contract/problems';
import { AdminApiError, SessionOverError } from './admin-api.ts';

/** Why a save failed, for the person who writes. */
export type SaveFailure = {
  readonly at: Date;
  /** 0 where the server did not answer. */
  readonly status: number;
  /** Said beside the fields. */
  readonly errors: FieldErrors;
  /** Said in one place, where it is no matter of fields. */
  readonly reason: string | null;
  readonly isSessionOver: boolean;
};

const UNREACHABLE =
  'The server could not be reached. Please check your connection, then save again.';
const UNREADABLE = 'The server’s answer could not be understood. Please save again in a moment.';
const FAILED = 'Something failed on the server. Please save again in a moment.';
const CHANGED = 'It was changed elsewhere, and nothing was overwritten: choose what to save.';
const SESSION_OVER =
  'Your session has ended. Please log in again in another tab, then save again here.';

const NO_ANSWER: Pick<AdminApiError, 'status' | 'problem'> = { status: 0, problem: {} };

/** Fields that show by themselves what is wrong with them. */
function hasPlace(field: string): boolean {
  return Object.hasOwn(POST_FIELDS, field) && field !== 'published';
}

/** An entry of a list is named `tags.3`; the field is that of the list. */
function byField(errors: FieldErrors): FieldErrors {
  const grouped = new Map<string, string[]>();
  for (const [name, messages] of Object.entries(errors)) {
    const field = name.split('.')[0] ?? name;
    grouped.set(field, [...new Set([...(grouped.get(field) ?? []), ...messages])]);
  }
  return Object.fromEntries(grouped);
}

function sentence(errors: readonly (readonly [string, readonly string[]])[]): string | null {
  if (errors.length === 0) return null;
  return `Not valid: ${errors.map(([name, messages]) => `${name} ${messages.join('; ')}`).join('; ')}.`;
}

function reasonOf(error: unknown): string | null {
  if (error instanceof SessionOverError) return SESSION_OVER;
  // The browser's own error for a request without an answer.
  if (error instanceof TypeError) return UNREACHABLE;
  if (!(error instanceof AdminApiError)) return UNREADABLE;
  if (error.status === 404) return null;
  if (error.status === 409) return CHANGED;
  return error.problem.detail ?? FAILED;
}

export function explainFailure(error: unknown, at = new Date()): SaveFailure {
  const isSessionOver = error instanceof SessionOverError;
  const { status, problem } = error instanceof AdminApiError ? error : NO_ANSWER;
  if (!problem.errors) return { at, status, errors: {}, reason: reasonOf(error), isSessionOver };
  const all = Object.entries(byField(problem.errors));
  return {
    at,
    status,
    errors: Object.fromEntries(all.filter(([field]) => hasPlace(field))),
    reason: sentence(all.filter(([field]) => !hasPlace(field))),
    isSessionOver,
  };
}
