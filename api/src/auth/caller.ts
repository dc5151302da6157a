import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { bearerToken } from '../http/session.ts';
import { type RelyingParty, relyingPartyOf } from './passkeys.ts';

/** Who asks, and in which session. */
export type Caller = {
  readonly administrator: string;
  readonly relyingParty: RelyingParty;
  readonly address: string;
  /** It is empty before the login. */
  readonly token: string;
};

export function createCallerOf({ admin, site }: Pick<Config, 'admin' | 'site'>) {
  const administrator = admin.username;
  const relyingParty = relyingPartyOf(site.url);
  return (request: FastifyRequest): Caller => ({
    ...{ administrator, relyingParty },
    ...{ address: request.ip, token: bearerToken(request) ?? '' },
  });
}
