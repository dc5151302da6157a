import type { EventKind } from '@longhand/contract/event-kinds';
import { deleteInBatches } from '../database/batches.ts';
import type { Database, EventsTable } from '../database/tables.ts';

export async function insertEvent(db: Database, event: EventsTable): Promise<void> {
  await db.insertInto('events').values(event).execute();
}

/** Both ends are included. */
export type Range = { readonly from: string | undefined; readonly to: string | undefined };

type Filter = Range & {
  readonly kind: EventKind | undefined;
  readonly before: string | undefined;
};

export function listEvents(
  db: Database,
  { kind, from, to, before }: Filter,
  limit: number,
): Promise<EventsTable[]> {
  return db
    .selectFrom('events')
    .selectAll()
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind as EventKind))
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('at', '<=', to ?? ''))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The newest first. */
export function listFailedLogins(db: Database, since: string, limit: number) {
  return db
    .selectFrom('events')
    .select(['id', 'address', 'detail'])
    .where('kind', '=', 'login.failed')
    .where('at', '>', since)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function setDetail(db: Database, id: string, detail: string): Promise<void> {
  await db.updateTable('events').set({ detail }).where('id', '=', id).execute();
}

export function deleteEventsBefore(db: Database, before: string): Promise<number> {
  return deleteInBatches(
    db,
    'events',
    db.selectFrom('events').select('id').where('at', '<', before),
  );
}
