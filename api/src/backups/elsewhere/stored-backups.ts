import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { KeepRule } from '../../backup-settings.ts';
import { DAY_MS } from '../../clock.ts';
import { fileTimestamp, parseFileTimestamp } from '../../database/database-file.ts';
import { chooseKept } from './keep-rule.ts';
import type { BackupTarget, StoredFile } from './target.ts';

/** Written beside a backup when it was read back. What has none is not a backup. */
const MARKER_SUFFIX = '.verified';

const marker = z.object({
  software: z.literal('longhand'),
  file: z.string(),
  size: z.int().nonnegative(),
  /** Of the stored file, encrypted or not. */
  sha256: z.string(),
  created_at: z.iso.datetime(),
  verified_at: z.iso.datetime(),
});

export type Marker = Omit<z.infer<typeof marker>, 'software'>;

const NAME = /^longhand-([0-9a-f]{12})-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz(\.age)?$/;

/** `blog` is its own number, so that several blogs can share a place. */
export function storedName(blog: string, now: Date, isEncrypted: boolean): string {
  return `longhand-${blog}-${fileTimestamp(now)}.tar.gz${isEncrypted ? '.age' : ''}`;
}

export function isStoredName(name: string): boolean {
  return NAME.test(name);
}

/** Without a blog: of any. */
function isOwn(name: string, blog: string | undefined): boolean {
  const number = NAME.exec(name)?.[1];
  return number !== undefined && number === (blog ?? number);
}

export async function writeMarker(target: BackupTarget, fields: Marker): Promise<void> {
  const json = JSON.stringify({ software: 'longhand', ...fields }, null, 2);
  async function* content() {
    yield Buffer.from(`${json}\n`);
  }
  await target.put(fields.file + MARKER_SUFFIX, content());
}

async function readMarker(target: BackupTarget, name: string): Promise<Marker | undefined> {
  const json = await text(await target.read(name + MARKER_SUFFIX));
  try {
    return marker.parse(JSON.parse(json));
  } catch {
    return undefined;
  }
}

export type StoredBackup = {
  readonly name: string;
  readonly madeAt: Date;
  readonly size: number;
  /**
   * `good`: it was read back, and has the size that it had then. `changed`: it has another size.
   * `unfinished`: it was never read back.
   */
  readonly state: 'good' | 'changed' | 'unfinished';
};

async function stateOf(
  target: BackupTarget,
  { name, size }: StoredFile,
  names: ReadonlySet<string>,
): Promise<StoredBackup['state']> {
  if (!names.has(name + MARKER_SUFFIX)) return 'unfinished';
  const found = await readMarker(target, name);
  return found?.file === name && found.size === size ? 'good' : 'changed';
}

/** Those of this blog, or of any; newest first. */
export async function listStored(target: BackupTarget, blog?: string): Promise<StoredBackup[]> {
  const files = await target.list();
  const names = new Set(files.map(({ name }) => name));
  const backups: StoredBackup[] = [];
  for (const file of files.filter(({ name }) => isOwn(name, blog))) {
    const { name, size } = file;
    const madeAt = parseFileTimestamp(name) ?? new Date(0);
    backups.push({ name, size, madeAt, state: await stateOf(target, file, names) });
  }
  return backups.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
}

/** The marker first: a file without one is not taken for a backup. */
export async function removeStored(target: BackupTarget, name: string): Promise<void> {
  await target.remove(name + MARKER_SUFFIX);
  await target.remove(name);
}

type Rule = { readonly blog: string; readonly keep: KeepRule; readonly now: Date };

/**
 * Only after `newest` was verified. Deletes nothing that is dated in the future, that has changed
 * since it was verified, or that another process may still be writing.
 */
export async function removeOldBackups(
  target: BackupTarget,
  newest: string,
  { blog, keep, now }: Rule,
): Promise<void> {
  const isAbandoned = (time: Date) => now.getTime() - time.getTime() > DAY_MS;
  const stored = (await listStored(target, blog)).filter(({ madeAt }) => madeAt <= now);
  const good = stored.filter(({ state }) => state === 'good');
  const kept = chooseKept(good, keep);
  for (const backup of good)
    if (!kept.has(backup) && backup.name !== newest) await removeStored(target, backup.name);
  for (const { name, state, madeAt } of stored)
    if (state === 'unfinished' && isAbandoned(madeAt)) await target.remove(name);
  // Some stores cannot list them.
  await target
    .removeUnfinished(
      ({ name, modified }) => isOwn(name.replace(MARKER_SUFFIX, ''), blog) && isAbandoned(modified),
    )
    .catch(() => {});
}
