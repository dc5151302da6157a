import { IN_PROCESS_ADDRESS } from '@longhand/api/http';
import { REQUEST_ID_HEADER } from '@longhand/response-cache';
import type { Transport } from '@longhand/web/server';
import type { FastifyInstance } from 'fastify';

/** By its id, what a call did is found beside the request that it was made for. */
function idHeader(requestId: string | undefined): Record<string, string> {
  return requestId === undefined ? {} : { [REQUEST_ID_HEADER]: requestId };
}

/** Calls of the pages to an API in the same process: no socket, no listener. */
export function injectTransport(api: FastifyInstance): Transport {
  return async (path, requestId) => {
    const answer = await api.inject({
      method: 'GET',
      url: `/api${path}`,
      headers: idHeader(requestId),
      remoteAddress: IN_PROCESS_ADDRESS,
    });
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
  return (path, requestId) =>
    fetch(`${apiUrl}/api${path}`, {
      headers: { accept: 'application/json', ...idHeader(requestId) },
      redirect: 'manual',
      // Whether something has changed is known in a moment, or it is not worth waiting for.
      signal: AbortSignal.timeout(path === '/state' ? 1_000 : 10_000),
    });
}
