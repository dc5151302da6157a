import type { FastifyInstance } from 'fastify';

const EVERY_MS = 3_600_000;

export const HOUSE_KEPT = 'housekeeping is done';

type Task = () => Promise<unknown>;

/**
 * Runs the tasks one after another, at the start and every hour, until the app closes. Where several
 * processes share the data, each of them does: a task must not mind that another was faster.
 */
export function keepHouse(app: FastifyInstance, tasks: Readonly<Record<string, Task>>): void {
  let running = Promise.resolve();

  async function runAll(): Promise<void> {
    for (const [name, task] of Object.entries(tasks)) {
      // One that fails is no reason to leave out the others, or to stop serving.
      await task().catch((error) => app.log.error({ err: error }, `housekeeping failed: ${name}`));
    }
    app.log.debug(HOUSE_KEPT);
  }

  const timer = setInterval(() => {
    running = running.then(runAll);
  }, EVERY_MS);
  timer.unref();

  app.addHook('onReady', async () => {
    running = runAll();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
}
