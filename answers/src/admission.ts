import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Bounds, createGate } from './gate.ts';

/** Answers that there is no room now. */
export type Refuse = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * More at once would not be ready sooner. Who waits behind so many is served within about a second,
 * or learns within that time that it will not be.
 */
const WORK: Bounds = { atOnce: 4, mayWait: 100, waitMs: 1_000 };

/** A smaller picture that is asked for the first time takes its time, but not much of ours. */
const FILES: Bounds = { atOnce: 64, mayWait: 200, waitMs: 10_000 };

/**
 * Those who ask for different things wait in different lines, so that no line holds up another:
 * searches, of which anybody can think up any number, not the pages; neither of them the owner.
 */
const LANES = { owner: WORK, files: FILES, searches: WORK, pages: WORK };

/** What writes has its own limits, and is never sent away; health is asked for just then. */
function laneOf({ method, url = '', headers }: IncomingMessage): keyof typeof LANES | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (url === '/healthz' || url === '/readyz') return undefined;
  if (headers.authorization !== undefined) return 'owner';
  if (/^\/(assets|uploads|social)\//.test(url)) return 'files';
  return url.includes('?') ? 'searches' : 'pages';
}

/** Lets a request in now, or in a moment, or refuses it. */
export function createAdmission(refuse: Refuse) {
  const gates = {
    owner: createGate(LANES.owner),
    files: createGate(LANES.files),
    searches: createGate(LANES.searches),
    pages: createGate(LANES.pages),
  };

  return function admit(request: IncomingMessage, response: ServerResponse, go: () => void): void {
    const lane = laneOf(request);
    if (lane === undefined) {
      go();
      return;
    }
    const gate = gates[lane];
    gate.enter({
      admit() {
        leaveOnceAnswered(response, gate.leave);
        go();
      },
      refuse: () => refuse(request, response),
      isGone: () => response.destroyed || request.socket.destroyed,
    });
  };
}

/** When the answer begins the work is done: how slowly it is read must not keep others out. */
function leaveOnceAnswered(response: ServerResponse, leave: () => void): void {
  let isInside = true;
  const leaveOnce = () => {
    if (isInside) leave();
    isInside = false;
  };
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (...args: unknown[]) => {
    leaveOnce();
    return writeHead(...args);
  };
  response.once('close', leaveOnce);
}
