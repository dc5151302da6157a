import { isIP, isIPv4, isIPv6 } from 'node:net';

/** The part of an IPv6 address, so many groups of 16 bits, that it has in common with others. */
function networkOf(address: string, groups: number): string {
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const all = [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, groups);
  return `${all.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/${groups * 16}`;
}

/** Of an IPv4 address that is written as IPv6, the address itself. */
function unmap(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/** One customer of an IPv6 network has a whole /64 to choose addresses from. */
export function addressKey(address: string): string {
  const plain = unmap(address);
  return isIPv6(plain) ? networkOf(plain, 4) : plain;
}

/** The network around an address, as one provider hands it to a customer or a few: /24, or /48 of IPv6. */
export function networkKey(address: string): string {
  const plain = unmap(address);
  if (isIPv4(plain)) return `${plain.slice(0, plain.lastIndexOf('.'))}.0/24`;
  return isIPv6(plain) ? networkOf(plain, 3) : plain;
}

/** As much of a visitor's address as the owner wants to know; nothing of what is none. */
export function addressForLog(address: string, access: 'short' | 'full'): string | undefined {
  const plain = unmap(address);
  if (isIP(plain) === 0) return undefined;
  if (access === 'full') return plain;
  return networkKey(plain);
}
