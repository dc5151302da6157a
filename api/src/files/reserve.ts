import { randomBytes } from 'node:crypto';
import {
  constants,
  existsSync,
  type Stats,
  statfsSync,
  statSync,
  truncateSync,
  utimesSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { findStorageFailure } from '../storage-failures.ts';

const MEGABYTE = 1024 * 1024;

export const RESERVE_FILE = 'disk-reserve';
/**
 * Deleting the largest post takes a third of this: its text is written to the trash, and every page to SQLite's log.
 */
export const RESERVE_BYTES = 16 * MEGABYTE;
/** The reserve counts as complete with so much less, which log-ins have used. */
const TOLERANCE_BYTES = MEGABYTE;
/** A log-in takes less. */
const LOGIN_BYTES = MEGABYTE;
/** While the reserve is not complete, other writes need so much more than it lacks. */
const ROOM_BYTES = 8 * MEGABYTE;
/** So long after the last release, no process is deleting any more. */
const QUIET_MS = 30_000;
/** With so much free space, only a process that has run for FIRST_AFTER_MS creates the reserve. */
const PLENTY_BYTES = 1024 * MEGABYTE;
const FIRST_AFTER_MS = 60_000;

/** Thrown for what has to wait until there is space beside the reserve. */
export class NoSpaceError extends Error {
  readonly code = 'ENOSPC';

  constructor() {
    super('the disk is full, but for the reserve that is kept for deleting');
  }
}

/** Root may also use what file systems keep for it. Infinite for a folder that does not exist. */
export function freeBytes(folder: string): number {
  if (!existsSync(folder)) return Number.POSITIVE_INFINITY;
  const { bavail, bfree, bsize } = statfsSync(folder);
  return (process.getuid?.() === 0 ? bfree : bavail) * bsize;
}

function allocated({ size, blocks }: Stats): number {
  return blocks > 0 ? Math.min(size, blocks * 512) : size;
}

/**
 * Writes random bytes, because some file systems give no space to zeros. Resolves when the disk or the file is full.
 */
async function fill(handle: FileHandle, bytes: number, isWanted: () => boolean): Promise<void> {
  const found = await handle.stat();
  // After a release in the middle of this, the file may have a hole.
  let at = allocated(found) < found.size ? 0 : found.size;
  const noise = randomBytes(MEGABYTE);
  try {
    while (at < bytes && isWanted()) {
      const length = Math.min(noise.length, bytes - at);
      at += (await handle.write(noise, 0, length, at)).bytesWritten;
    }
  } catch (error) {
    if (findStorageFailure(error)?.problem !== 'insufficient-storage') throw error;
  }
  await handle.sync();
}

type Options = {
  readonly bytes?: number;
  readonly free?: () => number;
  readonly now?: () => number;
};

/**
 * The reserve is a file that takes space until the disk is full. Then it is emptied, so that logging in and deleting
 * work, and filled again later. Its size and time are all its state, so that processes share it and it survives a
 * crash.
 */
export function createReserve(
  dataDir: string,
  { bytes = RESERVE_BYTES, free = () => freeBytes(dataDir), now = Date.now }: Options = {},
) {
  const file = join(dataDir, RESERVE_FILE);
  const startedAt = now();
  let releases = 0;

  const find = () => statSync(file, { throwIfNoEntry: false });

  /**
   * Returns how many bytes have to be taken back. Zero if the reserve was never created, because there was no space for
   * it.
   */
  function lacking(): number {
    const found = find();
    const held = found ? allocated(found) : bytes;
    return held >= bytes - TOLERANCE_BYTES ? 0 : bytes - held;
  }

  function isFirstDue(): boolean {
    const isSoonNeeded = free() < PLENTY_BYTES || now() - startedAt > FIRST_AFTER_MS;
    return isSoonNeeded && free() >= 2 * bytes;
  }

  function isDue(): boolean {
    const found = find();
    if (!found) return isFirstDue();
    return lacking() > 0 && Math.abs(now() - found.mtimeMs) > QUIET_MS;
  }

  function empty(found: Stats): void {
    releases += 1;
    if (found.size > 0 && free() < bytes) truncateSync(file);
    utimesSync(file, new Date(now()), new Date(now()));
  }

  function release(): void {
    const found = find();
    if (!found || (free() >= bytes && found.size >= bytes)) return;
    try {
      empty(found);
    } catch {
      // It belongs to another user, or is not a file. The free space may still be enough.
    }
  }

  return {
    lacking,

    /** Called before anything is written that is no deletion. */
    assertRoom(): void {
      const missing = lacking();
      if (missing > 0 && free() < missing + ROOM_BYTES) throw new NoSpaceError();
    },

    /** Called before a deletion. Does nothing while there is space. */
    release,

    /** Called before a log-in. Anyone can try one, and whatever is not a deletion is refused after a release. */
    releaseForLogin(): void {
      if (free() < LOGIN_BYTES) release();
    },

    /** Takes as much space as there is, unless something was deleted a moment ago. */
    async restore(): Promise<void> {
      if (!isDue()) return;
      const before = releases;
      await using handle = await open(file, constants.O_RDWR | constants.O_CREAT, 0o600);
      await fill(handle, bytes, () => releases === before);
    },
  };
}

export type Reserve = ReturnType<typeof createReserve>;

type Place = { readonly dataDir: string; readonly databaseUrl?: string | undefined };

/** Undefined if the database is on another machine, where the reserve would be of no use. */
export function createReserveFor({ dataDir, databaseUrl }: Place): Reserve | undefined {
  return databaseUrl === undefined ? createReserve(dataDir) : undefined;
}
