import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The network of an IPv6 address, of so many groups of 16 bits. */
function networkOf({ parts }: ipaddr.IPv6, groups: number): string {
  const shared = parts.slice(0, groups).map((part) => part.toString(16));
  return `${shared.join(':')}::/${groups * 16}`;
}

/** One customer of an IPv6 network has a whole /64 to choose addresses from. */
export function addressKey(address: string): string {
  if (isIP(address) === 0) return address;
  // An IPv4 address that is written as IPv6 becomes the IPv4 address.
  const ip = ipaddr.process(address);
  return ip instanceof ipaddr.IPv6 ? networkOf(ip, 4) : ip.toString();
}

/** The network around an address, as one provider hands it to a customer or a few: /24, or /48 of IPv6. */
export function networkKey(address: string): string {
  if (isIP(address) === 0) return address;
  const ip = ipaddr.process(address);
  return ip instanceof ipaddr.IPv6 ? networkOf(ip, 3) : `${ip.octets.slice(0, 3).join('.')}.0/24`;
}

/** As much of a visitor's address as the owner wants to know; nothing of what is none. */
export function addressForLog(address: string, access: 'short' | 'full'): string | undefined {
  if (isIP(address) === 0) return undefined;
  if (access === 'short') return networkKey(address);
  const ip = ipaddr.process(address);
  return ip instanceof ipaddr.IPv6 ? address : ip.toString();
}
