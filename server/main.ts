import cluster from 'node:cluster';
import { readConfig } from '@longhand/api/config';
import { isPart } from './build-server.ts';
import { readEnvironment } from './environment.ts';
import { explainStartFailure, StartError } from './failures.ts';
import { createLogger } from './logger.ts';
import { passwordMessage, startMessage, tell } from './messages.ts';
import { prepareServer } from './prepare.ts';
import { serve } from './serve.ts';
import { serveAsWorker } from './worker.ts';
import { serveInWorkers } from './workers.ts';

/** What runs here: everything, or one of the two hosts that it can be split into. */
const part = process.argv[2] ?? 'all';

async function start(): Promise<void> {
  if (!isPart(part))
    throw new StartError(`There is no part called ${part}: it is api, web, or nothing.`);
  const config = readConfig(readEnvironment());
  const logger = createLogger(config.logLevel);
  if (cluster.isWorker) return serveAsWorker(part, config, logger);

  const { generatedPassword } = await prepareServer(part, config, logger);
  // At once: should anything fail from here on, the password is set and must have been seen.
  if (generatedPassword) tell(passwordMessage(part, config, generatedPassword));

  const address =
    config.workers === 1
      ? await serve(part, config, logger)
      : await serveInWorkers(config.workers, logger);
  tell(startMessage(part, config, address));
}

try {
  await start();
} catch (error) {
  tell(explainStartFailure(error));
  process.exit(1);
}
