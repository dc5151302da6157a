import type { IncomingMessage } from 'node:http';
import type { onRequestAsyncHookHandler } from 'fastify';
import { ProblemError } from './problem.ts';

/** Whether a token belongs to an active session; the address is remembered as that of its last use. */
export type Authenticate = (token: string, address?: string) => Promise<boolean>;

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

/** An onRequest hook, so that it runs before the body is read. */
export function requireSession(authenticate: Authenticate): onRequestAsyncHookHandler {
  return async (request) => {
    if (await isLoggedIn(request, authenticate)) return;
    const detail = request.headers.authorization
      ? 'The session has ended or the token is not valid. Please log in again.'
      : 'Please log in and send the session’s token as a Bearer token.';
    throw new ProblemError('not-logged-in', detail, { headers: { 'www-authenticate': 'Bearer' } });
  };
}
