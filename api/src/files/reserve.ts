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
/** Deleting the largest post takes a third: its text is written to the trash, and every page to SQLite's log. */
export const RESERVE_BYTES = 16 * MEGABYTE;
/** What log-ins have taken of it does not count. */
const TOLERANCE_BYTES = MEGABYTE;
/** More than a log-in takes. */
const LOGIN_BYTES = MEGABYTE;
/** While it is not complete, other writes need so much more than it lacks. */
const ROOM_BYTES = 8 * MEGABYTE;
/** So long after the last release, no process is deleting any more. */
const QUIET_MS = 30_000;
/** With so much free space, only a process that runs for so long makes it. */
const PLENTY_BYTES = 1024 * MEGABYTE;
const FIRST_AFTER_MS = 60_000;

/** For what has to wait until there is space beside the reserve. */
export class NoSpaceError extends Error {
  readonly code = 'ENOSPC';

  constructor() {
    super('the disk is full, but for the reserve that is kept for deleting');
  }
}

/** Root may also use what file systems keep for it. Infinite for a folder that is not there. */
export function freeBytes(folder: string): number {
  if (!existsSync(folder)) return Number.POSITIVE_INFINITY;
  const { bavail, bfree, bsize } = statfsSync(folder);
  return (process.getuid?.() === 0 ? bfree : bavail) * bsize;
}

function allocated({ size, blocks }: Stats): number {
  return blocks > 0 ? Math.min(size, blocks * 512) : size;
}

/** Random, because some file systems give no space to zeros. Resolves when the disk or the file is full. */
async function fill(handle: FileHandle, bytes: number, isWanted: () => boolean): Promise<void> {
  const found = await handle.stat();
  // After a release in the middle of this, it may have a hole.
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
 * A file that takes space until the disk is full. Then it is made empty, so that logging in and deleting
 * work, and filled again. Its size and time are all its state: processes share them, and a crash leaves them.
 */
export function createReserve(
  dataDir: string,
  { bytes = RESERVE_BYTES, free = () => freeBytes(dataDir), now = Date.now }: Options = {},
) {
  const file = join(dataDir, RESERVE_FILE);
  const startedAt = now();
  let releases = 0;

  const find = () => statSync(file, { throwIfNoEntry: false });

  /** How much of it is to be taken back. Nothing if it was never made: there was no space for it. */
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
      // It is another user's, or no file: what is free may still be enough.
    }
  }

  return {
    lacking,

    /** Before anything is written that is no deletion. */
    assertRoom(): void {
      const missing = lacking();
      if (missing > 0 && free() < missing + ROOM_BYTES) throw new NoSpaceError();
    },

    /** Before a deletion. Does nothing while there is space. */
    release,

    /** Before a log-in: anyone can try one, and whatever is not a deletion is refused after a release. */
    releaseForLogin(): void {
      if (free() < LOGIN_BYTES) release();
    },

    /** Takes as much space as there is, unless something was deleted a moment ago. */
    async restore(): Promise<void> {
      if (!isDue()) return;
      const before = releases;
      const handle = await open(file, constants.O_RDWR | constants.O_CREAT, 0o600);
      try {
        await fill(handle, bytes, () => releases === before);
      } finally {
        await handle.close();
      }
    },
  };
}

export type Reserve = ReturnType<typeof createReserve>;

/** Undefined if the database is on another machine: there it would be of no use. */
export function createReserveFor({
  dataDir,
  databaseUrl,
}: {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
}): Reserve | undefined {
  return databaseUrl === undefined ? createReserve(dataDir) : undefined;
}
