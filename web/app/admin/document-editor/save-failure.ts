import { POST_FIELDS } from '@longhand/contract/post-fields';
import type { FieldErrors } from '@longhand/contract/problems';
import { AdminApiError, SessionOverError } from '../api/request.ts';

export type SaveFailure = {
  readonly at: Date;
  /** 0 without a response. */
  readonly status: number;
  /** Shown at the fields. */
  readonly errors: FieldErrors;
  /** Shown at the buttons, for everything that no field can show. */
  readonly reason: string | null;
  readonly isSessionOver: boolean;
};

/** Why the working copy could not be written. */
export type WriteFailure = {
  readonly reason: string;
  readonly isSessionOver: boolean;
  readonly isGone: boolean;
  /** Whether the editor tries again by itself. */
  readonly isRetried: boolean;
};

const UNREACHABLE =
  'The server could not be reached. Please check your connection, then save again.';
const UNREADABLE = 'The server sent an unexpected response. Please save again in a moment.';
const FAILED = 'Something went wrong on the server. Please save again in a moment.';
const CHANGED = 'It was changed elsewhere, and nothing was overwritten: choose what to save.';
const SESSION_OVER =
  'Your session has ended. Please log in again in another tab, then save again here.';

const NO_RESPONSE: Pick<AdminApiError, 'status' | 'problem'> = { status: 0, problem: {} };

/** Whether the form shows errors at this field. */
function showsErrors(field: string): boolean {
  return Object.hasOwn(POST_FIELDS, field) && field !== 'published';
}

/** The error of a list entry, such as `tags.3`, belongs to the list's field. */
function byField(errors: FieldErrors): FieldErrors {
  const grouped = new Map<string, string[]>();
  for (const [name, messages] of Object.entries(errors)) {
    const field = name.split('.')[0] ?? name;
    grouped.set(field, [...new Set([...(grouped.get(field) ?? []), ...messages])]);
  }
  return Object.fromEntries(grouped);
}

export function sentence(errors: readonly (readonly [string, readonly string[]])[]): string | null {
  if (errors.length === 0) return null;
  return `Not valid: ${errors.map(([name, messages]) => `${name} ${messages.join('; ')}`).join('; ')}.`;
}

export function reasonOf(error: unknown): string | null {
  if (error instanceof SessionOverError) return SESSION_OVER;
  // What fetch throws without a response.
  if (error instanceof TypeError) return UNREACHABLE;
  if (!(error instanceof AdminApiError)) return UNREADABLE;
  if (error.status === 404) return null;
  if (error.status === 409) return CHANGED;
  return error.problem.detail ?? FAILED;
}

export function explainFailure(error: unknown, at = new Date()): SaveFailure {
  const isSessionOver = error instanceof SessionOverError;
  const { status, problem } = error instanceof AdminApiError ? error : NO_RESPONSE;
  if (!problem.errors) return { at, status, errors: {}, reason: reasonOf(error), isSessionOver };
  const all = Object.entries(byField(problem.errors));
  return {
    at,
    status,
    errors: Object.fromEntries(all.filter(([field]) => showsErrors(field))),
    reason: sentence(all.filter(([field]) => !showsErrors(field))),
    isSessionOver,
  };
}

/** Drops the errors of fields that are being changed. */
export function withoutErrors(failure: SaveFailure | null, fields: object): SaveFailure | null {
  const errors = Object.entries(failure?.errors ?? {}).filter(([name]) => !(name in fields));
  return failure && { ...failure, errors: Object.fromEntries(errors) };
}

const OFFLINE = 'No connection to the server. Another attempt follows automatically.';
const NOT_UNDERSTOOD =
  'The server sent an unexpected response. Another attempt follows automatically.';
const NOT_SENT =
  'The browser could not send your private changes. Another attempt follows automatically.';
const NOT_WRITTEN = 'Something went wrong on the server. Another attempt follows automatically.';
const LOGGED_OUT =
  'Your session has ended. Please log in again in another tab; your private changes are then sent automatically.';

function writeReason(error: unknown): string {
  if (error instanceof SessionOverError) return LOGGED_OUT;
  if (error instanceof AdminApiError) return error.problem.detail ?? NOT_WRITTEN;
  if (error instanceof SyntaxError) return NOT_UNDERSTOOD;
  return error instanceof TypeError ? OFFLINE : NOT_SENT;
}

export function explainWriteFailure(error: unknown): WriteFailure {
  const isSessionOver = error instanceof SessionOverError;
  const status = error instanceof AdminApiError ? error.status : 0;
  return {
    reason: writeReason(error),
    isSessionOver,
    isGone: status === 404,
    isRetried: !isSessionOver && (status === 0 || status === 429 || status >= 500),
  };
}
