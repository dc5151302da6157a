import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '@longhand/api/config';
import {
  assertDatabaseNotLost,
  DatabaseStartError,
  isServerAway,
  openDatabase,
} from '@longhand/api/database';
import { createReserveFor } from '@longhand/api/disk-reserve';
import { prepareStart } from '@longhand/api/start';
import { explainStorage } from '@longhand/api/storage-failures';
import { ensureBuilt, PagesNotBuilt } from '@longhand/web/server';
import type { FastifyBaseLogger } from 'fastify';
import { type Part, requireApiUrl } from './build-server.ts';
import { StartError } from './failures.ts';
import { copyMessage, printMessage } from './messages.ts';

type Prepared = { generatedPassword: string | undefined };

const DATABASE_RETRY_MS = 1_000;

/** After a power failure the database may need longer to start than the blog. */
async function whenServerIsThere<Result>(
  open: () => Promise<Result>,
  waitMs: number,
  logger: FastifyBaseLogger,
): Promise<Result> {
  const giveUpAt = performance.now() + waitMs;
  for (let attempt = 1; ; attempt += 1)
    try {
      return await open();
    } catch (error) {
      const isAway = error instanceof DatabaseStartError && isServerAway(error.cause);
      if (!isAway || performance.now() > giveUpAt) throw error;
      if (attempt === 1)
        logger.warn(`${error.message} Waiting up to ${waitMs / 1_000} seconds (DATABASE_WAIT).`);
      await wait(DATABASE_RETRY_MS);
    }
}

async function copyPostgres({ dataDir, databaseUrl = '' }: Config, migration: string) {
  const { copyBeforeMigration } = await import('@longhand/api/backups');
  return copyBeforeMigration({ dataDir, databaseUrl }, migration, new Date());
}

async function prepareDatabase(config: Config, logger: FastifyBaseLogger): Promise<Prepared> {
  assertDatabaseNotLost(config);
  createReserveFor(config)?.release();
  const open = () =>
    openDatabase(config, {
      onSnapshot: (file) => printMessage(copyMessage(file, config)),
      copyPostgres: (migration) => copyPostgres(config, migration),
      onReplacementFinished: (message) => logger.info(message),
    });
  const db = await whenServerIsThere(open, config.databaseWaitMs, logger);
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
