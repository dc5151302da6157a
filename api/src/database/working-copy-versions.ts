import { randomInt } from 'node:crypto';
import { changeCopy, hasTable, withDatabase } from './snapshot.ts';

const MAX_FIRST_VERSION = 500_000_000;

/** Why not 1: one that was discarded and written again must not match the version of the old one. */
export function firstVersion(): number {
  return randomInt(1, MAX_FIRST_VERSION);
}

const TABLES = ['working_copies', 'page_working_copies'] as const;

/** By table and id. None if they cannot be read. */
function readVersions(file: string): ReadonlyMap<string, number> {
  try {
    return withDatabase(file, (database) => {
      const read = (table: string) =>
        database.prepare(`select '${table} ' || id, version from ${table}`).raw().all();
      const rows = TABLES.filter((table) => hasTable(database, table)).flatMap(read);
      return new Map(rows as [string, number][]);
    });
  } catch {
    return new Map();
  }
}

/**
 * For a copy that is about to replace the current data: a working copy that was written since has lost
 * versions, whose numbers must not be used for other texts.
 */
export function renumberWorkingCopies(copy: string, current: string): void {
  const replaced = readVersions(current);
  const changed = [...readVersions(copy)].filter(
    ([place, version]) => replaced.get(place) !== version,
  );
  if (changed.length === 0) return;
  changeCopy(copy, (database) => {
    for (const [place] of changed) {
      const [table = '', id = ''] = place.split(' ');
      database.prepare(`update ${table} set version = ? where id = ?`).run(firstVersion(), id);
    }
  });
}
