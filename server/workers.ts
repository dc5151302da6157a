import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import { onStopSignals, SHUTDOWN_TIMEOUT_MS, STOP_SIGNALS } from './graceful-shutdown.ts';
import { StartError } from './messages.ts';
import { ALL_STOPPED_LISTENING, STOP, type WorkerMessage } from './worker-messages.ts';
import { createMetricsAggregator, type MetricsAggregator } from './worker-metrics.ts';

const RESTART_DELAY_MS = { min: 100, max: 30_000 };
/** A worker that ran for this long did not fail at its start. */
const STABLE_MS = 30_000;

/** The delay doubles while workers exit soon after their start. */
export function nextRestartDelay(previousMs: number, uptimeMs: number): number {
  const { min, max } = RESTART_DELAY_MS;
  return uptimeMs >= STABLE_MS ? min : Math.min(Math.max(previousMs * 2, min), max);
}

const DISCONNECT_TIMEOUT_MS = 500;

type Forked = {
  readonly worker: Worker;
  readonly listensOn: Promise<string>;
  readonly stoppedListening: Promise<void>;
  readonly ended: Promise<string>;
};

function forkWorker(logger: Logger, aggregator: MetricsAggregator): Forked {
  const worker = cluster.fork();
  aggregator.add(worker);
  const { pid } = worker.process;
  const listening = Promise.withResolvers<string>();
  const stoppedListening = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<string>();
  let failure: string | undefined;
  worker.on('message', (message: WorkerMessage) => {
    if ('failed' in message) {
      failure = message.failed;
    } else if ('hasStoppedListening' in message) {
      stoppedListening.resolve();
    } else if ('listensOn' in message) {
      logger.info({ pid }, 'a worker listens');
      listening.resolve(message.listensOn);
    }
  });
  worker.on('exit', async (code, signal) => {
    // Messages may still arrive until it disconnects. The wait is limited, because a worker that dies while it is
    // handed a connection never emits `disconnect`.
    if (worker.isConnected())
      await Promise.race([once(worker, 'disconnect'), wait(DISCONNECT_TIMEOUT_MS)]);
    ended.resolve(failure ?? `A worker ended with ${signal ?? `code ${code}`}.`);
  });
  worker.on('error', (error) => {
    // The fork failed. Every other error is followed by an exit.
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

async function stopWorkers(running: ReadonlySet<Forked>): Promise<void> {
  const workers = [...running];
  // Errors are ignored, because a worker may have exited.
  const send = (message: string) => workers.map(({ worker }) => worker.send(message, () => {}));
  send(STOP);
  await Promise.all(
    workers.map(({ stoppedListening, ended }) => Promise.race([stoppedListening, ended])),
  );
  send(ALL_STOPPED_LISTENING);
}

/** If one worker cannot listen, all are killed. */
async function forkWorkers(count: number, fork: () => Forked) {
  const workers = Array.from({ length: count }, fork);
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

/** All processes listen on one port. Returns the address. */
export async function serveInWorkers(count: number, logger: Logger): Promise<string> {
  const aggregator = createMetricsAggregator();
  const fork = () => forkWorker(logger, aggregator);
  const { workers, address } = await forkWorkers(count, fork);
  const running = new Set(workers);
  const stopping = new AbortController();

  async function restartWhenEnded(first: Forked): Promise<void> {
    let current = first;
    let delay = 0;
    for (;;) {
      const startedAt = Date.now();
      const reason = await current.ended;
      running.delete(current);
      if (stopping.signal.aborted) return;
      delay = nextRestartDelay(delay, Date.now() - startedAt);
      logger.error(`${reason} Another one starts in ${delay} ms.`);
      await wait(delay, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      current = fork();
      running.add(current);
    }
  }

  const supervised = workers.map(restartWhenEnded);

  const { close } = closeWithGrace(
    {
      delay: SHUTDOWN_TIMEOUT_MS,
      logger,
      skip: [...STOP_SIGNALS],
      onTimeout: () => {
        logger.error(`ending the workers that have not finished after ${SHUTDOWN_TIMEOUT_MS} ms`);
        kill(running);
      },
    },
    async ({ err }) => {
      if (err) logger.fatal({ err }, 'stopping after an unexpected error');
      stopping.abort();
      await stopWorkers(running);
      await Promise.all(supervised);
      logger.info('stopped');
    },
  );
  onStopSignals({ logger, close, beforeExit: () => kill(running) });
  return address;
}
