import { constants } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UPLOADS_FOLDER } from '@longhand/contract/media/image-names';
import { STAGING } from '../backups/swap.ts';
import { HOUR_MS } from '../clock.ts';
import {
  backupsFolder,
  DATABASE_FILE,
  type DatabaseLocation,
  databaseFile,
  WAL_FILE_SUFFIXES,
} from '../database/location.ts';
import { TEMPORARY_SUFFIX } from '../files/atomic-write.ts';
import { createReserveFor, freeBytes } from '../files/reserve.ts';
import { asError, asInfo, asWarning, type Check, type Finding } from './finding.ts';

const MODE_BITS = {
  read: constants.S_IROTH,
  write: constants.S_IWOTH,
  enter: constants.S_IXOTH,
} as const;

/** True if every user of the machine has this permission. Windows has no such mode bits. */
export async function othersCan(
  path: string,
  permission: keyof typeof MODE_BITS,
): Promise<boolean> {
  if (process.platform === 'win32') return false;
  const stats = await stat(path).catch(() => undefined);
  return stats !== undefined && (stats.mode & MODE_BITS[permission]) !== 0;
}

const MEGABYTE = 1_000_000;
const CRITICAL_BYTES = 50 * MEGABYTE;
const LOW_BYTES = 500 * MEGABYTE;

const kindOf = async (path: string) => {
  const stats = await stat(path).catch(() => undefined);
  if (!stats) return 'missing';
  return stats.isDirectory() ? 'folder' : 'file';
};

const mayWrite = (path: string) =>
  access(path, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  );

const databaseFiles = (dataDir: string) =>
  ['', ...WAL_FILE_SUFFIXES].map((suffix) => databaseFile(dataDir) + suffix);

function* reserveFindings(location: DatabaseLocation): Generator<Finding> {
  const lacking = createReserveFor(location)?.lacking() ?? 0;
  if (lacking === 0) return;
  yield asError(
    `${Math.ceil(lacking / MEGABYTE)} MB of the reserve for deleting on a full disk are in use: nothing else can be saved.`,
    'Free some space: the server then refills the reserve by itself.',
  );
}

function* spaceFindings(dataDir: string): Generator<Finding> {
  const free = freeBytes(dataDir);
  const message = `The disk that holds ${dataDir} has ${Math.round(free / MEGABYTE)} MB of free space.`;
  if (free < CRITICAL_BYTES)
    yield asError(message, 'Free some space soon: when the disk is full, nothing can be saved.');
  else if (free < LOW_BYTES) yield asWarning(message, 'Free some space before it runs out.');
}

async function* accessFindings(dataDir: string): AsyncGenerator<Finding> {
  for (const path of [dataDir, join(dataDir, UPLOADS_FOLDER), ...databaseFiles(dataDir)]) {
    if ((await kindOf(path)) === 'missing' || (await mayWrite(path))) continue;
    yield asError(
      `This user has no permission to read and write ${path}.`,
      'Give it to the user that runs the server (chown), or run this command as that user.',
    );
  }
  yield* otherUsersFindings(dataDir);
}

/** Reports only the first path, because one chmod fixes all of them. */
async function* otherUsersFindings(dataDir: string): AsyncGenerator<Finding> {
  const todo = `Restrict access: chmod 700 ${dataDir}`;
  if (await othersCan(dataDir, 'write')) {
    yield asWarning(`Every user of this machine can write to ${dataDir}.`, todo);
    return;
  }
  const backups = backupsFolder(dataDir);
  // Files in a folder that others cannot enter are protected, whatever their mode.
  const names = (await othersCan(backups, 'enter')) ? await readdir(backups).catch(() => []) : [];
  const files = [...databaseFiles(dataDir), ...names.map((name) => join(backups, name))];
  if (!(await othersCan(dataDir, 'enter'))) return;
  for (const file of files) {
    if (!(await othersCan(file, 'read')) && !(await othersCan(file, 'write'))) continue;
    yield asWarning(
      `Every user of this machine can read ${file}, including drafts and the password’s hash.`,
      todo,
    );
    return;
  }
}

/** Killed commands leave files behind. Recent ones may belong to a command that is running. */
async function* leftoverFindings(dataDir: string): AsyncGenerator<Finding> {
  const folders: readonly [string, (name: string) => boolean][] = [
    [dataDir, (name) => name.startsWith(STAGING)],
    [backupsFolder(dataDir), (name) => name.endsWith(TEMPORARY_SUFFIX)],
  ];
  for (const [folder, isLeftover] of folders) {
    const names = await readdir(folder).catch(() => []);
    for (const name of names.filter(isLeftover)) {
      const path = join(folder, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
      if (Date.now() - mtimeMs < HOUR_MS) continue;
      yield asWarning(
        `${path} was left behind by an interrupted backup or restore.`,
        'Delete it, unless one is running now.',
      );
    }
  }
}

export function checkFolder(location: DatabaseLocation): Check {
  const { dataDir, databaseUrl } = location;
  return {
    name: `Data folder: ${dataDir}`,
    async *find() {
      if ((await kindOf(dataDir)) !== 'folder') {
        yield asError(
          `The folder ${dataDir} does not exist.`,
          'If that is where the data should be, restore a backup into it, or start fresh: the first start creates it. If not, correct DATA_DIR.',
        );
        return;
      }
      const uploads = join(dataDir, UPLOADS_FOLDER);
      if ((await kindOf(uploads)) === 'file')
        yield asError(
          `${uploads} is a file; it should be a folder.`,
          'Move it away, and start the server.',
        );
      if (databaseUrl !== undefined && (await kindOf(databaseFile(dataDir))) !== 'missing')
        yield asInfo(
          `It contains ${DATABASE_FILE}, which is not used because DATABASE_URL is set.`,
        );
      yield* accessFindings(dataDir);
      yield* leftoverFindings(dataDir);
      yield* spaceFindings(dataDir);
      yield* reserveFindings(location);
    },
  };
}
