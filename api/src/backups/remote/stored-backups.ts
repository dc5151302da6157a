import { createHash, randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { DAY_MS, daysBefore } from '../../clock.ts';
import type { KeepRule } from '../../config/backup-settings.ts';
import { fileTimestamp, parseFileTimestamp } from '../../database/location.ts';
import { claimSetting, findSetting } from '../../database/settings.repository.ts';
import type { Database } from '../../database/tables.ts';
import type { BackupTarget, StoredFile } from './target.ts';

const BLOG_ID = 'blog_id';

async function readBlogId(db: Database): Promise<string> {
  const found = await findSetting(db, BLOG_ID);
  if (found !== undefined) return found;
  await claimSetting(db, BLOG_ID, randomUUID());
  return readBlogId(db);
}

/** A copy of the blog at another address has another number, because it must not delete the backups of the original. */
function numberOf(id: string, siteUrl: string): string {
  return createHash('sha256').update(`${id}\n${siteUrl}`).digest('hex').slice(0, 12);
}

export async function readBlogNumber(db: Database, siteUrl: string): Promise<string> {
  return numberOf(await readBlogId(db), siteUrl);
}

/** Only reads. Undefined if there was no remote backup yet. */
export async function findBlogNumber(db: Database, siteUrl: string): Promise<string | undefined> {
  const id = await findSetting(db, BLOG_ID);
  return id && numberOf(id, siteUrl);
}

/** The Monday of the week stands for it. */
function weekOf(time: Date): string {
  return daysBefore(time, (time.getUTCDay() + 6) % 7)
    .toISOString()
    .slice(0, 10);
}

const PERIODS: { readonly [Unit in keyof KeepRule]: (time: Date) => string } = {
  days: (time) => time.toISOString().slice(0, 10),
  weeks: weekOf,
  months: (time) => time.toISOString().slice(0, 7),
};

/**
 * Keeps the newest of each of the last days, weeks and months that have one, in UTC. Periods without a backup do not
 * count, so that nothing is deleted while no backups are made.
 */
export function chooseKept<Backup extends { readonly madeAt: Date }>(
  backups: readonly Backup[],
  rule: KeepRule,
): Set<Backup> {
  const newestFirst = backups.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
  const kept = new Set(newestFirst.slice(0, 1));
  for (const [unit, count] of Object.entries(rule)) {
    const periodOf = PERIODS[unit as keyof KeepRule];
    const newest = new Map<string, Backup>();
    for (const backup of newestFirst) {
      const period = periodOf(backup.madeAt);
      if (!newest.has(period)) newest.set(period, backup);
    }
    for (const backup of [...newest.values()].slice(0, count)) kept.add(backup);
  }
  return kept;
}

/** The marker is written beside a backup once it was read back. A file without one is not a backup. */
const MARKER_SUFFIX = '.verified';

const marker = z.object({
  software: z.literal('longhand'),
  file: z.string(),
  size: z.int().nonnegative(),
  /** The hash of the stored file, encrypted or not. */
  sha256: z.string(),
  created_at: z.iso.datetime(),
  verified_at: z.iso.datetime(),
});

type Marker = Omit<z.infer<typeof marker>, 'software'>;

const NAME = /^longhand-([0-9a-f]{12})-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz(\.age)?$/;

/** `blog` is the blog's own number, so that several blogs can share a place. */
export function storedName(blog: string, now: Date, isEncrypted: boolean): string {
  return `longhand-${blog}-${fileTimestamp(now)}.tar.gz${isEncrypted ? '.age' : ''}`;
}

export function isStoredName(name: string): boolean {
  return NAME.test(name);
}

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

/** Without `blog`, lists those of all blogs. Sorted newest first. */
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

/** The marker is removed first: a file without one is not taken for a backup. */
export async function removeStored(target: BackupTarget, name: string): Promise<void> {
  await target.remove(name + MARKER_SUFFIX);
  await target.remove(name);
}

type Rule = { readonly blog: string; readonly keep: KeepRule; readonly now: Date };

/**
 * Called only after `newest` was verified. Deletes nothing that is dated in the future, that has changed since it was
 * verified, or that another process may still be writing.
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
  // Some stores cannot list unfinished uploads.
  await target
    .removeUnfinished(
      ({ name, modified }) => isOwn(name.replace(MARKER_SUFFIX, ''), blog) && isAbandoned(modified),
    )
    .catch(() => {});
}
