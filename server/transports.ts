import type { Transport } from '@longhand/web/server';
import type { FastifyInstance } from 'fastify';

/** Calls of the pages to an API in the same process: no socket, no listener. */
export function injectTransport(api: FastifyInstance): Transport {
  return async (path) => {
    const answer = await api.inject({ method: 'GET', url: `/api${path}` });
    const headers = new Headers();
    for (const name of ['link', 'location']) {
      const value = answer.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const noBody = answer.statusCode === 204 || answer.statusCode === 304;
    return new Response(noBody ? null : answer.body, { status: answer.statusCode, headers });
  };
}

/** Calls of the pages to an API on another host. */
export function httpTransport(apiUrl: string): Transport {
  return (path) =>
    fetch(`${apiUrl}/api${path}`, {
      headers: { accept: 'application/json' },
      redirect: 'manual',
      // Whether something has changed is known in a moment, or it is not worth waiting for.
      signal: AbortSignal.timeout(path === '/state' ? 1_000 : 10_000),
    });
}
