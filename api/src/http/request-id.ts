import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { REQUEST_ID_HEADER } from '@longhand/response-cache';
import type { FastifyInstance } from 'fastify';
import type { Trusts } from './proxies.ts';

/** The address of those who call without leaving the process; nobody else can have it. */
export const IN_PROCESS_ADDRESS = 'in-process';

export function isInProcess({ socket }: IncomingMessage): boolean {
  return socket.remoteAddress === IN_PROCESS_ADDRESS;
}

/** What ids look like; anything else would be a way to write into the log. */
const ID = /^[\w.-]{1,64}$/;

/** The id by which a request is found in the log: that of a proxy which is believed, or a new one. */
export function createRequestIdGenerator(trusts: Trusts) {
  return (request: IncomingMessage): string => {
    const given = request.headers[REQUEST_ID_HEADER];
    if (given === undefined) return randomUUID();
    const isBelieved = isInProcess(request) || trusts(request.socket.remoteAddress ?? '', 0);
    return isBelieved && ID.test(String(given)) ? String(given) : randomUUID();
  };
}

/** Tells the id to whoever asked. */
export function addRequestIdHeader(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id);
  });
}
