import { constants } from 'node:fs';
import { stat } from 'node:fs/promises';

const RIGHTS = {
  read: constants.S_IROTH,
  write: constants.S_IWOTH,
  enter: constants.S_IXOTH,
} as const;

/** Whether every user of the machine may do this; on Windows a file's mode does not tell. */
export async function othersMay(path: string, right: keyof typeof RIGHTS): Promise<boolean> {
  if (process.platform === 'win32') return false;
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && (found.mode & RIGHTS[right]) !== 0;
}
