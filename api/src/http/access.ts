import { TOKEN_SCOPES } from '@longhand/contract/api-tokens';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from './problem.ts';

/** Each may do what the ones before it may. A session is the owner; an API token has its scope. */
const ACCESS = [...TOKEN_SCOPES, 'owner'] as const;

export type Access = (typeof ACCESS)[number];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the caller needs. Only routes that read can leave it out: `read` is enough for them. */
    scope?: Access;
  }
  interface FastifyRequest {
    /** Of a request that has passed `requireSession`. */
    access: Access;
  }
}

export function allows(access: Access, needed: Access): boolean {
  return ACCESS.indexOf(access) >= ACCESS.indexOf(needed);
}

export function assertAccess(access: Access, needed: Access): void {
  if (allows(access, needed)) return;
  const detail =
    needed === 'owner'
      ? 'No API token may do this. Do it in the dashboard.'
      : `This API token has the scope ${access}, and this needs ${needed}. Create a token with that scope in the settings.`;
  throw new ProblemError('insufficient-scope', detail, {
    headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' },
  });
}

/** A route that is added later must not be open to every token because nobody thought of it. */
export function requireScopes(admin: FastifyInstance): void {
  admin.addHook('onRoute', ({ method, url, config }) => {
    const isRead = [method].flat().every((name) => name === 'GET' || name === 'HEAD');
    if (!isRead && !config?.scope)
      throw new Error(`${method} ${url} does not declare its scope (config: { scope })`);
  });
}
