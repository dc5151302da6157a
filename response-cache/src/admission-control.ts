import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppResponse } from './app-response.ts';
import { type Bounds, createRequestQueue, type Gate } from './request-queue.ts';

/** Answers that there is no room now. */
export type Refuse = (request: IncomingMessage, response: ServerResponse) => void;

/** Tells the owner of the blog from whoever only sends something that looks like a token. */
export type AdminTokens = {
  /** Whether its token has lately been found valid; undefined where the request shows none. */
  isKnown(request: IncomingMessage): boolean | undefined;
  /** Looks whether its token is valid. */
  check(request: IncomingMessage): Promise<boolean>;
};

/** Where nobody ever logs in. */
const NO_OWNERS: AdminTokens = { isKnown: () => undefined, check: async () => false };

/**
 * More at once would not be ready sooner. Who waits behind so many is served within about a second,
 * or learns within that time that it will not be.
 */
const WORK: Bounds = { atOnce: 4, mayWait: 100, waitMs: 1_000 };

/** A smaller picture that is asked for the first time takes its time, but not much of ours. */
const FILES: Bounds = { atOnce: 64, mayWait: 200, waitMs: 10_000 };

/** To look up a token takes a moment: hundreds of made-up ones are through within a second. */
const TOKENS: Bounds = { atOnce: 2, mayWait: 100, waitMs: 1_000 };

/**
 * Those who ask for different things wait in different lines, so that no line holds up another:
 * searches, of which anybody can think up any number, not the pages; neither of them the owner.
 * What writes by the API has its own limits, and is never sent away; health is asked for just then.
 */
function laneOf({ method, url = '' }: IncomingMessage) {
  const isReading = method === 'GET' || method === 'HEAD';
  if (url === '/healthz' || url === '/readyz') return undefined;
  if (!isReading && url.startsWith('/api/')) return undefined;
  if (/^\/(assets|uploads|social)\//.test(url)) return 'files';
  return url.includes('?') ? 'searches' : 'pages';
}

/** Lets a request in now, or in a moment, or refuses it. */
export function createAdmissionControl(refuse: Refuse, owners: AdminTokens = NO_OWNERS) {
  const lanes = {
    owner: createRequestQueue(WORK),
    files: createRequestQueue(FILES),
    searches: createRequestQueue(WORK),
    pages: createRequestQueue(WORK),
  };
  const tokens = createRequestQueue(TOKENS);

  return function admit(request: IncomingMessage, response: AppResponse, go: () => void): void {
    const isGone = () => response.destroyed || request.socket.destroyed;
    const enter = (gate: Gate, inside: () => void) =>
      gate.enter({ admit: inside, refuse: () => refuse(request, response), isGone });

    function enterLane(name: keyof typeof lanes): void {
      const gate = lanes[name];
      enter(gate, () => {
        leaveOnceAnswered(response, gate.leave);
        go();
      });
    }

    const lane = laneOf(request);
    if (lane === undefined) {
      go();
      return;
    }
    const isKnown = lane === 'files' ? undefined : owners.isKnown(request);
    if (isKnown === undefined) enterLane(lane);
    else if (isKnown) enterLane('owner');
    // ResponseContent up, or the owner's first request since the start: that is found out before anything else.
    else
      enter(tokens, async () => {
        const isOwner = await owners.check(request).catch(() => false);
        tokens.leave();
        if (!isGone()) enterLane(isOwner ? 'owner' : lane);
      });
  };
}

/**
 * When the answer begins the work is done: how slowly it is read must not keep others out. What is
 * still made while it is read has a limit of its own (streams.ts).
 */
function leaveOnceAnswered(response: AppResponse, leave: () => void): void {
  let isInside = true;
  const leaveOnce = () => {
    if (isInside) leave();
    isInside = false;
  };
  response.onHead = leaveOnce;
  response.once('close', leaveOnce);
}
