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
  /**
   * When so many wait, or a request had to be refused, new requests wait only for `waitMs`, until the queue has been
   * empty. As many are served in the end, and each of them sooner.
   */
  readonly overload?: { readonly queued: number; readonly waitMs: number };
};

/** Node accepts a connection in one turn of the event loop and reads its request in the next. */
const IDLE_TURNS = 2;
const MAX_TURNS = 50;

/** The share of the latest interval in the mean. */
const WEIGHT = 0.1;

/**
 * An exponentially weighted mean of the time from one finished request to the next while others wait. It starts at
 * zero, so that a few slow requests do not cause refusals.
 */
function createMeanInterval() {
  let mean = 0;
  let previous = 0;
  return {
    mean: () => mean,
    begin(): void {
      previous = performance.now();
    },
    end(): void {
      mean += WEIGHT * (performance.now() - previous - mean);
      previous = performance.now();
    },
    forget(): void {
      mean = 0;
    },
  };
}

/**
 * A concurrency limit with a first-in-first-out queue. A request that does not fit into the queue, would not be served
 * in time, or waits too long, is refused, so that every request gets its response in bounded time.
 */
export function createRequestQueue({
  concurrency,
  maxQueued,
  timeoutMs,
  overload = { queued: maxQueued, waitMs: timeoutMs },
}: QueueLimits) {
  const queue = new Map<QueuedRequest, NodeJS.Timeout>();
  const interval = createMeanInterval();
  let running = 0;
  let received = 0;
  let hasStartedInTurn = false;
  let isScheduled = false;
  let isOverloaded = false;
  let refused = 0;

  /**
   * Starts one request per turn of the event loop, because most of the work is synchronous: requests that arrive in the
   * meantime could be neither queued nor refused until all of it is done.
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

  /** Waits until no more requests arrive, because Node accepts only one new connection per turn. */
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
    if (!request.isGone()) refuse(request);
  }

  function maxWaitMs(): number {
    return isOverloaded ? overload.waitMs : timeoutMs;
  }

  function hasRoom(): boolean {
    const mustFinishBefore = running + queue.size + 1 - concurrency;
    return queue.size < maxQueued && interval.mean() * mustFinishBefore <= maxWaitMs();
  }

  function removeGone(): void {
    for (const [request, timer] of queue) {
      if (!request.isGone()) continue;
      clearTimeout(timer);
      queue.delete(request);
    }
  }

  function refuse(request: QueuedRequest): void {
    isOverloaded = true;
    refused += 1;
    request.refuse();
  }

  function enqueue(request: QueuedRequest): void {
    if (!hasRoom()) removeGone();
    if (queue.size === 0) {
      isOverloaded = false;
      interval.begin();
    } else if (queue.size >= overload.queued) isOverloaded = true;
    if (hasRoom()) queue.set(request, setTimeout(timeOut, maxWaitMs(), request));
    else refuse(request);
  }

  return {
    state: () => ({ running, waiting: queue.size, refused }),

    add(request: QueuedRequest): void {
      received += 1;
      if (running < concurrency && queue.size === 0 && !hasStartedInTurn) start(request);
      else enqueue(request);
      scheduleNext();
    },

    release(): void {
      running -= 1;
      if (queue.size > 0) interval.end();
      else if (running === 0) interval.forget();
      scheduleNext();
    },
  };
}

export type RequestQueue = ReturnType<typeof createRequestQueue>;
