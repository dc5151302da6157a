import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import { CLOSE_WITHIN_MS } from './closing.ts';
import { StartError } from './failures.ts';
import {
  countTaken,
  type Listener,
  rememberListener,
  takeLastConnections,
} from './last-connections.ts';
import { nextPause } from './replacement-pause.ts';
import { onStopSignals, STOP_SIGNALS } from './stop-signals.ts';
import { LAST_CONNECTIONS, NO_MORE, STOP, type WorkerNews } from './worker-messages.ts';

const LAST_WORDS_MS = 500;
const QUIET_COUNTS = 3;

type Forked = {
  readonly worker: Worker;
  readonly listensOn: Promise<string>;
  /** When all that it has open has been told that it ends. */
  readonly saidGoodbye: Promise<void>;
  /** How many connections it has taken; asked for, it looks at no new one any more. */
  readonly countLast: () => Promise<number>;
  /** Why it ended, once it has. */
  readonly ended: Promise<string>;
};

function forkWorker(logger: Logger): Forked {
  const worker = cluster.fork();
  const { pid } = worker.process;
  const listening = Promise.withResolvers<string>();
  const goodbye = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<string>();
  let counted = Promise.withResolvers<number>();
  let failure: string | undefined;
  worker.on('message', (news: WorkerNews) => {
    if ('failed' in news) {
      failure = news.failed;
    } else if ('saidGoodbye' in news) {
      goodbye.resolve();
    } else if ('taken' in news) {
      counted.resolve(news.taken);
    } else {
      logger.info({ pid }, 'a worker listens');
      listening.resolve(news.listensOn);
    }
  });
  worker.on('exit', async (code, signal) => {
    // Its last words may still be on their way; but one that dies while it is handed a connection
    // never counts as disconnected.
    if (worker.isConnected()) await Promise.race([once(worker, 'disconnect'), wait(LAST_WORDS_MS)]);
    ended.resolve(failure ?? `A worker ended with ${signal ?? `code ${code}`}.`);
  });
  worker.on('error', (error) => {
    // The machine has no room for another process. Every other error is followed by an exit.
    if (pid === undefined) ended.resolve(`A worker could not start: ${error.message}.`);
  });
  return {
    worker,
    listensOn: listening.promise,
    saidGoodbye: goodbye.promise,
    countLast() {
      counted = Promise.withResolvers();
      // One that is ending already has no ear left for it.
      worker.send(LAST_CONNECTIONS, () => {});
      return Promise.race([counted.promise, ended.promise.then(() => 0)]);
    },
    ended: ended.promise,
  };
}

function kill(workers: Iterable<Forked>): void {
  for (const { worker } of workers) worker.process.kill('SIGKILL');
}

function tell(workers: Iterable<Forked>, message: string): void {
  // One that is ending already has no ear left for it.
  for (const { worker } of workers) worker.send(message, () => {});
}

/** Nobody listens before every worker is done with those it has, and all others were dealt out. */
async function stopWorkers(living: ReadonlySet<Forked>, listener?: Listener): Promise<void> {
  tell(living, STOP);
  await Promise.all([...living].map((each) => Promise.race([each.saidGoodbye, each.ended])));
  const countAll = () => Promise.all([...living].map(({ countLast }) => countLast()));
  let dealt = await countAll();
  await takeLastConnections(listener, countTaken(listener));
  // Each gets the next one when it has taken the one before: until nobody gets any.
  for (let quiet = 0; quiet < QUIET_COUNTS; ) {
    const now = await countAll();
    quiet = String(now) === String(dealt) ? quiet + 1 : 0;
    dealt = now;
  }
  tell(living, NO_MORE);
}

/** All of them or none: where one cannot listen, the others are ended, too. */
async function forkWorkers(count: number, logger: Logger) {
  const workers = Array.from({ length: count }, () => forkWorker(logger));
  const failures = workers.map(async ({ ended }) => {
    throw new StartError(await ended);
  });
  try {
    const listening = Promise.all(workers.map(({ listensOn }) => listensOn));
    const [address = ''] = await Promise.race([listening, ...failures]);
    return { workers, address };
  } catch (error) {
    kill(workers);
    await Promise.all(workers.map(({ ended }) => ended));
    throw error;
  }
}

/** Serves in several processes on one port, until it is told to stop; returns where they listen. */
export async function serveInWorkers(count: number, logger: Logger): Promise<string> {
  const listener = rememberListener();
  const { workers, address } = await forkWorkers(count, logger);
  const living = new Set(workers);
  const stopping = new AbortController();

  async function keepReplacing(first: Forked): Promise<void> {
    let current = first;
    let pause = 0;
    for (;;) {
      const since = Date.now();
      const reason = await current.ended;
      living.delete(current);
      if (stopping.signal.aborted) return;
      pause = nextPause(pause, Date.now() - since);
      logger.error(`${reason} Another one starts in ${pause} ms.`);
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      current = forkWorker(logger);
      living.add(current);
    }
  }

  const kept = workers.map(keepReplacing);

  const { close } = closeWithGrace(
    {
      delay: CLOSE_WITHIN_MS,
      logger,
      skip: [...STOP_SIGNALS],
      onTimeout: () => {
        logger.error(`ending the workers that are not done after ${CLOSE_WITHIN_MS} ms`);
        kill(living);
      },
    },
    async ({ err }) => {
      if (err) logger.fatal({ err }, 'stopping after an unexpected error');
      stopping.abort();
      await stopWorkers(living, listener());
      await Promise.all(kept);
      logger.info('stopped');
    },
  );
  onStopSignals({ logger, close, beforeExit: () => kill(living) });
  return address;
}
