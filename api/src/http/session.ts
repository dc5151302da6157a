import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { onRequestAsyncHookHandler } from 'fastify';
import { ProblemError } from './problem.ts';

/** True if the token belongs to an active session. The address is stored as that of its last use. */
export type Authenticate = (token: string, address?: string) => Promise<boolean>;

/** Only the hash is stored, so that a token cannot be recovered from the database. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** `ip` is known only after routing. */
type WithHeaders = Pick<IncomingMessage, 'headers'> & { readonly ip?: string };

export function bearerToken(request: WithHeaders): string | undefined {
  return /^Bearer +([\w.~+/=-]{1,512})$/i.exec(request.headers.authorization ?? '')?.[1];
}

export async function isLoggedIn(
  request: WithHeaders,
  authenticate: Authenticate,
): Promise<boolean> {
  const token = bearerToken(request);
  return token !== undefined && (await authenticate(token, request.ip));
}

/** Runs as an onRequest hook, so that it is before the body is read. */
export function requireSession(authenticate: Authenticate): onRequestAsyncHookHandler {
  return async (request) => {
    if (await isLoggedIn(request, authenticate)) return;
    const detail = request.headers.authorization
      ? 'The session has ended or the token is not valid. Please log in again.'
      : 'Please log in and send the session’s token as a Bearer token.';
    throw new ProblemError('not-logged-in', detail, { headers: { 'www-authenticate': 'Bearer' } });
  };
}
