import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** `groups` is a number of groups of 16 bits. */
function networkOf({ parts }: ipaddr.IPv6, groups: number): string {
  const shared = parts.slice(0, groups).map((part) => part.toString(16));
  return `${shared.join(':')}::/${groups * 16}`;
}

/** An IPv6 customer can use any address of a /64, so that is the key. */
export function addressKey(address: string): string {
  if (isIP(address) === 0) return address;
  // Converts an IPv4-mapped IPv6 address to IPv4.
  const ip = ipaddr.process(address);
  return ip instanceof ipaddr.IPv6 ? networkOf(ip, 4) : ip.toString();
}

/**
 * The key is the /24 of an IPv4 address or the /48 of an IPv6 address, which a provider assigns to one or a few
 * customers.
 */
export function networkKey(address: string): string {
  if (isIP(address) === 0) return address;
  const ip = ipaddr.process(address);
  return ip instanceof ipaddr.IPv6 ? networkOf(ip, 3) : `${ip.octets.slice(0, 3).join('.')}.0/24`;
}

/** Undefined if it is no address: a trusted proxy may pass on whatever a client claims. */
export function readableAddress(address: string): string | undefined {
  if (isIP(address) === 0) return undefined;
  const ip = ipaddr.process(address);
  return ip instanceof ipaddr.IPv6 ? address : ip.toString();
}

export function addressForLog(address: string, access: 'short' | 'full'): string | undefined {
  const readable = readableAddress(address);
  return readable !== undefined && access === 'short' ? networkKey(address) : readable;
}
