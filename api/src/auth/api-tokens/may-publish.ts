import type { preHandlerHookHandler } from 'fastify';
import { currentOrigin, runWithOrigin } from '../../events/origin.ts';
import { allows, assertAccess } from '../../http/access.ts';

export const setCallerAsOrigin: preHandlerHookHandler = ({ access, ip }, _reply, done) => {
  const actor = access === 'owner' ? 'owner' : 'token';
  runWithOrigin({ actor, address: ip, mayPublish: allows(access, 'publish') }, done);
};

type Shown = { readonly published: boolean | number; readonly publish_at: string | null };

/** True for a post that readers see, now or later. */
export function isShown({ published, publish_at }: Shown): boolean {
  return Boolean(published) || publish_at !== null;
}

/** Called in the transaction that changes the post, with what it was and with what it will be. */
export function assertMayChange(post: Shown): void {
  if (isShown(post)) assertMayPublish();
}

export function assertMayPublish(): void {
  if (currentOrigin().mayPublish === false) assertAccess('write', 'publish');
}
