import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** Calls fsync. For a folder, this persists created, renamed and removed entries. */
export async function syncPath(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}

/** Synchronous, for steps that must not be interleaved with others. */
export function syncPathNow(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
