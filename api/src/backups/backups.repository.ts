import type { Database } from '../database/tables.ts';

export async function insertTicket(
  db: Database,
  ticket: { ticket_hash: string; expires_at: string },
): Promise<void> {
  await db.insertInto('download_tickets').values(ticket).execute();
}

/** True only once per ticket, and only before it expires. */
export async function spendTicket(db: Database, ticketHash: string, now: string): Promise<boolean> {
  const spent = await db
    .deleteFrom('download_tickets')
    .where('ticket_hash', '=', ticketHash)
    .where('expires_at', '>', now)
    .returning('ticket_hash')
    .executeTakeFirst();
  return spent !== undefined;
}

export async function deleteExpiredTickets(db: Database, now: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('download_tickets')
    .where('expires_at', '<=', now)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export async function deleteAllTickets(db: Database): Promise<void> {
  await db.deleteFrom('download_tickets').execute();
}
