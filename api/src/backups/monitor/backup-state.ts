import { z } from 'zod';
import { findSetting, setSetting } from '../../database/settings.repository.ts';
import type { Database } from '../../database/tables.ts';

/** `here`: in the data folder. `elsewhere`: at BACKUP_TO. */
export type BackupKind = 'here' | 'elsewhere';

const state = z.object({
  good: z
    .object({ at: z.iso.datetime(), bytes: z.number().optional(), where: z.string() })
    .optional(),
  /** Since the last good one. */
  failure: z
    .object({ at: z.iso.datetime(), since: z.iso.datetime(), reason: z.string() })
    .optional(),
});

/** The last good backup, and the last failure if there was one since. */
export type BackupState = z.infer<typeof state>;

const settingOf = (kind: BackupKind) => `backup_state_${kind}`;

export async function readBackupState(db: Database, kind: BackupKind): Promise<BackupState> {
  const value = (await findSetting(db, settingOf(kind))) ?? '{}';
  try {
    return state.parse(JSON.parse(value));
  } catch {
    return {};
  }
}

function write(db: Database, kind: BackupKind, value: BackupState): Promise<void> {
  return setSetting(db, settingOf(kind), JSON.stringify(value));
}

export type MadeBackup = { readonly at: Date; readonly where: string; readonly bytes?: number };

export function recordGood(db: Database, kind: BackupKind, made: MadeBackup): Promise<void> {
  const { at, where, bytes } = made;
  return write(db, kind, { good: { at: at.toISOString(), where, bytes } });
}

export async function recordFailure(
  db: Database,
  kind: BackupKind,
  { at, reason }: { at: Date; reason: string },
): Promise<void> {
  const { good, failure } = await readBackupState(db, kind);
  const since = failure?.since ?? at.toISOString();
  await write(db, kind, { good, failure: { at: at.toISOString(), since, reason } });
}
