import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

/** All that is assigned of IPv6. Outside of it are old ways to write an IPv4 address, such as `::7f00:1`. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Not of this machine, its network, or another that the public cannot reach. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  const isGlobal = ip instanceof ipaddr.IPv4 || ip.match(GLOBAL_IPV6);
  return isGlobal && ip.range() === 'unicast';
}

export type ResolvedAddress = { readonly address: string; readonly family: number };

/** All addresses of the host; empty if one of them is not public. */
export async function resolvePublic(hostname: string): Promise<ResolvedAddress[]> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = await lookup(host, { all: true });
  return addresses.every(({ address }) => isPublicAddress(address)) ? addresses : [];
}
