import { readdir } from 'node:fs/promises';
import { fileTimestamp, parseFileTimestamp } from '../database/database-file.ts';
import { undefinedIfMissing } from '../files/atomic-write.ts';

/** Only these are ever deleted automatically. */
const AUTOMATIC = /^automatic-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz$/;

export function automaticName(now: Date): string {
  return `automatic-${fileTimestamp(now)}.tar.gz`;
}

/**
 * Oldest first. Why backups dated in the future are ignored: the clock was wrong then, so they say
 * nothing about whether a backup is due or how many there are.
 */
export async function listAutomatic(folder: string, now: Date): Promise<string[]> {
  return ((await readdir(folder).catch(undefinedIfMissing)) ?? [])
    .filter((name) => AUTOMATIC.test(name) && (parseFileTimestamp(name) ?? now) <= now)
    .toSorted();
}
