import type { Config } from '@longhand/api/config';
import { openDatabase, refuseIfLost } from '@longhand/api/database';
import { prepareStart } from '@longhand/api/start';
import { explainStorage } from '@longhand/api/storage-failures';
import { ensureBuilt } from '@longhand/web/server';
import { copyMessage, tell } from './messages.ts';
import { apiUrlOf, type Part } from './servers.ts';

type Prepared = { generatedPassword: string | undefined };

async function prepareDatabase(config: Config): Promise<Prepared> {
  refuseIfLost(config);
  const db = await openDatabase(config, {
    onCopy: (file) => tell(copyMessage(file)),
  });
  try {
    return await prepareStart(config, db);
  } catch (error) {
    throw explainStorage(error, config.dataDir);
  } finally {
    await db.destroy();
  }
}

/** What a start does once, however many processes serve then. */
export async function prepareServer(part: Part, config: Config): Promise<Prepared> {
  if (part === 'web') apiUrlOf(config);
  if (part !== 'api') ensureBuilt(tell);
  return part === 'web' ? { generatedPassword: undefined } : prepareDatabase(config);
}
