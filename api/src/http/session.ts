import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Access, assertAccess } from './access.ts';
import { ProblemError } from './problem.ts';

/**
 * What the token of an active session or an API token allows; undefined for any other. The address is stored as that of
 * the session's last use.
 */
export type FindAccess = (token: string, address?: string) => Promise<Access | undefined>;

/** Only the hash is stored, so that a token cannot be recovered from the database. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Tools that look for secrets in files know a token by it. */
export const API_TOKEN_PREFIX = 'lh_';

/** The token of a session can begin like this, too, but is shorter. */
export function isApiToken(token: string): boolean {
  return token.startsWith(API_TOKEN_PREFIX) && token.length === API_TOKEN_PREFIX.length + 43;
}

/** `ip` is known only after routing. */
type WithHeaders = Pick<IncomingMessage, 'headers'> & { readonly ip?: string };

export function bearerToken(request: WithHeaders): string | undefined {
  return /^Bearer +([\w.~+/=-]{1,512})$/i.exec(request.headers.authorization ?? '')?.[1];
}

export async function isLoggedIn(request: WithHeaders, findAccess: FindAccess): Promise<boolean> {
  const token = bearerToken(request);
  return token !== undefined && (await findAccess(token, request.ip)) !== undefined;
}

function refusal(request: WithHeaders): string {
  if (isApiToken(bearerToken(request) ?? ''))
    return 'This API token has ended or was deleted. Create another one in the settings.';
  return request.headers.authorization
    ? 'The session has ended or the token is not valid. Please log in again.'
    : 'Please log in and send the session’s token as a Bearer token.';
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Fails unless its session or API token is valid now. */
    authenticate(): Promise<void>;
  }
}

/**
 * Looks before the body is read, and again afterwards: it may take minutes, in which the session or token can end. A
 * route that reads a stream itself calls `authenticate` at its end.
 */
export function requireSessions(admin: FastifyInstance, findAccess: FindAccess): void {
  const authenticate = requireSession(findAccess);
  admin.decorateRequest('authenticate', function authenticateAgain() {
    return authenticate(this);
  });
  admin.addHook('onRequest', authenticate);
  admin.addHook('preHandler', async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') await authenticate(request);
  });
}

export function requireSession(findAccess: FindAccess) {
  return async (request: FastifyRequest): Promise<void> => {
    const token = bearerToken(request);
    const access = token && (await findAccess(token, request.ip));
    if (!access)
      throw new ProblemError('not-logged-in', refusal(request), {
        headers: { 'www-authenticate': 'Bearer' },
      });
    assertAccess(access, request.routeOptions.config.scope ?? 'read');
    request.access = access;
  };
}
