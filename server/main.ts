import cluster from 'node:cluster';
import { readConfig } from '@longhand/api/config';
import { isPart } from './build-server.ts';
import { readEnvironment } from './environment.ts';
import { explainStartFailure, StartError } from './failures.ts';
import { createLogger } from './logger.ts';
import { passwordMessage, printMessage, startMessage } from './messages.ts';
import { prepareServer } from './prepare.ts';
import { serve } from './serve.ts';
import { serveAsWorker } from './worker.ts';
import { serveInWorkers } from './workers.ts';

/** Everything, or one of the two hosts it can be split into. */
const part = process.argv[2] ?? 'all';

async function start(): Promise<void> {
  if (!isPart(part)) throw new StartError(`Unknown part ${part}: use api, web, or leave it out.`);
  const config = readConfig(readEnvironment());
  const logger = createLogger(config.logLevel);
  if (cluster.isWorker) return serveAsWorker(part, config, logger);

  const { generatedPassword } = await prepareServer(part, config, logger);
  // Now: if anything fails later, the password is already set and must have been shown.
  if (generatedPassword) printMessage(passwordMessage(part, config, generatedPassword));

  const address =
    config.workers === 1
      ? await serve(part, config, logger)
      : await serveInWorkers(config.workers, logger);
  printMessage(startMessage(part, config, address));
}

try {
  await start();
} catch (error) {
  printMessage(explainStartFailure(error));
  process.exit(1);
}
