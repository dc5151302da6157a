import { readConfig } from '@longhand/api/config';
import closeWithGrace from 'close-with-grace';
import { readEnvironment } from './environment.ts';
import { explainStartFailure, StartError } from './failures.ts';
import { createLogger } from './logger.ts';
import { passwordMessage, startMessage, tell } from './messages.ts';
import { buildServer, isPart } from './servers.ts';

const CLOSE_WITHIN_MS = 10_000;

/** What runs here: everything, or one of the two hosts that it can be split into. */
const part = process.argv[2] ?? 'all';

async function start(): Promise<void> {
  if (!isPart(part))
    throw new StartError(`There is no part called ${part}: it is api, web, or nothing.`);
  const config = readConfig(readEnvironment());
  const logger = createLogger(config.logLevel);
  const { app, generatedPassword } = await buildServer(part, config, logger);
  // At once: should anything fail from here on, the password is set and must have been seen.
  if (generatedPassword) tell(passwordMessage(config.admin.username, generatedPassword));

  closeWithGrace({ delay: CLOSE_WITHIN_MS, logger }, async ({ signal, err }) => {
    if (err) logger.fatal({ err }, 'stopping after an unexpected error');
    else logger.info(`stopping on ${signal}`);
    await app.close();
    logger.info('stopped');
  });

  const address = await app.listen({
    ...config.listen,
    listenTextResolver: (url) => `listening on ${url}`,
  });
  tell(startMessage(part, config, address));
}

try {
  await start();
} catch (error) {
  tell(explainStartFailure(error));
  process.exit(1);
}
