import type { Config } from '@longhand/api/config';
import { assertDatabaseNotLost, openDatabase } from '@longhand/api/database';
import { prepareStart } from '@longhand/api/start';
import { explainStorage } from '@longhand/api/storage-failures';
import { ensureBuilt, PagesNotBuilt } from '@longhand/web/server';
import type { FastifyBaseLogger } from 'fastify';
import { type Part, requireApiUrl } from './build-server.ts';
import { StartError } from './failures.ts';
import { copyMessage, printMessage } from './messages.ts';

type Prepared = { generatedPassword: string | undefined };

async function prepareDatabase(config: Config, logger: FastifyBaseLogger): Promise<Prepared> {
  assertDatabaseNotLost(config);
  const db = await openDatabase(config, {
    onSnapshot: (file) => printMessage(copyMessage(file)),
    onReplacementFinished: (message) => logger.info(message),
  });
  try {
    return await prepareStart(config, db);
  } catch (error) {
    throw explainStorage(error, config.dataDir);
  } finally {
    await db.destroy();
  }
}

function preparePages(): void {
  try {
    ensureBuilt(printMessage);
  } catch (error) {
    throw error instanceof PagesNotBuilt ? new StartError(error.message) : error;
  }
}

/** Runs once per start, before the workers. */
export async function prepareServer(
  part: Part,
  config: Config,
  logger: FastifyBaseLogger,
): Promise<Prepared> {
  if (part === 'web') requireApiUrl(config);
  if (part !== 'api') preparePages();
  return part === 'web' ? { generatedPassword: undefined } : prepareDatabase(config, logger);
}
