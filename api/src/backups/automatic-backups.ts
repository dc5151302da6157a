import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { backupsFolder, timeFromName, timeInName } from '../database/database-file.ts';
import { findSetting, replaceSettingIf } from '../database/settings.repository.ts';
import type { Database } from '../database/tables.ts';
import { TEMPORARY } from './database-snapshot.ts';
import { removeAbandoned } from './swap.ts';

const LOOK_EVERY_MS = 60_000;
/** Whoever makes one says so at every look; who has not for so long is gone, or has failed. */
const CLAIM_MS = 5 * 60_000;
const NOBODYS_CLAIM = new Date(0).toISOString();
const LEFTOVER_AFTER_MS = 3_600_000;

/** Told apart from those that somebody asked for, which nobody else deletes. */
const AUTOMATIC = /^automatic-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz$/;

/** The setting with the time at which somebody last said that they are making one. */
const CLAIM = 'automatic_backup_claimed_at';

/** Answers with what is not in the backup as it should be. */
export type WriteBackup = (file: string, signal: AbortSignal) => Promise<readonly string[]>;

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error) => {
    // What is in its place is said when something is to be written there.
    if (['ENOENT', 'ENOTDIR'].includes(error.code)) return [];
    throw error;
  });
}

/**
 * The oldest first. One from the future tells of a clock that was wrong, and neither when the latest
 * was made nor that there are enough of them.
 */
async function listAutomatic(folder: string, now: Date): Promise<string[]> {
  return (await namesIn(folder))
    .filter((name) => AUTOMATIC.test(name) && (timeFromName(name) ?? now) <= now)
    .toSorted();
}

/** Removes what a crash in the middle of a backup, or of a restore, left behind. */
export async function removeBackupLeftovers(dataDir: string): Promise<void> {
  removeAbandoned(dataDir);
  const folder = backupsFolder(dataDir);
  for (const name of (await namesIn(folder)).filter((each) => each.endsWith(TEMPORARY))) {
    const file = join(folder, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > LEFTOVER_AFTER_MS) await rm(file, { recursive: true, force: true });
  }
}

export type MadeBackup = {
  readonly file: string;
  readonly warnings: readonly string[];
  /** Why older ones are still there that should have gone. */
  readonly notRemoved: unknown;
};

type Parts = { db: Database; config: Config; clock: Clock; write: WriteBackup };

/**
 * Makes a backup whenever the latest of its own is too old, so that a restart neither repeats nor
 * postpones one. Of several processes, the one does it that claims it first.
 */
export function createAutomaticBackups({ db, config, clock, write }: Parts) {
  const { everyMs, keep } = config.backups;
  const folder = backupsFolder(config.dataDir);

  async function isDue(): Promise<boolean> {
    const latest = timeFromName((await listAutomatic(folder, clock())).at(-1) ?? '');
    return !latest || clock().getTime() - latest.getTime() >= (everyMs ?? 0);
  }

  async function claim(): Promise<string | undefined> {
    const before = await findSetting(db, CLAIM);
    const now = clock();
    if (before !== undefined && Math.abs(now.getTime() - Date.parse(before)) < CLAIM_MS)
      return undefined;
    const mine = now.toISOString();
    return (await replaceSettingIf(db, CLAIM, before, mine)) ? mine : undefined;
  }

  /** For as long as it is being made; of one that fails, it delays the next attempt. */
  function holdClaim(first: string) {
    let mine = first;
    async function renew(next: string): Promise<void> {
      if (await replaceSettingIf(db, CLAIM, mine, next)) mine = next;
    }
    const timer = setInterval(() => renew(clock().toISOString()).catch(() => {}), LOOK_EVERY_MS);
    timer.unref();
    return { giveBack: () => renew(NOBODYS_CLAIM), stop: () => clearInterval(timer) };
  }

  async function removeOld(): Promise<void> {
    const names = await listAutomatic(folder, clock());
    for (const name of names.slice(0, Math.max(0, names.length - keep)))
      await rm(join(folder, name), { force: true });
  }

  async function make(signal: AbortSignal): Promise<MadeBackup> {
    const file = join(folder, `automatic-${timeInName(clock())}.tar.gz`);
    const warnings = await write(file, signal);
    const notRemoved = await removeOld().then(
      () => undefined,
      (error: unknown) => error,
    );
    return { file, warnings, notRemoved };
  }

  /**
   * Makes one if it is time. It is there only once it is known that it can be restored, and then older
   * ones are deleted, whatever the blog itself lacks: that may never be mended.
   */
  async function look(signal: AbortSignal): Promise<MadeBackup | undefined> {
    if (everyMs === undefined || !(await isDue())) return undefined;
    const mine = await claim();
    if (mine === undefined) return undefined;
    const claimed = holdClaim(mine);
    try {
      // Another may have made it, and given its claim back, between the two looks.
      const made = (await isDue()) ? await make(signal) : undefined;
      await claimed.giveBack();
      return made;
    } finally {
      claimed.stop();
    }
  }

  return { look };
}

function logMade(log: FastifyBaseLogger, { file, warnings, notRemoved }: MadeBackup): void {
  log.info(`an automatic backup was made: ${file}`);
  if (warnings.length > 0)
    log.warn(
      { warnings },
      'the automatic backup lacks pictures, because the blog does; older ones that may have them are deleted in time',
    );
  if (notRemoved) log.error({ err: notRemoved }, 'older backups could not be deleted');
}

/** Looks at the start and every minute, until the app closes. */
export function keepBackingUp(app: FastifyInstance, parts: Parts): void {
  if (parts.config.backups.everyMs === undefined) return;
  const backups = createAutomaticBackups(parts);
  const closing = new AbortController();
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    try {
      const made = await backups.look(closing.signal);
      if (made) logMade(app.log, made);
    } catch (error) {
      if (closing.signal.aborted) return;
      app.log.error(
        { err: error },
        'the automatic backup failed; the earlier ones are kept, and it is tried again in some minutes',
      );
    }
  }

  const lookOnce = () => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
  };
  const timer = setInterval(lookOnce, LOOK_EVERY_MS);
  timer.unref();
  app.addHook('onReady', async () => lookOnce());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    closing.abort();
    await looking;
  });
}
