import { randomInt } from 'node:crypto';
import { changeCopy, withDatabase } from './snapshot.ts';

const MAX_FIRST_VERSION = 500_000_000;

/** Why not 1: one that was discarded and written again must not match the version of the old one. */
export function firstVersion(): number {
  return randomInt(1, MAX_FIRST_VERSION);
}

/** By id. Undefined if there are none that can be read. */
function readVersions(file: string): ReadonlyMap<string, number> | undefined {
  try {
    return withDatabase(file, (database) => {
      const rows = database.prepare('select id, version from working_copies').raw().all();
      return new Map(rows as [string, number][]);
    });
  } catch {
    return undefined;
  }
}

/**
 * For a copy that is about to replace the current data: a working copy that was written since has lost
 * versions, whose numbers must not be used for other texts.
 */
export function renumberWorkingCopies(copy: string, current: string): void {
  const replaced = readVersions(current);
  const changed = [...(readVersions(copy) ?? [])].filter(
    ([id, version]) => replaced?.get(id) !== version,
  );
  if (changed.length === 0) return;
  changeCopy(copy, (database) => {
    const renumber = database.prepare('update working_copies set version = ? where id = ?');
    for (const [id] of changed) renumber.run(firstVersion(), id);
  });
}
