import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describePlace } from '../../backup-settings.ts';
import { HOUR_MS } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { backupsFolder, parseFileTimestamp } from '../../database/database-file.ts';
import type { Database } from '../../database/tables.ts';
import { listAutomatic } from '../automatic-files.ts';
import { type BackupKind, type BackupState, readBackupState } from './backup-state.ts';

export type Schedule = {
  readonly kind: BackupKind;
  readonly everyMs: number;
  /** For messages and to notice another place. */
  readonly where: string;
};

export type BackupConfig = Pick<Config, 'backups' | 'dataDir'>;

/** What this server makes by itself. */
export function schedulesOf({ backups, dataDir }: BackupConfig): Schedule[] {
  const { everyMs, elsewhere } = backups;
  const schedules: Schedule[] = [];
  if (everyMs !== undefined)
    schedules.push({ kind: 'here', everyMs, where: backupsFolder(dataDir) });
  if (elsewhere)
    schedules.push({
      ...{ kind: 'elsewhere', everyMs: elsewhere.everyMs },
      where: describePlace(elsewhere.place),
    });
  return schedules;
}

export type BackupHealth = Schedule &
  BackupState & {
    /** `none`: there is none yet, and no failure either. */
    readonly status: 'ok' | 'failed' | 'overdue' | 'none';
  };

/** Some time for the backup itself, and for a restart. */
export const graceMs = ({ everyMs }: Pick<Schedule, 'everyMs'>) => Math.max(everyMs / 2, HOUR_MS);

/** By the age of the last good one, whether or not one has failed since. */
export function isTooOld(
  schedule: Pick<Schedule, 'everyMs'>,
  { at }: NonNullable<BackupState['good']>,
  now: Date,
): boolean {
  return now.getTime() - Date.parse(at) > schedule.everyMs + graceMs(schedule);
}

function statusOf(schedule: Schedule, { good, failure }: BackupState, now: Date) {
  if (failure) return 'failed';
  if (!good) return 'none';
  return isTooOld(schedule, good, now) ? 'overdue' : 'ok';
}

/** The files are the truth: they can be deleted, or older than the state in the database. */
async function findNewestFile(folder: string, now: Date): Promise<BackupState['good']> {
  const name = (await listAutomatic(folder, now).catch(() => [])).at(-1);
  const at = name && parseFileTimestamp(name)?.toISOString();
  if (!name || !at) return undefined;
  const bytes = await stat(join(folder, name)).then(
    ({ size }) => size,
    () => undefined,
  );
  return { at, bytes, where: folder };
}

export async function readHealth(
  db: Database,
  schedule: Schedule,
  now: Date,
): Promise<BackupHealth> {
  const { kind, where } = schedule;
  const { good: recorded, failure } = await readBackupState(db, kind);
  // A backup at another place says nothing about this one.
  const elsewhere = recorded?.where === where ? recorded : undefined;
  const good = kind === 'here' ? await findNewestFile(where, now) : elsewhere;
  const state = { good, failure };
  return { ...schedule, ...state, status: statusOf(schedule, state, now) };
}

/** Due by the age of the last good one, so a restart neither repeats nor delays one. */
export function isBackupDue({ everyMs, good }: BackupHealth, now: Date): boolean {
  if (!good) return true;
  const ageMs = now.getTime() - Date.parse(good.at);
  // One that is dated in the future was made with a wrong clock.
  return ageMs >= everyMs || ageMs < 0;
}
