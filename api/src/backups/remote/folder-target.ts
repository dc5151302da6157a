import { createReadStream, createWriteStream } from 'node:fs';
import { access, constants, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { getSystemErrorMessage } from 'node:util';
import { chownLikeDataDir } from '../../database/ownership.ts';
import { syncPath } from '../../durable-files.ts';
import { TEMPORARY_SUFFIX, undefinedIfMissing } from '../../files/atomic-write.ts';
import { reasonOf } from '../../reason.ts';
import type { BackupTarget, StoredFile } from './target.ts';

const ADVICE: Readonly<Record<string, string>> = {
  ENOENT: 'The folder does not exist: is the disk mounted? Create it, or correct BACKUP_TO.',
  ENOTDIR: 'It is not a folder. Correct BACKUP_TO.',
  EACCES: 'Let the user that runs the server write there.',
  EPERM: 'Let the user that runs the server write there.',
  EROFS:
    'It is read-only: mount it so that it can be written. Under systemd, the service also needs it in ReadWritePaths.',
  ENOSPC: 'The disk is full. Free some space there.',
  EDQUOT: 'The disk is full. Free some space there.',
};

function explain(error: unknown): string {
  const { code = '', errno } = error as NodeJS.ErrnoException;
  // The message leaves out the name of a temporary file, which helps nobody.
  const reason = errno === undefined ? reasonOf(error) : getSystemErrorMessage(errno);
  return `${reason}. ${ADVICE[code] ?? 'Is the disk mounted and working?'}`;
}

/** Some network drives have no owners. */
function giveToOwner(folder: string, file: string): void {
  try {
    chownLikeDataDir(folder, file);
  } catch {
    // Whoever mounted the drive has decided who owns its files.
  }
}

/** The folder is not created: if a disk is not mounted, the backup would be on the wrong one. */
export function createFolderTarget(folder: string): BackupTarget {
  const locate = (name: string) => join(folder, name);

  async function list(): Promise<StoredFile[]> {
    const files = (await readdir(folder)).map(async (name) => {
      const stats = await stat(locate(name)).catch(undefinedIfMissing);
      return stats?.isFile() ? [{ name, size: stats.size, modified: stats.mtime }] : [];
    });
    return (await Promise.all(files)).flat();
  }

  return {
    async check() {
      await readdir(folder);
      await access(folder, constants.W_OK);
    },

    async put(name, content) {
      const temporary = locate(name + TEMPORARY_SUFFIX);
      try {
        await pipeline(content, createWriteStream(temporary, { mode: 0o600, flush: true }));
        giveToOwner(folder, temporary);
        await rename(temporary, locate(name));
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => {});
        throw error;
      }
      // Some network drives cannot sync a folder.
      await syncPath(folder).catch(() => {});
    },

    read: async (name) => createReadStream(locate(name)),
    list,
    remove: (name) => rm(locate(name), { force: true }),

    async removeUnfinished(isAbandoned) {
      for (const { name, ...file } of await list()) {
        if (!name.endsWith(TEMPORARY_SUFFIX)) continue;
        const finished = { ...file, name: name.slice(0, -TEMPORARY_SUFFIX.length) };
        if (isAbandoned(finished)) await rm(locate(name), { force: true });
      }
    },

    explain,
  };
}
