import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All of IPv6 that is assigned. Outside of it are old notations of IPv4 addresses, such as `::7f00:1`. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Its number is public, but on a machine of Azure the host of that machine answers. */
const AZURE_HOST = '168.63.129.16';

/** False for this machine, its network, and others that the public cannot reach. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  const isGlobal = ip instanceof ipaddr.IPv4 || ip.match(GLOBAL_IPV6);
  return isGlobal && ip.range() === 'unicast' && ip.toString() !== AZURE_HOST;
}

export type ResolvedAddress = { readonly address: string; readonly family: number };

/** A host name of a URL, without the brackets of IPv6. */
export function plainHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

export function resolveHost(hostname: string): Promise<ResolvedAddress[]> {
  return lookup(plainHost(hostname), { all: true });
}

/** Empty if one of the host's addresses is not public. */
export async function resolvePublic(hostname: string): Promise<ResolvedAddress[]> {
  const addresses = await resolveHost(hostname);
  return addresses.every(({ address }) => isPublicAddress(address)) ? addresses : [];
}

/** Why: a second lookup could answer with another address than the one that was checked. */
function pinnedTo(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_hostname, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, [...addresses]);
    else done(null, first?.address ?? '', first?.family);
  };
}

type PinnedRequest = {
  readonly method?: 'GET' | 'POST';
  readonly headers: http.OutgoingHttpHeaders;
  readonly body?: string;
  readonly signal: AbortSignal;
};

/** Connects only to the addresses, which were checked. */
export async function requestPinned(
  url: URL,
  addresses: readonly ResolvedAddress[],
  { body, headers, ...options }: PinnedRequest,
): Promise<http.IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  const { request } = url.protocol === 'https:' ? https : http;
  request(url, {
    ...options,
    headers: { ...headers, 'user-agent': 'Longhand' },
    lookup: pinnedTo(addresses),
    agent: false,
  })
    .on('response', resolve)
    .on('error', reject)
    // After status 101, Node closes the connection without an error.
    .on('close', () => reject(new Error('no response')))
    .end(body);
  return promise;
}
