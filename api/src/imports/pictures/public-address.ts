import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

/** Not of this machine, its network, or another that the public cannot reach. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

export type ResolvedAddress = { readonly address: string; readonly family: number };

/** All addresses of the host; empty if one of them is not public. */
export async function resolvePublic(hostname: string): Promise<ResolvedAddress[]> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = await lookup(host, { all: true });
  return addresses.every(({ address }) => isPublicAddress(address)) ? addresses : [];
}
