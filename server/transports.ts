import type { Transport } from '@longhand/web/server';
import type { FastifyInstance } from 'fastify';

/** Calls of the pages to an API in the same process: no socket, no listener. */
export function injectTransport(api: FastifyInstance): Transport {
  return async (path) => {
    const answer = await api.inject({ method: 'GET', url: `/api${path}` });
    const headers = new Headers();
    const { location } = answer.headers;
    if (typeof location === 'string') headers.set('location', location);
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
      signal: AbortSignal.timeout(10_000),
    });
}
