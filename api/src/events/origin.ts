import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventActor } from '@longhand/contract/event-kinds';
import type { preHandlerHookHandler } from 'fastify';

/** Who does what is being done, and from which address. */
export type Origin = {
  readonly actor: EventActor;
  readonly address: string | null;
  /** False for an API token whose scope does not allow it. */
  readonly mayPublish?: boolean;
};

/** Jobs and commands run without a request. */
const SYSTEM: Origin = { actor: 'system', address: null };

const origins = new AsyncLocalStorage<Origin>();

export function runWithOrigin<Result>(origin: Origin, work: () => Result): Result {
  return origins.run(origin, work);
}

export function currentOrigin(): Origin {
  return origins.getStore() ?? SYSTEM;
}

/** Runs after the body was read: events of the socket do not have the context of an earlier hook. */
export function setOrigin(actor: EventActor): preHandlerHookHandler {
  return ({ ip }, _reply, done) => runWithOrigin({ actor, address: ip }, done);
}
