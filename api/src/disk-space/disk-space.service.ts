import { hostname } from 'node:os';
import type { DiskSpace } from '@longhand/contract/storage';
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

const FULL_BYTES = 1024 * 1024;
/** More than the limit for a full disk, so that the status does not change with every write. */
const FREE_AGAIN_BYTES = 8 * FULL_BYTES;

export function createDiskSpace({ reserve, alerts, log, free, ...parts }: Options) {
  const { dataDir } = parts;
  const readFree = free ?? (() => freeBytes(dataDir));
  const removable = createRemovableFiles(parts);
  // With the database on another machine, there may be more hosts, each with a disk of its own.
  const cause = reserve ? 'disk_full' : `disk_full_${hostname()}`;
  let latest: DiskSpace['status'] | undefined;

  function findStatus(): DiskSpace['status'] {
    const usable = readFree() - (reserve?.lacking() ?? 0);
    return usable < (latest === 'full' ? FREE_AGAIN_BYTES : FULL_BYTES) ? 'full' : 'ok';
  }

  async function tell(previous: DiskSpace['status'] | undefined): Promise<void> {
    if (latest === 'full') {
      const message = `The disk that holds ${dataDir} is full: nothing can be saved. Free some space; the dashboard says what can be deleted.`;
      if (previous !== 'full') log.error(message);
      await alerts.send(cause, { event: 'disk-full', message });
    } else {
      const message = `The disk that holds ${dataDir} has space again.`;
      if (previous === 'full') log.info(message);
      await alerts.clear(cause, { event: 'disk-ok', message });
    }
  }

  return {
    /** Undefined before the first check. */
    status: () => latest,

    async read(): Promise<DiskSpace> {
      const status = findStatus();
      // Counting files takes long, and is of use only on a full disk.
      return { status, removable: status === 'full' ? await removable.count() : [] };
    },

    remove: removable.remove,

    /** Called often, because a disk can fill up fast. */
    async check(): Promise<void> {
      await reserve?.restore();
      const previous = latest;
      latest = findStatus();
      await tell(previous);
    },
  };
}

export type DiskSpaceService = ReturnType<typeof createDiskSpace>;
