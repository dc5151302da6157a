import { POST_FIELDS } from '@longhand/contract/posts/post-fields';
import type { FieldErrors } from '@longhand/contract/problems';
import { AdminApiError, SessionOverError } from '../api/request.ts';

export type SaveFailure = {
  readonly at: Date;
  /** 0 if there was no response. */
  readonly status: number;
  readonly errors: FieldErrors;
  /** Shown at the buttons; null if the fields show everything. */
  readonly reason: string | null;
  readonly isSessionOver: boolean;
  readonly isOffline: boolean;
};

/** Why the working copy could not be written. */
export type WriteFailure = {
  readonly reason: string;
  readonly isSessionOver: boolean;
  readonly isOffline: boolean;
  readonly isGone: boolean;
  /** True if the editor tries again by itself. */
  readonly isRetried: boolean;
};

const UNREACHABLE = 'You’re offline. Please try again once you’re connected.';
const UNREADABLE = 'The server sent an unexpected response. Please try again in a moment.';
const FAILED = 'Something went wrong on the server. Please try again in a moment.';
const CHANGED = 'It was also changed elsewhere. Nothing has been overwritten: choose what to save.';
const SESSION_OVER =
  'Your session has ended. Please log in again in another tab, then try again here.';

const NO_RESPONSE: Pick<AdminApiError, 'status' | 'problem'> = { status: 0, problem: {} };

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

/** fetch throws a TypeError if there is no response. */
function isOffline(error: unknown): boolean {
  return error instanceof TypeError;
}

export function reasonOf(error: unknown): string | null {
  if (error instanceof SessionOverError) return SESSION_OVER;
  if (isOffline(error)) return UNREACHABLE;
  if (!(error instanceof AdminApiError)) return UNREADABLE;
  if (error.status === 404) return null;
  if (error.status === 409) return CHANGED;
  return error.problem.detail ?? FAILED;
}

export function explainFailure(error: unknown, at = new Date()): SaveFailure {
  const { status, problem } = error instanceof AdminApiError ? error : NO_RESPONSE;
  const isSessionOver = error instanceof SessionOverError;
  const kind = { at, status, isSessionOver, isOffline: isOffline(error) };
  if (!problem.errors) return { ...kind, errors: {}, reason: reasonOf(error) };
  const all = Object.entries(byField(problem.errors));
  return {
    ...kind,
    errors: Object.fromEntries(all.filter(([field]) => showsErrors(field))),
    reason: sentence(all.filter(([field]) => !showsErrors(field))),
  };
}

export function withoutErrors(failure: SaveFailure | null, fields: object): SaveFailure | null {
  const errors = Object.entries(failure?.errors ?? {}).filter(([name]) => !(name in fields));
  return failure && { ...failure, errors: Object.fromEntries(errors) };
}

const OFFLINE = 'You’re offline. We’ll retry automatically.';
const NOT_UNDERSTOOD = 'The server sent an unexpected response. We’ll retry automatically.';
const NOT_SENT = 'The browser could not send your changes. We’ll retry automatically.';
const NOT_WRITTEN = 'Something went wrong on the server. We’ll retry automatically.';
const LOGGED_OUT =
  'Your session has ended. Log in again in another tab, and your changes are sent automatically.';

function writeReason(error: unknown): string {
  if (error instanceof SessionOverError) return LOGGED_OUT;
  if (error instanceof AdminApiError) return error.problem.detail ?? NOT_WRITTEN;
  if (error instanceof SyntaxError) return NOT_UNDERSTOOD;
  return isOffline(error) ? OFFLINE : NOT_SENT;
}

export function explainWriteFailure(error: unknown): WriteFailure {
  const isSessionOver = error instanceof SessionOverError;
  const status = error instanceof AdminApiError ? error.status : 0;
  return {
    reason: writeReason(error),
    isSessionOver,
    isOffline: isOffline(error),
    isGone: status === 404,
    isRetried: !isSessionOver && (status === 0 || status === 429 || status >= 500),
  };
}
