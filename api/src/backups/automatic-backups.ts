import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Context } from '../context.ts';
import { backupsFolder, fileTimestamp, parseFileTimestamp } from '../database/location.ts';
import { removeAbandonedFiles, undefinedIfMissing } from '../files/atomic-write.ts';
import type { DueJob } from '../jobs/job.ts';
import type { JobReport } from './backup-child-process.ts';
import type { Watch } from './monitor/backup-monitor.ts';
import { removeAbandonedStaging } from './swap.ts';

/** Only files with such a name are ever deleted automatically. */
const AUTOMATIC = /^automatic-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz$/;

function automaticName(now: Date): string {
  return `automatic-${fileTimestamp(now)}.tar.gz`;
}

/**
 * Sorted oldest first. Backups dated in the future are ignored because the clock was wrong then: they say nothing about
 * whether a backup is due or how many there are.
 */
export async function listAutomatic(folder: string, now: Date): Promise<string[]> {
  return ((await readdir(folder).catch(undefinedIfMissing)) ?? [])
    .filter((name) => AUTOMATIC.test(name) && (parseFileTimestamp(name) ?? now) <= now)
    .toSorted();
}

export const RETRY_AFTER_MS = 5 * 60_000;

/** Resolves with warnings about uploads that are missing or corrupt. */
type WriteBackup = (file: string, signal: AbortSignal) => Promise<JobReport>;

/** Interrupted backups and restores leave files behind. Returns how many were deleted. */
export async function removeBackupLeftovers(dataDir: string): Promise<number> {
  removeAbandonedStaging(dataDir);
  return removeAbandonedFiles(backupsFolder(dataDir));
}

export type AutomaticBackup = {
  readonly file: string;
  readonly warnings: readonly string[];
  readonly cleanupError: unknown;
};

function logWarnings(log: FastifyBaseLogger, { warnings, cleanupError }: AutomaticBackup): void {
  if (warnings.length > 0)
    log.warn(
      { warnings },
      'the automatic backup lacks pictures that are missing in the blog; older backups that have them will be deleted',
    );
  if (cleanupError) log.error({ err: cleanupError }, 'older backups could not be deleted');
}

type Options = Pick<Context, 'clock' | 'log'> & {
  readonly config: Pick<Config, 'backups' | 'dataDir'>;
  readonly write: WriteBackup;
  readonly watch: Watch;
};

/** The age of the newest automatic backup decides when it is due, so a restart neither repeats nor delays one. */
export function automaticBackupJob({ config, clock, log, write, watch }: Options) {
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
   * Why old backups are deleted even when this one has warnings: missing uploads may never come
   * back, and the disk would fill up.
   */
  async function run(signal: AbortSignal): Promise<AutomaticBackup> {
    const at = clock();
    const file = join(folder, automaticName(at));
    const { warnings } = await watch('here', signal, async () => {
      const report = await write(file, signal);
      return { at, where: folder, ...report };
    });
    const cleanupError = await removeOld().then(
      () => undefined,
      (error: unknown) => error,
    );
    const backup = { file, warnings, cleanupError };
    logWarnings(log, backup);
    return backup;
  }

  return {
    name: 'automatic-backup',
    scope: 'blog',
    isDue,
    run,
    retryAfterMs: RETRY_AFTER_MS,
    failureMessage:
      'the automatic backup failed; earlier backups are kept, and it will be retried in five minutes',
  } satisfies DueJob;
}
