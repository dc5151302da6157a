import { buildApi } from '@longhand/api/app';
import { type Config, readConfig } from '@longhand/api/config';
import { openDatabase } from '@longhand/api/database';
import { prepareStart } from '@longhand/api/start';
import { pages } from '@longhand/web/server';
import closeWithGrace from 'close-with-grace';
import { readEnvironment } from './environment.ts';
import { explainStartFailure } from './failures.ts';
import { createLogger } from './logger.ts';
import { passwordMessage, startMessage } from './messages.ts';

const CLOSE_WITHIN_MS = 10_000;

/** For a person: beside the log on standard output, never in it. */
function tell(message: string): void {
  process.stderr.write(`\n${message}\n`);
}

async function start(config: Config): Promise<void> {
  const logger = createLogger(config.logLevel);
  const db = await openDatabase(config.dataDir);
  const { generatedPassword } = await prepareStart(config, db);
  const app = await buildApi({ config, db, logger });
  await app.register(pages, { siteName: config.site.name });

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
  if (generatedPassword) tell(passwordMessage(config.admin.username, generatedPassword));
  tell(
    startMessage({
      siteName: config.site.name,
      siteUrl: config.site.url,
      address,
      dataDir: config.dataDir,
    }),
  );
}

try {
  await start(readConfig(readEnvironment()));
} catch (error) {
  tell(explainStartFailure(error));
  process.exit(1);
}
