import proxyAddr from '@fastify/proxy-addr';

type TrustProxy = boolean | readonly string[];

/** Whether an address is a trusted proxy; `distance` is the number of proxies before it. */
export type TrustCheck = (address: string, distance: number) => boolean;

export function createTrustCheck(trustProxy: TrustProxy): TrustCheck {
  return typeof trustProxy === 'boolean' ? () => trustProxy : proxyAddr.compile([...trustProxy]);
}

/** May be a proxy that TRUST_PROXY does not name: clients on the internet have no such address. */
const PRIVATE_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Whether the limit of connections per address applies to an address. It does not apply to proxies,
 * nor to a Unix socket, which has no address and is used by a proxy.
 */
export function createPerAddressFilter(trustProxy: TrustProxy) {
  if (trustProxy === true) return () => false;
  const isProxy = createTrustCheck(
    trustProxy === false ? PRIVATE_NETWORKS : [...PRIVATE_NETWORKS, ...trustProxy],
  );
  return (address: string | undefined) => address !== undefined && !isProxy(address, 0);
}
