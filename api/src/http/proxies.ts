import proxyAddr from '@fastify/proxy-addr';

type TrustProxy = boolean | readonly string[];

/** Whether an address is that of a proxy that is believed; its distance is how many are before it. */
export type Trusts = (address: string, distance: number) => boolean;

export function createTrustCheck(trustProxy: TrustProxy): Trusts {
  return typeof trustProxy === 'boolean' ? () => trustProxy : proxyAddr.compile([...trustProxy]);
}

/**
 * Addresses that may stand for many people: of a proxy on this machine or in its own network, also
 * where nobody has told that it is one. Nobody on the open internet has such an address.
 */
const NEAR = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Whether the connections of an address are counted as those of one person. Not those of a proxy,
 * nor of a socket in the file system, which has no address: then there is one at the other end.
 */
export function createPerAddressFilter(trustProxy: TrustProxy) {
  if (trustProxy === true) return () => false;
  const isProxy = createTrustCheck(trustProxy === false ? NEAR : [...NEAR, ...trustProxy]);
  return (address: string | undefined) => address !== undefined && !isProxy(address, 0);
}
