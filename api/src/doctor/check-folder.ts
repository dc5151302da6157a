import { constants } from 'node:fs';
import { access, readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import {
  backupsFolder,
  COMPANIONS,
  databaseFile,
  timeFromName,
} from '../database/database-file.ts';
import { type Check, doubtful, type Finding, wrong } from './finding.ts';

const MEGABYTE = 1_000_000;
const TOO_LITTLE = 50 * MEGABYTE;
const LITTLE = 500 * MEGABYTE;
const OLD_BACKUP_DAYS = 8;
const DAY_MS = 86_400_000;

const kindOf = async (path: string) => {
  const found = await stat(path).catch(() => undefined);
  if (!found) return 'missing';
  return found.isDirectory() ? 'folder' : 'file';
};

const mayWrite = (path: string) =>
  access(path, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  );

async function* spaceFindings(dataDir: string): AsyncGenerator<Finding> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const says = `The disk that holds ${dataDir} has ${Math.round(free / MEGABYTE)} MB left.`;
  if (free < TOO_LITTLE) yield wrong(says, 'Free some space soon: without, nothing can be saved.');
  else if (free < LITTLE) yield doubtful(says, 'Free some space before it runs out.');
}

export function checkFolder(dataDir: string): Check {
  return {
    name: `Folder of data: ${dataDir}`,
    async *find() {
      if ((await kindOf(dataDir)) !== 'folder') {
        yield wrong(
          `There is no folder ${dataDir}.`,
          'If that is where the data should be, restore a backup into it, or start anew: the first start makes it. If not, put DATA_DIR right.',
        );
        return;
      }
      const uploads = join(dataDir, 'uploads');
      if ((await kindOf(uploads)) === 'file')
        yield wrong(`${uploads} is a file; it should be a folder.`, 'Move it away, and start.');
      const files = [
        databaseFile(dataDir),
        ...COMPANIONS.map((end) => databaseFile(dataDir) + end),
      ];
      for (const path of [dataDir, uploads, ...files]) {
        if ((await kindOf(path)) === 'missing' || (await mayWrite(path))) continue;
        yield wrong(
          `This user may not read and write ${path}.`,
          'Give it to the user that runs the server (chown), or run this command as that user.',
        );
      }
      yield* spaceFindings(dataDir);
    },
  };
}

/** Only where there are any: who backs up elsewhere is not told about it here. */
export function checkBackups(dataDir: string, now: Date): Check {
  return {
    name: 'Backups',
    async *find() {
      const names = await readdir(backupsFolder(dataDir)).catch(() => []);
      const times = names.flatMap((name) => timeFromName(name)?.getTime() ?? []);
      if (times.length === 0) {
        yield {
          level: 'good to know',
          says: 'There are no backups in the folder of data; make one with npm run backup, and keep it elsewhere.',
        };
        return;
      }
      const days = Math.floor((now.getTime() - Math.max(...times)) / DAY_MS);
      const says = `The newest backup in the folder of data is ${days} days old.`;
      if (days >= OLD_BACKUP_DAYS)
        yield doubtful(says, 'Make one with npm run backup, and keep a copy on another machine.');
      else yield { level: 'good to know', says };
    },
  };
}
