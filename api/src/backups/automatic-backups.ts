import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { backupsFolder, fileTimestamp, parseFileTimestamp } from '../database/database-file.ts';
import { removeAbandonedFiles, undefinedIfMissing } from '../files/atomic-write.ts';
import type { DueJob } from '../jobs/job.ts';
import { removeAbandoned } from './swap.ts';

const RETRY_AFTER_MS = 5 * 60_000;

/** Told apart from those that somebody asked for, which nobody else deletes. */
const AUTOMATIC = /^automatic-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz$/;

/** Answers with what is not in the backup as it should be. */
type WriteBackup = (file: string, signal: AbortSignal) => Promise<readonly string[]>;

/**
 * The oldest first. One from the future tells of a clock that was wrong, and neither when the latest
 * was made nor that there are enough of them.
 */
async function listAutomatic(folder: string, now: Date): Promise<string[]> {
  // What is in the folder's place is said when something is to be written there.
  return ((await readdir(folder).catch(undefinedIfMissing)) ?? [])
    .filter((name) => AUTOMATIC.test(name) && (parseFileTimestamp(name) ?? now) <= now)
    .toSorted();
}

/** Removes what a crash in the middle of a backup, or of a restore, left behind; returns how much. */
export async function removeBackupLeftovers(dataDir: string): Promise<number> {
  removeAbandoned(dataDir);
  return removeAbandonedFiles(backupsFolder(dataDir));
}

export type MadeBackup = {
  readonly file: string;
  readonly warnings: readonly string[];
  /** Why older ones are still there that should have gone. */
  readonly notRemoved: unknown;
};

function logShortcomings(log: FastifyBaseLogger, { warnings, notRemoved }: MadeBackup): void {
  if (warnings.length > 0)
    log.warn(
      { warnings },
      'the automatic backup lacks pictures, because the blog does; older ones that may have them are deleted in time',
    );
  if (notRemoved) log.error({ err: notRemoved }, 'older backups could not be deleted');
}

type Parts = {
  readonly config: Pick<Config, 'backups' | 'dataDir'>;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly write: WriteBackup;
};

/**
 * Makes a backup whenever the latest of its own is too old, so that a restart neither repeats nor
 * postpones one.
 */
export function automaticBackupJob({ config, clock, log, write }: Parts) {
  const { everyMs, keep } = config.backups;
  const folder = backupsFolder(config.dataDir);

  async function isDue(): Promise<boolean> {
    if (everyMs === undefined) return false;
    const latest = parseFileTimestamp((await listAutomatic(folder, clock())).at(-1) ?? '');
    return !latest || clock().getTime() - latest.getTime() >= everyMs;
  }

  async function removeOld(): Promise<void> {
    const names = await listAutomatic(folder, clock());
    for (const name of names.slice(0, Math.max(0, names.length - keep)))
      await rm(join(folder, name), { force: true });
  }

  /**
   * It is there only once it is known that it can be restored, and then older ones are deleted,
   * whatever the blog itself lacks: that may never be mended.
   */
  async function run(signal: AbortSignal): Promise<MadeBackup> {
    const file = join(folder, `automatic-${fileTimestamp(clock())}.tar.gz`);
    const warnings = await write(file, signal);
    const notRemoved = await removeOld().then(
      () => undefined,
      (error: unknown) => error,
    );
    const made = { file, warnings, notRemoved };
    logShortcomings(log, made);
    return made;
  }

  return {
    name: 'automatic-backup',
    scope: 'blog',
    isDue,
    run,
    retryAfterMs: RETRY_AFTER_MS,
    failureMessage:
      'the automatic backup failed; the earlier ones are kept, and it is tried again in some minutes',
  } satisfies DueJob;
}
