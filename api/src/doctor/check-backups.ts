import { readdir } from 'node:fs/promises';
import {
  type BackupHealth,
  describeHealth,
  readHealth,
  schedulesOf,
} from '../backups/monitor/backup-health.ts';
import { decryptWith } from '../backups/remote/age-format.ts';
import { findBlogNumber, listStored, type StoredBackup } from '../backups/remote/stored-backups.ts';
import { type BackupTarget, openTarget } from '../backups/remote/target.ts';
import { DAY_MS } from '../clock.ts';
import { describePlace, type RemoteBackups } from '../config/backup-settings.ts';
import type { Config } from '../config/config.ts';
import { backupsFolder, parseFileTimestamp } from '../database/location.ts';
import { openDatabaseReadOnly } from '../database/read-only.ts';
import type { Database } from '../database/tables.ts';
import { useAndClose } from '../database/transaction.ts';
import { reasonOf, sentenceOf } from '../reason.ts';
import { asError, asInfo, asWarning, type Check, counted, type Finding } from './finding.ts';

const OLD_BACKUP_DAYS = 8;

type BackupSettings = Pick<Config, 'dataDir' | 'databaseUrl' | 'backups' | 'site'>;

type Backup = { readonly name: string; readonly madeAt: Date };

async function listBackups(dataDir: string): Promise<Backup[]> {
  const names = await readdir(backupsFolder(dataDir)).catch(() => []);
  return names
    .filter((name) => name.endsWith('.tar.gz'))
    .flatMap((name) => {
      const madeAt = parseFileTimestamp(name);
      return madeAt ? [{ name, madeAt }] : [];
    });
}

function* findFuture(backups: readonly Backup[], now: Date): Generator<Finding> {
  for (const { name, madeAt } of backups) {
    if (madeAt <= now) continue;
    yield asWarning(
      `The backup ${name} is dated in the future.`,
      'The clock was wrong then, or is wrong now. Check the clock, and move the file elsewhere.',
    );
  }
}

/** No backups are only an info, because there may be backups on another machine. */
function findAge(backups: readonly Backup[], now: Date): Finding {
  const past = backups.filter(({ madeAt }) => madeAt <= now);
  if (past.length === 0)
    return asInfo(
      'There are no backups in the data folder. Make one with npm run backup, and keep it elsewhere.',
    );
  const newest = Math.max(...past.map(({ madeAt }) => madeAt.getTime()));
  const days = Math.floor((now.getTime() - newest) / DAY_MS);
  const age = days === 0 ? 'less than a day' : counted(days, 'day');
  const message = `The newest backup in the data folder is ${age} old.`;
  return days >= OLD_BACKUP_DAYS
    ? asWarning(message, 'Make one with npm run backup, and keep a copy on another machine.')
    : asInfo(message);
}

function judge(health: BackupHealth): Finding | undefined {
  const { status, where, failure, good } = health;
  if (status === 'failed')
    return asError(
      `${describeHealth(health)} ${failure?.reason}`,
      'Correct that; npm run backup tries again at once.',
    );
  if (status === 'overdue')
    return asError(
      describeHealth(health),
      'Is the server running? If so, its log says why there is none. To make one now: npm run backup.',
    );
  if (status === 'none')
    return asError(
      `No automatic backup has been made to ${where}.`,
      'Start the server, which makes one at once. If it is already running, its log says why there is none.',
    );
  return health.kind === 'elsewhere'
    ? asInfo(`The last backup to ${where} is from ${good?.at}.`)
    : undefined;
}

async function readHealths(db: Database, settings: BackupSettings, now: Date) {
  return Promise.all(schedulesOf(settings).map((schedule) => readHealth(db, schedule, now)));
}

/** Undefined if it can be opened with this passphrase. */
async function findWhyClosed(
  target: BackupTarget,
  name: string,
  passphrase: string | undefined,
): Promise<string | undefined> {
  const stream = await target.read(name);
  try {
    await decryptWith(passphrase)(stream).next();
    return undefined;
  } catch (error) {
    return reasonOf(error);
  } finally {
    stream.destroy();
  }
}

function* findChanged(stored: readonly StoredBackup[]): Generator<Finding> {
  for (const { name } of stored.filter(({ state }) => state === 'changed'))
    yield asWarning(
      `${name} has changed since it was verified.`,
      'It does not count as a backup. Delete it, and ask who changed it.',
    );
}

async function* findStored(
  { place, passphrase }: RemoteBackups,
  blog: string,
): AsyncGenerator<Finding> {
  const target = openTarget(place);
  const stored = await listStored(target, blog);
  const newest = stored.find(({ state }) => state === 'good');
  yield* findChanged(stored);
  if (!newest)
    yield asError(
      `There is no good backup of this blog in ${describePlace(place)}.`,
      'Make one: npm run backup.',
    );
  const reason = newest && (await findWhyClosed(target, newest.name, passphrase));
  if (reason !== undefined)
    yield asError(
      `${newest?.name} in ${describePlace(place)} cannot be opened: ${reason}.`,
      'Find the passphrase that was set when it was made, and keep it: the older backups need it.',
    );
}

async function* findRemote(
  db: Database,
  { backups: { remote }, site }: BackupSettings,
): AsyncGenerator<Finding> {
  if (!remote) return;
  try {
    await openTarget(remote.place).check();
    const blog = await findBlogNumber(db, site.url);
    if (blog) yield* findStored(remote, blog);
  } catch (error) {
    yield asError(sentenceOf(error), 'Until it works, no backup can be made there.');
  }
}

async function findAutomatic(settings: BackupSettings, now: Date): Promise<Finding[]> {
  if (schedulesOf(settings).length === 0) return [];
  return useAndClose(openDatabaseReadOnly(settings), async (db) => {
    const healths = await readHealths(db, settings, now);
    const findings = healths.flatMap((health) => judge(health) ?? []);
    // The reason of the last failure was reported already.
    if (healths.some(({ kind, status }) => kind === 'elsewhere' && status === 'failed'))
      return findings;
    return [...findings, ...(await Array.fromAsync(findRemote(db, settings)))];
  });
}

export function checkBackups(settings: BackupSettings, now: Date): Check {
  return {
    name: 'Backups',
    async *find() {
      const backups = await listBackups(settings.dataDir);
      yield* findFuture(backups, now);
      // Without a database there is no state; another check reports that.
      const automatic = await findAutomatic(settings, now).catch(() => []);
      yield* automatic;
      const isCovered = automatic.some(({ level }) => level !== 'info') && backups.length === 0;
      if (!isCovered) yield findAge(backups, now);
    },
  };
}
