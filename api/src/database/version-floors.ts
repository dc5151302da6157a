import { findSetting } from './settings.repository.ts';
import { changeCopy, withDatabase } from './snapshot.ts';
import type { Database } from './tables.ts';

/**
 * After a restore, the next version of a post is at least the last of these: a number that was given
 * to a text which is lost now is not given to another. In ascending order.
 */
const SETTING = 'version_floors';

function parse(value: unknown): number[] {
  return typeof value === 'string' ? JSON.parse(value) : [];
}

export async function findVersionFloors(db: Database): Promise<number[]> {
  return parse(await findSetting(db, SETTING));
}

const LATEST_VERSIONS = `
  select id, max(version) from (
    select id, version from posts
    union all select post_id, version from post_revisions
    union all select post_id, json_extract(snapshot, '$.version') from trashed_posts where json_valid(snapshot)
  ) group by id`;

type Versions = { readonly latest: ReadonlyMap<string, number>; readonly floors: number[] };

/** Undefined where there is no blog, or none that can be read. */
function readVersions(file: string): Versions | undefined {
  try {
    return withDatabase(file, (database) => ({
      latest: new Map(database.prepare(LATEST_VERSIONS).raw().all() as [string, number][]),
      floors: parse(
        database.prepare('select value from settings where name = ?').pluck().get(SETTING),
      ),
    }));
  } catch {
    return undefined;
  }
}

function floorAbove(present: Versions, { latest, floors }: Versions): number {
  const lost = [...present.latest].filter(([id, version]) => version > (latest.get(id) ?? version));
  return Math.max(
    ...lost.map(([, version]) => version + 1),
    present.floors.at(-1) ?? 0,
    floors.at(-1) ?? 0,
  );
}

/**
 * Raises the floor of a copy that is about to replace the present data. Where those cannot be read, a
 * post may have been saved every second since the copy was made.
 */
export function raiseVersionFloor(copy: string, present: string, ageMs: number): void {
  const restored = readVersions(copy);
  if (!restored || restored.latest.size === 0) return;
  const replaced = readVersions(present);
  // Copied just now from where it still is: nothing is lost.
  if (!replaced && ageMs === 0) return;
  const floor = replaced
    ? floorAbove(replaced, restored)
    : Math.max(...restored.latest.values()) + Math.max(1, Math.ceil(ageMs / 1_000));
  if (floor <= (restored.floors.at(-1) ?? 0)) return;
  changeCopy(copy, (database) => {
    database
      .prepare(
        'insert into settings values (?, ?) on conflict (name) do update set value = excluded.value',
      )
      .run(SETTING, JSON.stringify([...restored.floors, floor]));
  });
}
