import { setImmediate } from 'node:timers/promises';
import { IN_PROCESS_ADDRESS } from '@longhand/api/http';
import { MAX_WAIT_MS, REQUEST_ID_HEADER } from '@longhand/response-cache';
import type { Submission, Transport } from '@longhand/web/server';
import type { FastifyInstance } from 'fastify';

/** API calls have the id of the request that they are made for, also in the log. */
function idHeader(requestId: string | undefined): Record<string, string> {
  return requestId === undefined ? {} : { [REQUEST_ID_HEADER]: requestId };
}

/** An API in this process trusts the address; one on another host does if its TRUST_PROXY names this one. */
function submissionHeaders({ address, userAgent }: Submission): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-forwarded-for': address,
    ...(userAgent !== undefined && { 'user-agent': userAgent }),
  };
}

/** A larger answer takes long to write and to read: others have their turn in between. */
const ONE_TURN_BYTES = 100_000;

export function injectTransport(api: FastifyInstance): Transport {
  return async (path, requestId, submission) => {
    const response = await api.inject({
      method: submission ? 'POST' : 'GET',
      url: `/api${path}`,
      headers: { ...idHeader(requestId), ...(submission && submissionHeaders(submission)) },
      ...(submission && { payload: JSON.stringify(submission.body) }),
      remoteAddress: IN_PROCESS_ADDRESS,
    });
    if (response.rawPayload.length > ONE_TURN_BYTES) await setImmediate();
    const headers = new Headers();
    for (const name of ['link', 'location', 'content-type', 'etag', 'retry-after']) {
      const value = response.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const noBody = response.statusCode === 204 || response.statusCode === 304;
    return new Response(noBody ? null : (response.rawPayload as Uint8Array<ArrayBuffer>), {
      status: response.statusCode,
      headers,
    });
  };
}

/** The call may wait in the API's queue before it is handled. */
const CALL_TIMEOUT_MS = MAX_WAIT_MS + 7_000;

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
      // /state only says whether cached pages are current, so a slow response must not delay them.
      signal: AbortSignal.timeout(path === '/state' ? 1_000 : CALL_TIMEOUT_MS),
    });
}
