import type { Config } from '@longhand/api/config';
import { openExistingDatabaseReadOnly } from '@longhand/api/existing-database';
import { createFolderTarget, fillTarget, listOldAddresses } from '@longhand/api/exports';
import { ensureBuilt } from '@longhand/web/server';
import { buildReader } from '../build-server.ts';
import { createLogger } from '../logger.ts';
import { type StaticCopy, writeStaticCopy } from './write-static-copy.ts';

type Options = {
  readonly onFile: (count: number) => void;
  readonly onMessage: (message: string) => void;
  readonly signal: AbortSignal;
};

/** Of a blog that runs or not; of its data nothing is changed. */
export async function makeStaticCopy(
  config: Config,
  folder: string,
  { onFile, onMessage, signal }: Options,
): Promise<StaticCopy> {
  const db = await openExistingDatabaseReadOnly(config);
  const oldAddresses = await listOldAddresses(db).finally(() => db.destroy());
  ensureBuilt(onMessage);
  const target = await createFolderTarget(folder);
  const app = await buildReader(config, createLogger('error'));
  try {
    return await fillTarget(target, () =>
      writeStaticCopy(app, target, {
        ...{ siteUrl: config.site.url, oldAddresses, onFile, signal },
      }),
    );
  } finally {
    await app.close();
  }
}
