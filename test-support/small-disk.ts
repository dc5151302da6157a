import { spawnSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

const isRoot = process.getuid?.() === 0;

/** Undefined if this user or this machine cannot mount one. */
export function mountSmallDisk(megabytes: number): string | undefined {
  const folder = temporaryFolder();
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder];
  if (!isRoot || spawnSync('mount', options).status !== 0) return undefined;
  onTestFinished(() => {
    spawnSync('umount', ['-l', folder]);
  });
  return folder;
}
