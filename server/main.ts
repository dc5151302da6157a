import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Config, ConfigError, readConfig } from '@longhand/api/config';
import {
  assertDatabaseNotLost,
  DatabaseStartError,
  isServerAway,
  openDatabase,
} from '@longhand/api/database';
import { createReserveFor } from '@longhand/api/disk-reserve';
import { findAddressMistakes, findSettingMistakes } from '@longhand/api/setting-mistakes';
import { prepareStart } from '@longhand/api/start';
import { explainStorage } from '@longhand/api/storage-failures';
import { ensureBuilt, PagesNotBuilt } from '@longhand/web/server';
import type { FastifyBaseLogger } from 'fastify';
import { isPart, type Part, requireApiUrl } from './build-server.ts';
import { isStartedBySystemd, readEnvironment } from './environment.ts';
import { createLogger } from './logger.ts';
import {
  copyMessage,
  explainStartFailure,
  mistakesMessage,
  passwordMessage,
  printMessage,
  StartError,
  startMessage,
} from './messages.ts';
import { serve, serveAsWorker } from './serve.ts';
import { serveInWorkers } from './workers.ts';

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
  await using db = await whenServerIsThere(open, config.databaseWaitMs, logger);
  try {
    return await prepareStart(config, db);
  } catch (error) {
    throw explainStorage(error, config.dataDir);
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
async function prepareServer(
  part: Part,
  config: Config,
  logger: FastifyBaseLogger,
): Promise<Prepared> {
  if (part === 'web') requireApiUrl(config);
  if (part !== 'api') preparePages();
  return part === 'web' ? { generatedPassword: undefined } : prepareDatabase(config, logger);
}

/** Rejects like the server would if it listened there. */
async function assertPortFree({ port, host }: Config['listen']): Promise<void> {
  const server = createServer();
  server.listen({ port, host, exclusive: true });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** Everything runs here, or one of the two hosts that it can be split into. */
const part = process.argv[2] ?? 'all';

async function start(): Promise<void> {
  if (!isPart(part)) throw new StartError(`Unknown part ${part}: use api, web, or leave it out.`);
  const environment = readEnvironment();
  const config = readConfig(environment);
  const logger = createLogger(config.logLevel);
  if (cluster.isWorker) return serveAsWorker(part, config, logger);

  const mistakes = [...findSettingMistakes(environment), ...findAddressMistakes(config)];
  if (mistakes.length > 0) printMessage(mistakesMessage(mistakes));
  // Checked before the first password is generated, which is shown only once.
  await assertPortFree(config.listen);
  const { generatedPassword } = await prepareServer(part, config, logger);
  // Shown now, because the password is already set if anything fails later.
  if (generatedPassword) printMessage(passwordMessage(part, config, generatedPassword));

  const address =
    config.workers === 1
      ? await serve(part, config, logger)
      : await serveInWorkers(config.workers, logger);
  printMessage(startMessage(part, config, address));
}

/** This is EX_CONFIG of sysexits.h. docs/longhand.service names it, because starting again would not help. */
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
