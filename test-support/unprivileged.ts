import { chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Nobody, if root runs the test: permissions do not apply to root, and some servers refuse it. */
export const UNPRIVILEGED = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** So that this user can write to the folder. */
export function giveAway(folder: string): string {
  const { uid, gid } = UNPRIVILEGED;
  if (uid === undefined) return folder;
  for (const path of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    chownSync(join(folder, path), uid, gid);
  return folder;
}
