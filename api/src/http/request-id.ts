import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { REQUEST_ID_HEADER } from '@longhand/response-cache';
import type { TrustCheck } from './proxies.ts';

/** The remote address of injected requests; no network client can have it. */
export const IN_PROCESS_ADDRESS = 'in-process';

export function isInProcess({ socket }: IncomingMessage): boolean {
  return socket.remoteAddress === IN_PROCESS_ADDRESS;
}

/** Restricted, because the id is written to the log. */
const ID = /^[\w.-]{1,64}$/;

/** The id that a trusted proxy sent, or a new one. */
export function createRequestIdGenerator(isTrustedProxy: TrustCheck) {
  return (request: IncomingMessage): string => {
    const received = request.headers[REQUEST_ID_HEADER];
    if (received === undefined) return randomUUID();
    const isTrusted = isInProcess(request) || isTrustedProxy(request.socket.remoteAddress ?? '', 0);
    return isTrusted && ID.test(String(received)) ? String(received) : randomUUID();
  };
}
