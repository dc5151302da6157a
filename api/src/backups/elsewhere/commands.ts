import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { type BackupsElsewhere, describePlace } from '../../backup-settings.ts';
import type { Config } from '../../config.ts';
import { connectDatabase } from '../../database/open.ts';
import { useAndClose } from '../../database/use-and-close.ts';
import { backupJobOf } from '../make-backup.ts';
import { recordGood } from '../monitor/backup-state.ts';
import type { ArchiveOptions } from '../write-archive.ts';
import { readBlogNumber } from './blog-number.ts';
import { type SentBackup, sendBackup } from './send-backup.ts';
import { isStoredName, listStored, type StoredBackup } from './stored-backups.ts';
import { openTarget } from './target.ts';

/** As the server does it, so that its next automatic one is due later. */
export function sendBackupNow(
  config: Config,
  elsewhere: BackupsElsewhere,
  options: ArchiveOptions,
): Promise<SentBackup> {
  return useAndClose(connectDatabase(config), async (db) => {
    const at = new Date();
    const blog = await readBlogNumber(db, config.site.url);
    const sent = await sendBackup({ ...backupJobOf(config), elsewhere, blog }, options);
    const where = describePlace(elsewhere.place);
    await recordGood(db, 'elsewhere', { at, where, bytes: sent.bytes }).catch(() => {});
    return sent;
  });
}

/** Those that were verified, newest first, of all blogs: a new machine has no blog yet. */
export async function listBackupsElsewhere({ place }: BackupsElsewhere): Promise<StoredBackup[]> {
  return (await listStored(openTarget(place))).filter(({ state }) => state === 'good');
}

/** Undefined if that is not the name of a backup there. */
export async function openBackupElsewhere(
  { place }: BackupsElsewhere,
  name: string,
): Promise<Readable | undefined> {
  return isStoredName(basename(name)) ? openTarget(place).read(basename(name)) : undefined;
}
