import type { DiskSpace } from '@longhand/contract/disk-space';
import type { FastifyBaseLogger } from 'fastify';
import type { Alerts } from '../alerts/alerts.ts';
import { freeBytes, type Reserve } from '../files/reserve.ts';
import { createRemovableFiles, type RemovableFilesOptions } from './removable-files.ts';

type Options = RemovableFilesOptions & {
  /** Undefined if the database is on another machine. */
  readonly reserve: Reserve | undefined;
  readonly alerts: Alerts;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>;
  readonly free?: () => number;
};

const ALERT = 'disk_full';
const FULL_BYTES = 1024 * 1024;
/** More than when it was said to be full: it should not change its mind with every write. */
const FREE_AGAIN_BYTES = 8 * FULL_BYTES;

/** Whether there is space on the disk of the data folder, and what still works without. */
export function createDiskSpace({ reserve, alerts, log, free, ...parts }: Options) {
  const { dataDir } = parts;
  const readFree = free ?? (() => freeBytes(dataDir));
  const removable = createRemovableFiles(parts);
  let latest: DiskSpace['status'] | undefined;

  function findStatus(): DiskSpace['status'] {
    const usable = readFree() - (reserve?.lacking() ?? 0);
    return usable < (latest === 'full' ? FREE_AGAIN_BYTES : FULL_BYTES) ? 'full' : 'ok';
  }

  async function report(): Promise<void> {
    const message = `The disk that holds ${dataDir} is full: nothing can be saved. Free some space; the dashboard says what can be deleted.`;
    log.error(message);
    // From the reserve, so that one of several processes can note that it has sent it.
    reserve?.release();
    await alerts.send(ALERT, { event: 'disk-full', message });
  }

  return {
    /** As of the last check. */
    status: () => latest,

    async read(): Promise<DiskSpace> {
      const status = findStatus();
      // Counting files takes long, and is of use only then.
      return { status, removable: status === 'full' ? await removable.count() : [] };
    },

    remove: removable.remove,

    /** Often: what fills a disk is fast. */
    async check(): Promise<void> {
      await reserve?.restore();
      const previous = latest;
      latest = findStatus();
      if (latest === 'full' && previous !== 'full') await report();
      if (latest === 'ok' && previous === 'full') {
        log.info(`the disk that holds ${dataDir} has space again`);
        await alerts.clear(ALERT);
      }
    },
  };
}

export type DiskSpaceService = ReturnType<typeof createDiskSpace>;
