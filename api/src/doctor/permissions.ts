import { constants } from 'node:fs';
import { stat } from 'node:fs/promises';

const MODE_BITS = {
  read: constants.S_IROTH,
  write: constants.S_IWOTH,
  enter: constants.S_IXOTH,
} as const;

/** Whether every user of the machine has this permission. Windows has no such mode bits. */
export async function othersCan(
  path: string,
  permission: keyof typeof MODE_BITS,
): Promise<boolean> {
  if (process.platform === 'win32') return false;
  const stats = await stat(path).catch(() => undefined);
  return stats !== undefined && (stats.mode & MODE_BITS[permission]) !== 0;
}
