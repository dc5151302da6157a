import proxyAddr from '@fastify/proxy-addr';
import type { Config } from '../config.ts';

/** Whether an address is that of a proxy that is believed; its distance is how many are before it. */
export type Trusts = (address: string, distance: number) => boolean;

export function createTrusts({ trustProxy }: Pick<Config, 'trustProxy'>): Trusts {
  return typeof trustProxy === 'boolean' ? () => trustProxy : proxyAddr.compile([...trustProxy]);
}
