import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import { StartError } from './failures.ts';
import { CLOSE_WITHIN_MS } from './graceful-shutdown.ts';
import { nextRestartDelay } from './restart-delay.ts';
import { onStopSignals, STOP_SIGNALS } from './stop-signals.ts';
import { ALL_STOPPED_LISTENING, STOP, type WorkerMessage } from './worker-messages.ts';

const LAST_WORDS_MS = 500;

type Forked = {
  readonly worker: Worker;
  readonly listensOn: Promise<string>;
  readonly stoppedListening: Promise<void>;
  /** Why it ended, once it has. */
  readonly ended: Promise<string>;
};

function forkWorker(logger: Logger): Forked {
  const worker = cluster.fork();
  const { pid } = worker.process;
  const listening = Promise.withResolvers<string>();
  const stoppedListening = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<string>();
  let failure: string | undefined;
  worker.on('message', (news: WorkerMessage) => {
    if ('failed' in news) {
      failure = news.failed;
    } else if ('hasStoppedListening' in news) {
      stoppedListening.resolve();
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
    stoppedListening: stoppedListening.promise,
    ended: ended.promise,
  };
}

function kill(workers: Iterable<Forked>): void {
  for (const { worker } of workers) worker.process.kill('SIGKILL');
}

async function stopWorkers(living: ReadonlySet<Forked>): Promise<void> {
  const workers = [...living];
  // One that is ending already cannot be told.
  const tell = (message: string) => workers.map(({ worker }) => worker.send(message, () => {}));
  tell(STOP);
  await Promise.all(workers.map((each) => Promise.race([each.stoppedListening, each.ended])));
  tell(ALL_STOPPED_LISTENING);
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
      pause = nextRestartDelay(pause, Date.now() - since);
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
      await stopWorkers(living);
      await Promise.all(kept);
      logger.info('stopped');
    },
  );
  onStopSignals({ logger, close, beforeExit: () => kill(living) });
  return address;
}
