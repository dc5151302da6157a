import type { Readable } from 'node:stream';
import { type BackupPlace, describePlace } from '../../config/backup-settings.ts';
import { BackupError } from '../backup-error.ts';
import type { Bytes } from './chunks.ts';
import { createFolderTarget } from './folder-target.ts';
import { createS3Target } from './s3-target.ts';

export type StoredFile = { readonly name: string; readonly size: number; readonly modified: Date };

/** A file at the target is complete or not there at all. */
export type BackupTarget = {
  /** Fails if nothing can be stored there, as far as that can be found out without storing anything. */
  readonly check: () => Promise<void>;
  readonly put: (name: string, content: Bytes) => Promise<void>;
  readonly read: (name: string) => Promise<Readable>;
  readonly list: () => Promise<StoredFile[]>;
  /** Does not fail if the file is gone. */
  readonly remove: (name: string) => Promise<void>;
  /** Removes what interrupted uploads of these files have left behind. */
  readonly removeUnfinished: (isAbandoned: (file: StoredFile) => boolean) => Promise<void>;
  /** Says what happened and what to do, without a secret. */
  readonly explain: (error: unknown) => string;
};

function explainFailures(target: BackupTarget, where: string): BackupTarget {
  function explained<Args extends unknown[], Result>(
    step: string,
    run: (...args: Args) => Promise<Result>,
  ) {
    return (...args: Args): Promise<Result> =>
      run(...args).catch((error) => {
        if (error instanceof BackupError) throw error;
        throw new BackupError(`${step} ${where}: ${target.explain(error)}`, { cause: error });
      });
  }
  return {
    check: explained('Backups cannot be sent to', target.check),
    put: explained('The backup could not be sent to', target.put),
    read: explained('The backup could not be read from', target.read),
    list: explained('The backups could not be listed in', target.list),
    remove: explained('A backup could not be deleted in', target.remove),
    removeUnfinished: explained(
      'Unfinished uploads could not be removed from',
      target.removeUnfinished,
    ),
    explain: target.explain,
  };
}

/** Failures are BackupErrors that say what to do. */
export function openTarget(place: BackupPlace): BackupTarget {
  const target = 'folder' in place ? createFolderTarget(place.folder) : createS3Target(place.s3);
  return explainFailures(target, describePlace(place));
}
