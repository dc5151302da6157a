import { randomInt } from 'node:crypto';
import { BUILT_IN_PAGE_IDS } from '@longhand/contract/pages/page-addresses';
import type { Database as Connection } from 'better-sqlite3';
import { findSetting } from '../database/settings.repository.ts';
import { changeCopy, hasTable, withDatabase } from '../database/sqlite/snapshot.ts';
import type { Database } from '../database/tables.ts';

const MAX_FIRST_VERSION = 500_000_000;

/** Random, because a copy that was discarded and written again must not match the version of the old one. */
export function firstVersion(): number {
  return randomInt(1, MAX_FIRST_VERSION);
}

const WORKING_COPY_TABLES = ['working_copies', 'page_working_copies'] as const;

/** The keys are table and id. Empty if they cannot be read. */
function readWorkingCopyVersions(file: string): ReadonlyMap<string, number> {
  try {
    return withDatabase(file, (database) => {
      const read = (table: string) =>
        database.prepare(`select '${table} ' || id, version from ${table}`).raw().all();
      const rows = WORKING_COPY_TABLES.filter((table) => hasTable(database, table)).flatMap(read);
      return new Map(rows as [string, number][]);
    });
  } catch {
    return new Map();
  }
}

/**
 * `copy` is about to replace the current data: a working copy that was written since then has lost versions, whose
 * numbers must not be used for other texts.
 */
export function renumberWorkingCopies(copy: string, current: string): void {
  const replaced = readWorkingCopyVersions(current);
  const changed = [...readWorkingCopyVersions(copy)].filter(
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

/**
 * After a restore, new versions of posts and pages start at the last of these (ascending) numbers. Otherwise a
 * version number of the lost data could be reused for different text.
 */
const VERSION_FLOORS = 'version_floors';

function parse(value: unknown): number[] {
  return typeof value === 'string' ? JSON.parse(value) : [];
}

export async function findVersionFloors(db: Database): Promise<number[]> {
  return parse(await findSetting(db, VERSION_FLOORS));
}

const latestVersions = (content: 'post' | 'page', versions: string) => `
  select id, max(version) from (
    select id, version from ${content}s
    union all select ${content}_id, version from ${versions}
    union all select ${content}_id, json_extract(snapshot, '$.version') from trashed_${content}s where json_valid(snapshot)
  ) group by id`;

type Versions = { readonly latest: ReadonlyMap<string, number>; readonly floors: number[] };

function readLatest(database: Connection): ReadonlyMap<string, number> {
  const read = (query: string) => database.prepare(query).raw().all() as [string, number][];
  return new Map([
    // Built-in pages exist before they have a row.
    ...Object.values(BUILT_IN_PAGE_IDS).map((id): [string, number] => [id, 0]),
    ...read(latestVersions('post', 'post_revisions')),
    ...(hasTable(database, 'pages') ? read(latestVersions('page', 'page_versions')) : []),
  ]);
}

/** Undefined if there is no readable database. */
function readVersions(file: string): Versions | undefined {
  try {
    return withDatabase(file, (database) => ({
      latest: readLatest(database),
      floors: parse(
        database.prepare('select value from settings where name = ?').pluck().get(VERSION_FLOORS),
      ),
    }));
  } catch {
    return undefined;
  }
}

/** True if the first data can have been made by writing to the others: nothing in the others is unknown or newer. */
function isSuccessor({ latest }: Versions, of: Versions): boolean {
  return [...of.latest].every(([id, version]) => (latest.get(id) ?? -1) >= version);
}

/** Enough for clocks that differ, and for programs that save. */
const UNKNOWN_SAVES = 1_000;

function floorFor(restored: Versions, replaced: Versions | undefined, ageMs: number): number {
  const known = [...(replaced?.latest ?? [])]
    .filter(([id, version]) => version > (restored.latest.get(id) ?? version))
    .map(([, version]) => version + 1);
  const floors = [restored.floors, replaced?.floors ?? []].map((all) => all.at(-1) ?? 0);
  if (replaced && isSuccessor(replaced, restored)) return Math.max(...known, ...floors);
  const seconds = Math.max(0, Math.ceil(ageMs / 1_000));
  const unknown = Math.max(...restored.latest.values()) + UNKNOWN_SAVES + seconds;
  return Math.max(...known, ...floors, unknown);
}

/**
 * `copy` is about to replace the current data. Those may not know which versions there were: they cannot be read, are
 * of a new blog, or lack posts that are in the copy. Then at most one save per second since the copy was made is
 * assumed.
 */
export function raiseVersionFloor(copy: string, current: string, ageMs: number): void {
  const restored = readVersions(copy);
  if (!restored) return;
  const floor = floorFor(restored, readVersions(current), ageMs);
  if (floor <= (restored.floors.at(-1) ?? 0)) return;
  changeCopy(copy, (database) => {
    database
      .prepare(
        'insert into settings values (?, ?) on conflict (name) do update set value = excluded.value',
      )
      .run(VERSION_FLOORS, JSON.stringify([...restored.floors, floor]));
  });
}
