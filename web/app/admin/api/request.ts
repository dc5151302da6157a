import { MAX_PAGE_SIZE } from '@longhand/contract/posts/post-query';
import type { Problem } from '@longhand/contract/problems';
import { apiAddress } from '../../lib/browser-api.ts';
import { readToken } from '../../lib/read-token.ts';
import { removeToken, subscribeToToken } from '../../lib/session.ts';
import { rememberLoginRedirect } from './login-redirect.ts';

export class AdminApiError extends Error {
  readonly status: number;
  readonly problem: Partial<Problem>;
  /** The seconds to wait after too many calls. */
  readonly retryAfter: number | undefined;

  constructor(call: string, status: number, problem: Partial<Problem>, retryAfter?: number) {
    super(`${call} answered ${status}: ${problem.detail ?? 'no reason was given'}`);
    this.status = status;
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

export function hasStatus(error: unknown, status: number): error is AdminApiError {
  return error instanceof AdminApiError && error.status === status;
}

/** Needs no alert: the login page shows that the session is over. */
export class SessionOverError extends Error {
  constructor(call: string) {
    super(`${call} was refused: the session is over`);
  }
}

/** Removing the token leads to the login page, which returns here. */
function endSession(): void {
  rememberLoginRedirect({ to: location.pathname + location.search, ended: 'here' });
  removeToken();
}

type ApiResponse = {
  readonly status: number;
  readonly body: string;
  readonly retryAfter?: number | undefined;
  /** The Link header, which has the address of the next part of a list. */
  readonly link?: string | null;
};
export type Send = (headers: Record<string, string>) => Promise<ApiResponse>;

function parseProblem(body: string): Partial<Problem> {
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
}

export async function authorised(
  call: string,
  send: Send,
  isBackground = false,
): Promise<ApiResponse> {
  const token = readToken() ?? '';
  const response = await send({ accept: 'application/json', authorization: `Bearer ${token}` });
  const { status, body, retryAfter } = response;
  if (status === 401) {
    const currentToken = readToken();
    // Another tab has logged in again.
    if (currentToken !== null && currentToken !== token)
      return authorised(call, send, isBackground);
    // Only the first of several refused calls ends the session.
    if (currentToken !== null && !isBackground) endSession();
    throw new SessionOverError(call);
  }
  if (status < 200 || status > 299) {
    throw new AdminApiError(call, status, parseProblem(body), retryAfter);
  }
  return response;
}

export function parse<Result>({ status, body }: ApiResponse): Result {
  return (status === 204 ? undefined : JSON.parse(body)) as Result;
}

type Options = {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Nobody asked for this call, so a refusal does not lead to the login page. */
  isBackground?: boolean | undefined;
  /** The request outlives the page, if it is small enough for keepalive. */
  isLeaving?: boolean;
};

/** The refusal of a call that the logout overtakes would be an error in the console. Writes go on: nothing is lost. */
async function readInSession(
  call: string,
  signal: AbortSignal | undefined,
  read: (stop: AbortSignal) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const ended = new AbortController();
  const unsubscribe = subscribeToToken(() => {
    if (readToken() === null) ended.abort();
  });
  try {
    return await read(signal ? AbortSignal.any([signal, ended.signal]) : ended.signal);
  } catch (error) {
    throw ended.signal.aborted ? new SessionOverError(call) : error;
  } finally {
    unsubscribe();
  }
}

/** Browsers refuse keepalive requests of more than 64 KiB. */
const KEEPALIVE_BYTES = 60_000;

export function send(
  method: string,
  path: string,
  { body, headers: extraHeaders, signal, isBackground, isLeaving = false }: Options = {},
): Promise<ApiResponse> {
  const json = JSON.stringify(body);
  const keepalive = isLeaving && new TextEncoder().encode(json).length < KEEPALIVE_BYTES;
  const call = `${method} ${path}`;
  const answer = async (headers: Record<string, string>, stop = signal): Promise<ApiResponse> => {
    const response = await fetch(apiAddress(path), {
      method,
      headers: {
        ...headers,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...extraHeaders,
      },
      ...(json !== undefined && { body: json }),
      ...(keepalive && { keepalive }),
      ...(stop && { signal: stop }),
    });
    const retryAfter = Number(response.headers.get('retry-after')) || undefined;
    const link = response.headers.get('link');
    return { status: response.status, body: await response.text(), retryAfter, link };
  };
  const fetchResponse: Send = (headers) =>
    method === 'GET'
      ? readInSession(call, signal, (stop) => answer(headers, stop))
      : answer(headers);
  return authorised(call, fetchResponse, isBackground);
}

export async function request<Result>(
  method: string,
  path: string,
  options?: Options,
): Promise<Result> {
  return parse(await send(method, path, options));
}

/** `next` is the path of the next part. */
export type ListPart<Entry> = { readonly entries: Entry[]; readonly next: string | null };

export async function requestPart<Body>(
  path: string,
  options?: Options,
): Promise<{ readonly body: Body; readonly next: string | null }> {
  const response = await send('GET', path, options);
  const next = /^<\/api([^>]+)>; rel="next"$/.exec(response.link ?? '')?.[1];
  return { body: parse<Body>(response), next: next ?? null };
}

export async function listPart<Entry>(path: string, options?: Options): Promise<ListPart<Entry>> {
  const { body: entries, next } = await requestPart<Entry[]>(path, options);
  if (!Array.isArray(entries)) throw new Error(`GET ${path} answered no list`);
  return { entries, next };
}

export async function list<Entry>(path: string, options?: Options): Promise<Entry[]> {
  return (await listPart<Entry>(path, options)).entries;
}

/** Asks in parts so that no request takes long. */
export async function listAllParts<Entry>(path: string): Promise<Entry[]> {
  const all: Entry[] = [];
  for (let next: string | null = `${path}?limit=${MAX_PAGE_SIZE}`; next !== null; ) {
    const part: ListPart<Entry> = await listPart(next);
    all.push(...part.entries);
    next = part.next;
  }
  return all;
}

/** The working copy that a save contains; the server deletes it with the save. */
export function savedCopy(version: number | undefined): Record<string, string> {
  return version === undefined ? {} : { 'working-copy': `"${version}"` };
}
