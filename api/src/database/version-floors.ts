import { BUILT_IN_PAGE_IDS } from '@longhand/contract/page-addresses';
import type { Database as Connection } from 'better-sqlite3';
import { findSetting } from './settings.repository.ts';
import { changeCopy, hasTable, withDatabase } from './snapshot.ts';
import type { Database } from './tables.ts';

/**
 * After a restore, new versions of posts and pages start at the last of these (ascending) numbers. Otherwise a
 * version number of the lost data could be reused for different text.
 */
const SETTING = 'version_floors';

function parse(value: unknown): number[] {
  return typeof value === 'string' ? JSON.parse(value) : [];
}

export async function findVersionFloors(db: Database): Promise<number[]> {
  return parse(await findSetting(db, SETTING));
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
    // They exist before they have a row.
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
        database.prepare('select value from settings where name = ?').pluck().get(SETTING),
      ),
    }));
  } catch {
    return undefined;
  }
}

/** Whether these data can have been made by writing to the others: nothing in those is unknown or newer. */
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
 * For a copy that is about to replace the current data. Those may not know which versions there were:
 * they cannot be read, are of a new blog, or have posts no more that are in the copy. Then at most
 * one save per second since the copy was made is assumed.
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
      .run(SETTING, JSON.stringify([...restored.floors, floor]));
  });
}
