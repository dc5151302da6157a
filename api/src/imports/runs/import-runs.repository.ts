import type {
  ImportOptions,
  ImportProgress,
  ImportReport,
  ImportState,
} from '@longhand/contract/imports';
import { countChanged, hasChanged } from '../../database/results.ts';
import type { Database } from '../../database/tables.ts';

export const RUNNING = ['checking', 'importing'] as const satisfies readonly ImportState[];

const COLUMNS = [
  ...(['id', 'file_name', 'state', 'options', 'progress', 'failure'] as const),
  ...(['created_at', 'updated_at'] as const),
] as const;

type Row = { readonly state: string; readonly options: string; readonly progress: string | null };

/** The stored JSON was written here, so it is not checked. */
function toRun<Stored extends Row>({ state, options, progress, ...row }: Stored) {
  return {
    ...row,
    state: state as ImportState,
    options: JSON.parse(options) as ImportOptions,
    progress: progress === null ? null : (JSON.parse(progress) as ImportProgress),
  };
}

export async function findRun(db: Database, id: string) {
  const row = await db
    .selectFrom('imports')
    .select([...COLUMNS, 'report'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { report, ...run } = toRun(row);
  return { ...run, report: report === null ? null : (JSON.parse(report) as ImportReport) };
}

export type StoredRun = Omit<NonNullable<Awaited<ReturnType<typeof findRun>>>, 'report'>;

export async function listRuns(db: Database, limit: number): Promise<StoredRun[]> {
  const rows = await db
    .selectFrom('imports')
    .select(COLUMNS)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toRun);
}

/** Finds a run whose process has updated it since then. */
export async function findRunning(db: Database, since: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('imports')
    .select('id')
    .where('state', 'in', RUNNING)
    .where('updated_at', '>=', since)
    .executeTakeFirst();
  return row?.id;
}

export async function insertRun(
  db: Database,
  { id, file_name, now }: { id: string; file_name: string; now: string },
): Promise<void> {
  await db
    .insertInto('imports')
    .values({
      id,
      file_name,
      state: 'checking',
      created_at: now,
      updated_at: now,
      options: JSON.stringify({ fetch_pictures: false } satisfies ImportOptions),
    })
    .execute();
}

type Changes = {
  readonly state?: ImportState;
  readonly options?: ImportOptions;
  readonly progress?: ImportProgress | null;
  readonly report?: ImportReport;
  readonly failure?: string | null;
};

function toColumns({ options, progress, report, ...columns }: Changes) {
  return {
    ...columns,
    ...(options && { options: JSON.stringify(options) }),
    ...(progress !== undefined && { progress: progress && JSON.stringify(progress) }),
    ...(report && { report: JSON.stringify(report) }),
  };
}

type Update = Changes & {
  readonly from: readonly ImportState[];
  /** The `updated_at` that was read before. */
  readonly unchangedSince?: string;
  readonly now: string;
};

/** False if the run is in none of these states, was changed meanwhile, or was deleted. */
export function updateRun(
  db: Database,
  id: string,
  { from, unchangedSince, now, ...changes }: Update,
): Promise<boolean> {
  return db
    .updateTable('imports')
    .set({ ...toColumns(changes), updated_at: now })
    .where('id', '=', id)
    .where('state', 'in', from)
    .$if(unchangedSince !== undefined, (query) =>
      query.where('updated_at', '=', unchangedSince ?? ''),
    )
    .$call(hasChanged);
}

export function deleteRun(db: Database, id: string): Promise<boolean> {
  return db.deleteFrom('imports').where('id', '=', id).$call(hasChanged);
}

export function deleteRunsBefore(db: Database, time: string): Promise<number> {
  return db.deleteFrom('imports').where('updated_at', '<', time).$call(countChanged);
}
