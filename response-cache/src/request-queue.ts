/** Exactly one of `start` and `refuse` is called; neither if the client has disconnected. */
type QueuedRequest = {
  readonly start: () => void;
  readonly refuse: () => void;
  readonly isGone: () => boolean;
};

export type QueueLimits = {
  readonly concurrency: number;
  readonly maxQueued: number;
  readonly timeoutMs: number;
};

/** Node accepts a connection in one turn of the event loop and reads its request in the next. */
const IDLE_TURNS = 2;
const MAX_TURNS = 50;

/**
 * A concurrency limit with a short first-in-first-out queue. What does not fit into the queue, or
 * waits too long in it, is refused, so that every request gets its response in bounded time.
 */
export function createRequestQueue({ concurrency, maxQueued, timeoutMs }: QueueLimits) {
  const queue = new Map<QueuedRequest, NodeJS.Timeout>();
  let running = 0;
  let received = 0;
  let hasStartedInTurn = false;
  let isScheduled = false;

  /**
   * One per turn of the event loop. Why not more: most of the work is synchronous, and requests that
   * arrive meanwhile could be neither queued nor refused until all of it is done.
   */
  function start(request: QueuedRequest): void {
    hasStartedInTurn = true;
    running += 1;
    setImmediate(endTurn);
    request.start();
  }

  function endTurn(): void {
    hasStartedInTurn = false;
  }

  /** Waits until no more requests arrive: Node accepts only one new connection per turn. */
  function waitForIdle(turns: number, idleTurns: number, receivedBefore: number): void {
    if (turns === 0 || idleTurns === IDLE_TURNS) startNext();
    else
      setImmediate(
        waitForIdle,
        turns - 1,
        received === receivedBefore ? idleTurns + 1 : 0,
        received,
      );
  }

  function scheduleNext(): void {
    if (isScheduled || queue.size === 0 || running >= concurrency) return;
    isScheduled = true;
    setImmediate(waitForIdle, MAX_TURNS, 0, received);
  }

  function startNext(): void {
    isScheduled = false;
    for (const [request, timer] of queue) {
      clearTimeout(timer);
      queue.delete(request);
      if (request.isGone()) continue;
      start(request);
      break;
    }
    scheduleNext();
  }

  function timeOut(request: QueuedRequest): void {
    queue.delete(request);
    if (!request.isGone()) request.refuse();
  }

  return {
    add(request: QueuedRequest): void {
      received += 1;
      if (running < concurrency && queue.size === 0 && !hasStartedInTurn) start(request);
      else if (queue.size < maxQueued) queue.set(request, setTimeout(timeOut, timeoutMs, request));
      else request.refuse();
      scheduleNext();
    },

    release(): void {
      running -= 1;
      scheduleNext();
    },
  };
}

export type RequestQueue = ReturnType<typeof createRequestQueue>;
