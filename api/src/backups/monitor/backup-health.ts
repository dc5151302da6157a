import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { HOUR_MS } from '../../clock.ts';
import { describePlace } from '../../config/backup-settings.ts';
import type { Config } from '../../config/config.ts';
import { backupsFolder, parseFileTimestamp } from '../../database/location.ts';
import { findSetting, setSetting } from '../../database/settings.repository.ts';
import type { Database } from '../../database/tables.ts';
import { listAutomatic } from '../automatic-backups.ts';

/** `here` is in the data folder, `elsewhere` at BACKUP_TO. The stored state and the metrics have these names. */
export type BackupKind = 'here' | 'elsewhere';

const storedState = z.object({
  good: z
    .object({ at: z.iso.datetime(), bytes: z.number().optional(), where: z.string() })
    .optional(),
  /** Only a failure since the last good backup. */
  failure: z
    .object({ at: z.iso.datetime(), since: z.iso.datetime(), reason: z.string() })
    .optional(),
});

type BackupState = z.infer<typeof storedState>;

const settingOf = (kind: BackupKind) => `backup_state_${kind}`;

async function readBackupState(db: Database, kind: BackupKind): Promise<BackupState> {
  const value = (await findSetting(db, settingOf(kind))) ?? '{}';
  try {
    return storedState.parse(JSON.parse(value));
  } catch {
    return {};
  }
}

function writeState(db: Database, kind: BackupKind, value: BackupState): Promise<void> {
  return setSetting(db, settingOf(kind), JSON.stringify(value));
}

export type MadeBackup = { readonly at: Date; readonly where: string; readonly bytes?: number };

export function recordGood(db: Database, kind: BackupKind, made: MadeBackup): Promise<void> {
  const { at, where, bytes } = made;
  return writeState(db, kind, { good: { at: at.toISOString(), where, bytes } });
}

export async function recordFailure(
  db: Database,
  kind: BackupKind,
  { at, reason }: { at: Date; reason: string },
): Promise<void> {
  const { good, failure } = await readBackupState(db, kind);
  const since = failure?.since ?? at.toISOString();
  await writeState(db, kind, { good, failure: { at: at.toISOString(), since, reason } });
}

function lastGood({ good }: BackupHealth): string {
  return good ? `The last good backup is from ${good.at}.` : 'There is no good backup yet.';
}

export function describeHealth(health: BackupHealth): string {
  const { where, failure } = health;
  if (failure) return `Backups to ${where} have failed since ${failure.since}. ${lastGood(health)}`;
  return `The automatic backup to ${where} is overdue. ${lastGood(health)}`;
}

type Schedule = {
  readonly kind: BackupKind;
  readonly everyMs: number;
  /** Messages show it, and a change means another place. */
  readonly where: string;
};

export type BackupConfig = Pick<Config, 'backups' | 'dataDir'>;

export function schedulesOf({ backups, dataDir }: BackupConfig): Schedule[] {
  const { everyMs, remote } = backups;
  const schedules: Schedule[] = [];
  if (everyMs !== undefined)
    schedules.push({ kind: 'here', everyMs, where: backupsFolder(dataDir) });
  if (remote)
    schedules.push({
      kind: 'elsewhere',
      everyMs: remote.everyMs,
      where: describePlace(remote.place),
    });
  return schedules;
}

export type BackupHealth = Schedule &
  BackupState & {
    /** `none` if there is no backup yet, and no failure either. */
    readonly status: 'ok' | 'failed' | 'overdue' | 'none';
  };

/** Leaves some time for the backup itself, and for a restart. */
export const graceMs = ({ everyMs }: Pick<Schedule, 'everyMs'>) => Math.max(everyMs / 2, HOUR_MS);

/** The age of the last good backup counts, whether or not one has failed since. */
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

/** Reads the folder, because files can be deleted, or be older than the state in the database. */
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
  const sent = recorded?.where === where ? recorded : undefined;
  const good = kind === 'here' ? await findNewestFile(where, now) : sent;
  const state = { good, failure };
  return { ...schedule, ...state, status: statusOf(schedule, state, now) };
}

/** The age of the last good backup decides, so a restart neither repeats nor delays one. */
export function isBackupDue({ everyMs, good }: BackupHealth, now: Date): boolean {
  if (!good) return true;
  const ageMs = now.getTime() - Date.parse(good.at);
  // A backup that is dated in the future was made with a wrong clock.
  return ageMs >= everyMs || ageMs < 0;
}
