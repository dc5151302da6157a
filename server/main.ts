import cluster from 'node:cluster';
import { ConfigError, readConfig } from '@longhand/api/config';
import { findAddressMistakes, findSettingMistakes } from '@longhand/api/setting-mistakes';
import { isPart } from './build-server.ts';
import { isStartedBySystemd, readEnvironment } from './environment.ts';
import { explainStartFailure, StartError } from './failures.ts';
import { createLogger } from './logger.ts';
import { mistakesMessage, passwordMessage, printMessage, startMessage } from './messages.ts';
import { assertPortFree } from './port.ts';
import { prepareServer } from './prepare.ts';
import { serve } from './serve.ts';
import { serveAsWorker } from './worker.ts';
import { serveInWorkers } from './workers.ts';

/** Everything, or one of the two hosts it can be split into. */
const part = process.argv[2] ?? 'all';

async function start(): Promise<void> {
  if (!isPart(part)) throw new StartError(`Unknown part ${part}: use api, web, or leave it out.`);
  const environment = readEnvironment();
  const config = readConfig(environment);
  const logger = createLogger(config.logLevel);
  if (cluster.isWorker) return serveAsWorker(part, config, logger);

  const mistakes = [...findSettingMistakes(environment), ...findAddressMistakes(config)];
  if (mistakes.length > 0) printMessage(mistakesMessage(mistakes));
  // Before the first password is made, which is shown only once.
  await assertPortFree(config.listen);
  const { generatedPassword } = await prepareServer(part, config, logger);
  // Now: if anything fails later, the password is already set and must have been shown.
  if (generatedPassword) printMessage(passwordMessage(part, config, generatedPassword));

  const address =
    config.workers === 1
      ? await serve(part, config, logger)
      : await serveInWorkers(config.workers, logger);
  printMessage(startMessage(part, config, address));
}

/** EX_CONFIG of sysexits.h. docs/longhand.service names it: starting again would not help. */
const WRONG_SETTINGS = 78;

function exitCodeOf(error: unknown): number {
  return error instanceof ConfigError && isStartedBySystemd() ? WRONG_SETTINGS : 1;
}

try {
  await start();
} catch (error) {
  printMessage(explainStartFailure(error));
  process.exit(exitCodeOf(error));
}
