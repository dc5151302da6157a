import { IN_PROCESS_ADDRESS } from '@longhand/api/http';
import { MAX_WAIT_MS, REQUEST_ID_HEADER } from '@longhand/response-cache';
import type { Submission, Transport } from '@longhand/web/server';
import type { FastifyInstance } from 'fastify';

/** API calls have the id of the request that they are made for, also in the log. */
function idHeader(requestId: string | undefined): Record<string, string> {
  return requestId === undefined ? {} : { [REQUEST_ID_HEADER]: requestId };
}

/** In-process the API believes it; on another host if TRUST_PROXY there names this one. */
function submissionHeaders({ address }: Submission): Record<string, string> {
  return { 'content-type': 'application/json', 'x-forwarded-for': address };
}

/** Calls the API in-process. */
export function injectTransport(api: FastifyInstance): Transport {
  return async (path, requestId, submission) => {
    const response = await api.inject({
      method: submission ? 'POST' : 'GET',
      url: `/api${path}`,
      headers: { ...idHeader(requestId), ...(submission && submissionHeaders(submission)) },
      ...(submission && { payload: JSON.stringify(submission.body) }),
      remoteAddress: IN_PROCESS_ADDRESS,
    });
    const headers = new Headers();
    for (const name of ['link', 'location', 'content-type', 'etag', 'retry-after']) {
      const value = response.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const noBody = response.statusCode === 204 || response.statusCode === 304;
    return new Response(noBody ? null : new Uint8Array(response.rawPayload), {
      status: response.statusCode,
      headers,
    });
  };
}

/** The call may wait in the API's queue before it is worked on. */
const CALL_TIMEOUT_MS = MAX_WAIT_MS + 7_000;

/** Calls an API on another host. */
export function httpTransport(apiUrl: string): Transport {
  return (path, requestId, submission) =>
    fetch(`${apiUrl}/api${path}`, {
      headers: {
        accept: 'application/json',
        ...idHeader(requestId),
        ...(submission && submissionHeaders(submission)),
      },
      ...(submission && { method: 'POST', body: JSON.stringify(submission.body) }),
      redirect: 'manual',
      // /state only tells whether cached pages are current: a slow one must not delay them.
      signal: AbortSignal.timeout(path === '/state' ? 1_000 : CALL_TIMEOUT_MS),
    });
}
