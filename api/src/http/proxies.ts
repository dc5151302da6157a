import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { REQUEST_ID_HEADER } from '@longhand/response-cache';
import type { FastifyRequest } from 'fastify';

type TrustProxy = boolean | readonly string[];

/** True if the address is a trusted proxy. `distance` is the number of proxies before it. */
export type TrustCheck = (address: string, distance: number) => boolean;

export function createTrustCheck(trustProxy: TrustProxy): TrustCheck {
  return typeof trustProxy === 'boolean' ? () => trustProxy : proxyAddr.compile([...trustProxy]);
}

/** For requests that Fastify does not see. */
export function createAddressReader(trustProxy: TrustProxy) {
  const isTrusted = createTrustCheck(trustProxy);
  return (request: IncomingMessage): string => proxyAddr(request, isTrusted);
}

/** An address of these may be a proxy that TRUST_PROXY does not name: clients on the internet have no such address. */
const PRIVATE_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * The limit of connections per address does not apply to proxies, nor to a Unix socket, which has no address and is
 * used by a proxy.
 */
export function createPerAddressFilter(trustProxy: TrustProxy) {
  if (trustProxy === true) return () => false;
  const isProxy = createTrustCheck(
    trustProxy === false ? PRIVATE_NETWORKS : [...PRIVATE_NETWORKS, ...trustProxy],
  );
  return (address: string | undefined) => address !== undefined && !isProxy(address, 0);
}

/** Injected requests have this remote address, which no network client can have. */
export const IN_PROCESS_ADDRESS = 'in-process';

export function isInProcess({ socket }: IncomingMessage): boolean {
  return socket.remoteAddress === IN_PROCESS_ADDRESS;
}

/** Restricted, because the id is written to the log. */
const ID = /^[\w.-]{1,64}$/;

export function createRequestIdGenerator(isTrustedProxy: TrustCheck) {
  return (request: IncomingMessage): string => {
    const received = request.headers[REQUEST_ID_HEADER];
    if (received === undefined) return randomUUID();
    const isTrusted = isInProcess(request) || isTrustedProxy(request.socket.remoteAddress ?? '', 0);
    return isTrusted && ID.test(String(received)) ? String(received) : randomUUID();
  };
}

/** A page that is rendered in this process passes on the address of its visitor. */
export function visitorAddress({ headers, ip, raw }: FastifyRequest): string {
  const passedOn = headers['x-forwarded-for'];
  return isInProcess(raw) && typeof passedOn === 'string' ? passedOn : ip;
}
