import type { Database, EventsTable } from '../database/tables.ts';

export async function insertEvent(db: Database, event: EventsTable): Promise<void> {
  await db.insertInto('events').values(event).execute();
}
